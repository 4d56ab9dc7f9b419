// The model `flow`, in SimGrid. Outside this folder, only smpi/ and a naive program for comparison
// include SimGrid.
#include "sim/machines/simulated/simgrid/flow_engine.hpp"

#include "sim/machines/simulated/machine_settings.hpp"
#include "sim/machines/simulated/packet_gaps.hpp"
#include "sim/machines/simulated/simgrid/loaded_platform.hpp"
#include "sim/machines/simulated/simgrid/stall_guard.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/random.hpp"

#include <boost/unordered_map.hpp>
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
        gaps_(hardware.parameters(), hardware.hosts()),
        actors_(static_cast<std::size_t>(processors)),
        links_have_failed_(platform_.file().links_fail),
        routes_(actors_.size() * actors_.size()),
        guard_(std::in_place, stall_seconds, stall_line) {
    if (!platform_.file().link_profiles.empty() || !platform_.file().speed_profiles.empty())
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
    double begin = 0;        ///< time when SimGrid begins to carry it, in seconds since the start
    double arrival = 0;      ///< unless its last packet leaves late, in seconds since the start
    bool has_queued = false; ///< true after it has joined the queues of its sender
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
        wake(advance(flow_message(in_flight(event.subject - processors()))));
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
    auto& flight = flow_message(in_flight);
    flight.late = late;
    flight.has_queued = false;
    flight.is_cut_off = false;
    pass_at(first_departure(flight), flight);
  }

  [[nodiscard]] bool is_divided(const InFlightMessage& in_flight) const {
    return hardware().parameters().is_divided(in_flight.bytes);
  }
  [[nodiscard]] double first_departure(const InFlightMessage& in_flight) const {
    return is_divided(in_flight) ? in_flight.first_departure : in_flight.departure;
  }

  /// Handles the next step of a message in flight, which is due now. Returns the processor that can
  /// go on because of it, or null.
  MachineProcessor* advance(FlowMessage& flight) {
    if (flight.stage == InFlightMessage::Stage::arriving)
      return flight.is_cut_off ? lose(flight) : arrive_when_due(flight);
    if (first_departure(flight) > now()) { // its sender was interrupted before sending it
      pass_at(first_departure(flight), flight);
      return nullptr;
    }
    const bool on_network = platform_.has_route(flight.from, flight.to);
    if (on_network && is_queued(flight))
      return nullptr;
    flight.stage = InFlightMessage::Stage::arriving;
    flight.begin = now();
    if (hardware().processor(flight.from).failed() || is_cut_off(flight))
      lose_on_the_way(flight);
    else if (on_network)
      start_communication(flight);
    else
      pass_in_host(flight);
    return nullptr;
  }

  /// Adds a message in flight that leaves now to the queues of its sender. Returns true if they
  /// hold it up. In that case, schedules its next step.
  bool is_queued(FlowMessage& flight) {
    if (!gaps_.any() || std::exchange(flight.has_queued, true) ||
        hardware().share_host(flight.from, flight.to))
      return false;
    const double delay = gaps_.leave(flight.from, packets(flight), now());
    if (delay > 0)
      pass_at(now() + delay, flight);
    return delay > 0;
  }
  [[nodiscard]] double packets(const InFlightMessage& in_flight) const {
    return static_cast<double>(hardware().parameters().packets(in_flight.bytes));
  }

  /// Makes a message in flight end as lost when it would have arrived.
  void lose_on_the_way(FlowMessage& flight) {
    departed(flight);
    flight.is_cut_off = true;
    pass_at(now() + latency(flight.from, flight.to), flight);
  }

  /// Sends a message in flight through the memory of the host on which it begins and ends.
  void pass_in_host(FlowMessage& flight) {
    departed(flight);
    flight.arrival = now() + hardware().parameters().local_access;
    flight.first_arrival = flight.arrival;
    pass_at(flight.arrival, flight);
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

  void start_communication(FlowMessage& flight) {
    check_route(flight);
    if (!is_divided(flight))
      departed(flight);
    ++communications_;
    flight.communication = s4u::Comm::sendto_init();
    flight.communication->set_data(&flight);
    flight.communication->set_payload_size(hardware().parameters().wire_bytes(flight.bytes))
        ->set_source(platform_.host(flight.from))
        ->set_destination(platform_.host(flight.to)); // this starts the communication
  }

  /// Handles the end of a communication, successful or not.
  void complete(const s4u::Activity& communication) {
    if (error_)
      return;
    --communications_;
    follow_clock();
    const auto& comm = static_cast<const s4u::Comm&>(communication);
    auto& flight = *comm.get_data<FlowMessage>();
    if (communication.get_state() == s4u::Activity::State::FINISHED) {
      receive_carried(flight);
      wake(arrive_when_due(flight));
    } else {
      departed(flight);
      wake(lose(flight));
    }
    set_timer();
  }

  /// Finds the arrival of a message in flight that SimGrid has carried to its receiver by now.
  void receive_carried(FlowMessage& flight) {
    flight.arrival = now();
    double stream_seconds = 0; // the least time from the first packet to the last
    if (is_divided(flight)) {
      flight.first_arrival = flight.begin + first_packet_seconds(flight);
      if (!hardware().share_host(flight.from, flight.to))
        stream_seconds = (packets(flight) - 1) * gaps_.longest();
      flight.arrival = std::max(flight.arrival, flight.first_arrival + stream_seconds);
    }
    double delay = flight.late;
    if (jitter_ > 0)
      delay += jitter_ * unit_interval(delays_());
    if (gaps_.any() && !hardware().share_host(flight.from, flight.to))
      delay += gaps_.arrive(flight.to, packets(flight), flight.arrival - stream_seconds);
    flight.arrival += delay;
    flight.first_arrival += delay;
  }

  /// Seconds that the first packet of a message in flight takes on the network if nothing holds it
  /// up.
  [[nodiscard]] double first_packet_seconds(const FlowMessage& flight) {
    const auto [known, is_new] = packet_seconds_.try_emplace({flight.from, flight.to});
    if (is_new) {
      const auto route = platform_.route(flight.from, flight.to);
      known->second = route.latency + static_cast<double>(hardware().parameters().packet_size) *
                                          platform_.speed_of(route).seconds_per_byte;
    }
    return known->second;
  }

  /// Receives a message in flight that has been carried, unless it is due later. Returns the
  /// processor that can go on because it arrives, or null.
  MachineProcessor* arrive_when_due(FlowMessage& flight) {
    double due = flight.arrival;
    if (is_divided(flight))
      due = std::max(due, flight.departure + (flight.first_arrival - flight.first_departure));
    if (due > now()) {
      pass_at(due, flight);
      return nullptr;
    }
    if (is_divided(flight))
      departed(flight);
    return arrive(flight);
  }

  /// Throws RunError if all processors wait, and no event is to come. SimGrid itself does not
  /// report this if anything changes by a profile, because time then goes on forever.
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
  PacketGaps gaps_;
  std::vector<s4u::ActorPtr> actors_; ///< by rank
  Timer* timer_ = nullptr;            ///< of the next event, or null
  bool links_have_failed_;
  std::size_t communications_ = 0; ///< in flight
  std::vector<bool> routes_;       ///< by sender and receiver: true if a route is known to exist
  /// Seconds of a packet that meets no other message, by sender and receiver; of routes that
  /// messages of several packets have used.
  boost::unordered_map<std::pair<int, int>, double> packet_seconds_;
  std::optional<StallGuard> guard_; ///< nothing while threads are stopped
  std::exception_ptr error_;
};

} // namespace

std::unique_ptr<MachineEngine> make_flow_engine(Hardware& hardware, int processors,
                                                const MachineSettings& settings) {
  return std::make_unique<FlowEngine>(hardware, processors, settings);
}

} // namespace eldest
