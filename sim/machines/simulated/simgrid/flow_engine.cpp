// The model `flow`, in SimGrid, which nothing outside this folder includes but a naive program for
// comparison.
#include "sim/machines/simulated/simgrid/flow_engine.hpp"

#include "sim/machines/simulated/simgrid/loaded_platform.hpp"
#include "sim/machines/simulated/simgrid/stall_guard.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "trees/errors.hpp"
#include "trees/random.hpp"

#include <fmt/format.h>
#include <simgrid/Exception.hpp>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace eldest {

namespace s4u = simgrid::s4u;

namespace {

/// Of processor time that SimGrid may take without anything happening; it takes milliseconds.
constexpr double stall_seconds = 60;
constexpr const char* stall_line =
    "SimGrid does not come to an end of a step, after a minute of processor time";

/// The only actors are the processors, and they block only when they must wait. All else happens in
/// SimGrid's kernel, which costs no switch between actors: a timer for the next event, and the
/// completion of communications, which SimGrid reports of those that the kernel has started.
class FlowEngine final : public MachineEngine {
public:
  FlowEngine(SimulatedMachine& machine, int processors, const MachineSettings& settings)
      : MachineEngine(machine, processors),
        platform_(machine.platform().loaded()),
        jitter_(settings.jitter),
        delays_(settings.seed),
        actors_(static_cast<std::size_t>(processors)),
        links_have_failed_(platform_.file().links_fail),
        routes_(actors_.size() * actors_.size()),
        guard_(stall_seconds, stall_line) {
    read_failures(settings.failures);
    if (!platform_.file().link_profiles.empty())
      s4u::Engine::on_time_advance_cb([this](double /*seconds*/) { check_alive(); });
    s4u::Engine::on_deadlock_cb(
        [this] { throw RunError("deadlock: " + this->machine().states()); });
    s4u::Comm::on_completion_cb(
        [this](const s4u::Activity& communication) { complete(communication); });
  }

  void run(const std::function<void(int)>& program) override {
    for (std::size_t rank = 0; rank < actors_.size(); ++rank)
      actors_[rank] =
          s4u::Actor::init(fmt::format("processor-{}", rank),
                           platform_.host(static_cast<int>(rank)))
              ->start([this, &program, rank] { run_processor(program, static_cast<int>(rank)); });
    running_ = actors_.size();
    for (const auto& failure : failures_)
      Timer::set(failure.time, [this, &failure] { happen(failure); });
    guard_.enter();
    platform_.engine().run();
    guard_.leave();
    if (error_)
      std::rethrow_exception(error_);
  }

  [[nodiscard]] double latency(int from, int to) override {
    return machine().platform().route(from, to).latency;
  }

private:
  using Timer = simgrid::kernel::timer::Timer;

  /// A transit, and SimGrid's communication of it.
  struct InFlight final : Transit {
    using Transit::Transit;

    s4u::CommPtr communication;
  };

  void block(const MachineProcessor& /*self*/) override {
    set_timer();
    guard_.enter();
    s4u::this_actor::suspend();
    guard_.leave();
  }

  void catch_up(MachineProcessor& self) override {
    // An access served in the meantime puts the end of the own work off.
    while (self.now() > now()) {
      go_on_at(self.now(), self.rank());
      block(self);
    }
  }

  void wake(const MachineProcessor* processor) {
    if (processor != nullptr)
      actors_[static_cast<std::size_t>(processor->rank())]->resume();
  }

  /// Sets the machine's clock by SimGrid's, which is ahead when the kernel calls.
  void follow_clock() {
    guard_.sign_of_life();
    set_clock(s4u::Engine::get_clock());
  }

