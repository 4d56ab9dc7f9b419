// The model `flow`, in SimGrid. Outside this folder, only smpi/ and a naive program for comparison
// include SimGrid.
#include "sim/machines/simulated/simgrid/flow_engine.hpp"

#include "sim/machines/simulated/machine_settings.hpp"
#include "sim/machines/simulated/simgrid/loaded_platform.hpp"
#include "sim/machines/simulated/simgrid/stall_guard.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/random.hpp"

#include <fmt/format.h>
#include <simgrid/Exception.hpp>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace eldest {

namespace s4u = simgrid::s4u;

namespace {

/// Limit on SimGrid's processor time between two events, in seconds. It normally takes
/// milliseconds.
constexpr double stall_seconds = 60;
constexpr const char* stall_line =
    "SimGrid does not come to an end of a step, after a minute of processor time";

/// An engine whose only SimGrid actors are the processors, which block only when they must wait.
/// All else happens in SimGrid's kernel, without switches between actors. The kernel calls the
/// engine by a timer for the next event. It also does so when a communication is complete, if the
/// kernel has started the communication.
class FlowEngine final : public MachineEngine {
public:
  FlowEngine(Hardware& hardware, int processors, const MachineSettings& settings)
      : MachineEngine(hardware, processors, settings),
        platform_(static_cast<const LoadedPlatform&>(hardware.platform())),
        jitter_(settings.jitter),
        delays_(settings.seed),
        actors_(static_cast<std::size_t>(processors)),
        links_have_failed_(platform_.file().links_fail),
        routes_(actors_.size() * actors_.size()),
        guard_(std::in_place, stall_seconds, stall_line) {
    if (!platform_.file().link_profiles.empty())
      s4u::Engine::on_time_advance_cb([this](double /*seconds*/) { check_alive(); });
    s4u::Engine::on_deadlock_cb([this] { throw RunError("deadlock: " + states()); });
    s4u::Comm::on_completion_cb(
        [this](const s4u::Activity& communication) { complete(communication); });
  }

  void run(const std::function<void(int)>& program) override {
    for (std::size_t rank = 0; rank < actors_.size(); ++rank)
      actors_[rank] =
          s4u::Actor::init(fmt::format("processor-{}", rank),
                           platform_.host(static_cast<int>(rank)))
              ->start([this, &program, rank] { run_processor(program, static_cast<int>(rank)); });
    set_timer(); // for the first failure
    guard_->enter();
    platform_.engine().run();
    guard_->leave();
    if (error_)
      std::rethrow_exception(error_);
  }

  void stop_threads() override { guard_.reset(); }
  void start_threads() override { guard_.emplace(stall_seconds, stall_line); }

  [[nodiscard]] double latency(int from, int to) override {
    return hardware().platform().route(from, to).latency;
  }

private:
  using Timer = simgrid::kernel::timer::Timer;

  /// A message in flight with SimGrid's communication of it.
  struct FlowMessage final : InFlightMessage {
    using InFlightMessage::InFlightMessage;

    s4u::CommPtr communication;
    double late = 0;         ///< seconds by which it arrives late
    bool is_cut_off = false; ///< true if it will be lost, so that SimGrid does not carry it
  };

  void block(const MachineProcessor& /*self*/) override {
    set_timer();
    guard_->enter();
    s4u::this_actor::suspend();
    guard_->leave();
  }

  void advance_clock(MachineProcessor& self) override {
    // An access that the processor serves delays the end of the processor's own work.
    while (self.now() > now()) {
      go_on_at(self.now(), self.rank());
      block(self);
    }
  }

  void wake(const MachineProcessor* processor) {
    if (processor != nullptr)
      actors_[static_cast<std::size_t>(processor->rank())]->resume();
  }

  /// Sets the machine's clock to SimGrid's, which is ahead when SimGrid's kernel calls the engine.
  void follow_clock() {
    guard_->sign_of_life();
    set_clock(s4u::Engine::get_clock());
  }

  /// Sets the timer to the time of the first event. Does nothing if there are no events.
  void set_timer() {
    if (events().empty())
      return;
    const double next = std::max(events().next_time(), now());
    if (timer_ != nullptr) {
      if (timer_->get_date() <= next)
        return;
      timer_->remove();
    }
    timer_ = Timer::set(next, [this] {
      timer_ = nullptr;
      try {
        happen();
      } catch (...) { // otherwise SimGrid would lose its timer
        fail();
      }
    });
  }

  /// Processes the events whose time has come.
  void happen() {
    follow_clock();
    while (!error_ && !events().empty() && events().next_time() <= now()) {
      const auto event = events().pop();
      if (event.subject < processors())
        wake(&hardware().processor(static_cast<int>(event.subject)));
      else
        wake(advance(in_flight(event.subject - processors())));
    }
    set_timer();
  }

  [[nodiscard]] std::unique_ptr<InFlightMessage>
  make_in_flight_message(std::uint32_t index) const override {
    return std::make_unique<FlowMessage>(index);
  }
  static FlowMessage& flow_message(InFlightMessage& in_flight) {
    return static_cast<FlowMessage&>(in_flight); // all messages in flight are made here
  }

  void launch(InFlightMessage& in_flight, double late) override {
    flow_message(in_flight).late = late;
    flow_message(in_flight).is_cut_off = false;
    pass_at(in_flight.departure, in_flight);
  }