  /// One timer, for the first of the events.
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
      happen();
    });
  }

  /// Processes the events whose time has come.
  void happen() {
    follow_clock();
    while (!error_ && !events().empty() && events().next_time() <= now()) {
      const auto event = events().pop();
      if (event.subject < processors())
        wake(&machine().processor(static_cast<int>(event.subject)));
      else
        wake(advance(transit(event.subject - processors())));
    }
    set_timer();
  }

  [[nodiscard]] std::unique_ptr<Transit> make_transit(std::uint32_t index) const override {
    return std::make_unique<InFlight>(index);
  }
  static InFlight& in_flight(Transit& transit) {
    return static_cast<InFlight&>(transit); // made here, all of them
  }

  void launch(Transit& transit) override { pass_at(transit.departure, transit); }

  /// Does what a transit does next, at the time for that; who can go on because of it, or null.
  MachineProcessor* advance(Transit& transit) {
    if (transit.stage == Transit::Stage::arriving)
      return receive(transit);
    if (transit.departure > now()) { // its sender was interrupted before sending it
      launch(transit);
      return nullptr;
    }
    departed(transit);
    if (machine().processor(transit.from).failed() || is_cut_off(transit))
      return lose(transit);
    if (platform_.has_route(transit.from, transit.to))
      start_communication(transit);
    else
      pass_in_host(transit);
    return nullptr;
  }

  /// Passes something on in the memory of a host.
  void pass_in_host(Transit& transit) {
    transit.stage = Transit::Stage::arriving;
    pass_at(now() + machine().parameters().local_access, transit);
  }

  /// Throws InputError unless the platform has a route for a transit, without which SimGrid aborts.
  void check_route(const Transit& transit) {
    const auto place = static_cast<std::size_t>(transit.from) * actors_.size() +
                       static_cast<std::size_t>(transit.to);
    if (routes_[place])
      return;
    (void)machine().platform().route(transit.from, transit.to);
    routes_[place] = true;
  }

  void start_communication(Transit& transit) {
    check_route(transit);
    ++communications_;
    transit.stage = Transit::Stage::arriving;
    auto& communication = in_flight(transit).communication;
    communication = s4u::Comm::sendto_init();
    communication->set_data(&transit);
    communication->set_payload_size(machine().parameters().wire_bytes(transit.bytes))
        ->set_source(platform_.host(transit.from))
        ->set_destination(platform_.host(transit.to)); // which starts it
  }

  /// A communication has come to its end, good or bad.
  void complete(const s4u::Activity& communication) {
    if (error_)
      return;
    --communications_;
    follow_clock();
    const auto& comm = static_cast<const s4u::Comm&>(communication);
    auto& transit = *comm.get_data<Transit>();
    if (communication.get_state() != s4u::Activity::State::FINISHED)
      wake(lose(transit));
    else if (jitter_ > 0)
      pass_at(now() + jitter_ * unit_interval(delays_()), transit);
    else
      wake(receive(transit));
    set_timer();
  }

  /// Time goes on. Where links change by a profile it does so forever, even if all processors wait
  /// for what will not happen.
  void check_alive() const {
    if (running_ > 0 && timer_ == nullptr && communications_ == 0 && !error_)
      throw RunError("deadlock: " + machine().states());
  }

  /// A transit has arrived where there may be nobody any more; who can go on because of it, or
  /// null.
  MachineProcessor* receive(Transit& transit) {
    return machine().processor(transit.to).failed() ? lose(transit) : arrive(transit);
  }

  /// Whether a transit would have to go through a link that has failed, which SimGrid would not
  /// report to its kernel.
  [[nodiscard]] bool is_cut_off(const Transit& leaving) const {
    if (!links_have_failed_)
      return false;
    std::vector<s4u::Link*> links;
    platform_.host(leaving.from)->route_to(platform_.host(leaving.to), links, nullptr);
    return std::any_of(links.begin(), links.end(),
                       [](const s4u::Link* link) { return !link->is_on(); });
  }

  /// Takes the failures, unless there is one processor only, which does not fail.
  void read_failures(const std::vector<Failure>& failures) {
    const bool alone = actors_.size() == 1;
    for (const auto& [time, rank, link] : failures) {
      if (!link.empty() && s4u::Link::by_name_or_null(link) == nullptr)
        throw InputError(Subject::failures,
                         fmt::format("link:{}@{}: the platform has no such link", link, time));
      if (!alone && static_cast<std::size_t>(rank) >= actors_.size())
        throw InputError(Subject::failures, fmt::format("{}@{}: there are processors 0 to {}", rank,
                                                        time, actors_.size() - 1));
    }
    if (!alone)
      failures_ = failures;
  }

  void happen(const Failure& failure) {
    if (running_ == 0)
      return;
    follow_clock();
    if (failure.link.empty()) {
      fail(machine().processor(failure.processor));
    } else {
      links_have_failed_ = true;
      s4u::Link::by_name(failure.link)->turn_off();
    }
  }

  /// A processor fails now. The memory that it keeps of the tables fails with it even after it has
  /// finished.
  void fail(MachineProcessor& processor) {
    if (processor.failed())
      return;
    const bool finished = processor.activity() == MachineProcessor::Activity::finished;
    processor.fail(now());
    if (finished)
      return;
    --running_;
    abandon_answer(processor.rank());
    actors_[static_cast<std::size_t>(processor.rank())]->kill();
  }

  void run_processor(const std::function<void(int)>& program, int rank) {
    guard_.leave();
    try {
      program(rank);
      finish(machine().processor(rank));
      --running_;
      set_timer(); // for what it has sent last
      guard_.enter();
    } catch (const simgrid::ForcefulKillException&) {
      throw;
    } catch (...) {
      if (!error_)
        error_ = std::current_exception();
      s4u::Actor::kill_all();
    }
  }

  const Platform::Loaded& platform_;
  double jitter_;
  SplitMix64 delays_;
  std::vector<s4u::ActorPtr> actors_; ///< by rank
  Timer* timer_ = nullptr;            ///< of the next event, if any
  std::vector<Failure> failures_;
  bool links_have_failed_;
  std::size_t running_ = 0;        ///< processors that have neither finished nor failed
  std::size_t communications_ = 0; ///< under way
  std::vector<bool> routes_;       ///< by sender and receiver: whether there is one for sure
  StallGuard guard_;
  std::exception_ptr error_;
};

} // namespace

std::unique_ptr<MachineEngine> make_flow_engine(SimulatedMachine& machine, int processors,
                                                const MachineSettings& settings) {
  return std::make_unique<FlowEngine>(machine, processors, settings);
}

} // namespace eldest