  /// Handles the next step of a message in flight, which is due now. Returns the processor that can
  /// go on because of it, or null.
  MachineProcessor* advance(InFlightMessage& in_flight) {
    if (in_flight.stage == InFlightMessage::Stage::arriving)
      return flow_message(in_flight).is_cut_off ? lose(in_flight) : arrive(in_flight);
    if (in_flight.departure > now()) { // its sender was interrupted before sending it
      pass_at(in_flight.departure, in_flight);
      return nullptr;
    }
    departed(in_flight);
    if (hardware().processor(in_flight.from).failed() || is_cut_off(in_flight))
      lose_on_the_way(in_flight);
    else if (platform_.has_route(in_flight.from, in_flight.to))
      start_communication(in_flight);
    else
      pass_in_host(in_flight);
    return nullptr;
  }

  /// Makes a message in flight end as lost when it would have arrived.
  void lose_on_the_way(InFlightMessage& in_flight) {
    in_flight.stage = InFlightMessage::Stage::arriving;
    flow_message(in_flight).is_cut_off = true;
    pass_at(now() + latency(in_flight.from, in_flight.to), in_flight);
  }

  /// Sends a message in flight through the memory of the host on which it begins and ends.
  void pass_in_host(InFlightMessage& in_flight) {
    in_flight.stage = InFlightMessage::Stage::arriving;
    pass_at(now() + hardware().parameters().local_access, in_flight);
  }

  /// Throws InputError if the platform has no route for a message in flight. In that case, SimGrid
  /// would abort.
  void check_route(const InFlightMessage& in_flight) {
    const auto place = static_cast<std::size_t>(in_flight.from) * actors_.size() +
                       static_cast<std::size_t>(in_flight.to);
    if (routes_[place])
      return;
    (void)hardware().platform().route(in_flight.from, in_flight.to);
    routes_[place] = true;
  }

  void start_communication(InFlightMessage& in_flight) {
    check_route(in_flight);
    ++communications_;
    in_flight.stage = InFlightMessage::Stage::arriving;
    auto& communication = flow_message(in_flight).communication;
    communication = s4u::Comm::sendto_init();
    communication->set_data(&in_flight);
    communication->set_payload_size(hardware().parameters().wire_bytes(in_flight.bytes))
        ->set_source(platform_.host(in_flight.from))
        ->set_destination(platform_.host(in_flight.to)); // this starts the communication
  }

  /// Handles the end of a communication, successful or not.
  void complete(const s4u::Activity& communication) {
    if (error_)
      return;
    --communications_;
    follow_clock();
    const auto& comm = static_cast<const s4u::Comm&>(communication);
    auto& in_flight = *comm.get_data<InFlightMessage>();
    if (communication.get_state() != s4u::Activity::State::FINISHED)
      wake(lose(in_flight));
    else if (const double late = lateness_of(in_flight); late > 0)
      pass_at(now() + late, in_flight);
    else
      wake(arrive(in_flight));
    set_timer();
  }

  /// Seconds by which a message in flight arrives later than in SimGrid.
  double lateness_of(InFlightMessage& in_flight) {
    const double late = flow_message(in_flight).late;
    return jitter_ > 0 ? late + jitter_ * unit_interval(delays_()) : late;
  }

  /// Throws RunError if all processors wait, and no event is to come. SimGrid itself does not
  /// report this if links change by a profile, because time then goes on forever.
  void check_alive() const {
    if (running() > 0 && timer_ == nullptr && communications_ == 0 && !error_)
      throw RunError("deadlock: " + states());
  }

  /// Returns true if a message in flight would have to go through a link that has failed. In that
  /// case, SimGrid would not report the loss to the kernel.
  [[nodiscard]] bool is_cut_off(const InFlightMessage& leaving) const {
    if (!links_have_failed_)
      return false;
    std::vector<s4u::Link*> links;
    platform_.host(leaving.from)->route_to(platform_.host(leaving.to), links, nullptr);
    return std::any_of(links.begin(), links.end(),
                       [](const s4u::Link* link) { return !link->is_on(); });
  }

  void end_program(int rank) override { actors_[static_cast<std::size_t>(rank)]->kill(); }

  void set_link(const std::string& name, bool works) override {
    links_have_failed_ = true;
    auto* const link = s4u::Link::by_name(name);
    if (works)
      link->turn_on();
    else
      link->turn_off();
  }

  void run_processor(const std::function<void(int)>& program, int rank) {
    guard_->leave();
    try {
      program(rank);
      finish(hardware().processor(rank));
      set_timer(); // for the messages that it has sent last
      guard_->enter();
    } catch (const simgrid::ForcefulKillException&) {
      throw;
    } catch (...) {
      fail();
    }
  }

  /// Ends all processors because of the exception that is being handled. Only the first exception
  /// counts.
  void fail() {
    if (!error_)
      error_ = std::current_exception();
    s4u::Actor::kill_all();
  }

  const LoadedPlatform& platform_;
  double jitter_;
  SplitMix64 delays_;
  std::vector<s4u::ActorPtr> actors_; ///< by rank
  Timer* timer_ = nullptr;            ///< of the next event, or null
  bool links_have_failed_;
  std::size_t communications_ = 0;  ///< in flight
  std::vector<bool> routes_;        ///< by sender and receiver: true if a route is known to exist
  std::optional<StallGuard> guard_; ///< nothing while threads are stopped
  std::exception_ptr error_;
};

} // namespace

std::unique_ptr<MachineEngine> make_flow_engine(Hardware& hardware, int processors,
                                                const MachineSettings& settings) {
  return std::make_unique<FlowEngine>(hardware, processors, settings);
}

} // namespace eldest
