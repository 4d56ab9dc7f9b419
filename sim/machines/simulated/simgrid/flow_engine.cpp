// The model `flow`, in SimGrid, which nothing outside this folder includes but a benchmark.
#include "sim/machines/simulated/simgrid/flow_engine.hpp"

#include "sim/machines/simulated/simgrid/loaded_platform.hpp"
#include "sim/machines/simulated/transit_engine.hpp"
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

/// The communication of a transit, which tells the kernel whose it is.
struct Communication {
  std::uint32_t transit = 0;
  s4u::CommPtr communication;
};

/// The only actors are the processors, and they block only when they must wait. All else happens in
/// SimGrid's kernel, which costs no switch between actors: a timer for the next event, and the
/// completion of communications, which SimGrid reports of those that the kernel has started.
class FlowEngine final : public TransitEngine<Communication> {
public:
  FlowEngine(SimulatedMachine& machine, int processors, const MachineSettings& settings)
      : TransitEngine(machine, processors),
        platform_(machine.platform().loaded()),
        jitter_(settings.jitter),
        delays_(settings.seed),
        actors_(static_cast<std::size_t>(processors)) {
    read_failures(settings.failures);
    s4u::Engine::on_deadlock_cb(
        [this] { throw RunError("deadlock: " + this->machine().states()); });
    s4u::Comm::on_completion_cb(
        [this](const s4u::Activity& communication) { complete(communication); });
  }

  void run(const std::function<void(SimulatedProcessor&)>& program) override {
    for (std::size_t rank = 0; rank < actors_.size(); ++rank)
      actors_[rank] = s4u::Actor::init(fmt::format("processor-{}", rank), platform_.hosts()[rank])
                          ->start([this, &program, &self = *machine().processors()[rank]] {
                            run_processor(program, self);
                          });
    running_ = actors_.size();
    for (const auto& failure : failures_)
      Timer::set(failure.time, [this, &failure] { happen(failure); });
    platform_.engine().run();
    if (error_)
      std::rethrow_exception(error_);
  }

  [[nodiscard]] double now() const override { return s4u::Engine::get_clock(); }

  void catch_up(SimulatedProcessor& self) override {
    // An access served in the meantime puts the end of the own work off.
    while (self.now() > now()) {
      go_on_at(self.now(), self.rank());
      block(self);
    }
  }

  [[nodiscard]] double latency(int from, int to) override {
    return machine().platform().route(from, to).latency;
  }

private:
  using Timer = simgrid::kernel::timer::Timer;

  void block(const SimulatedProcessor& /*self*/) override {
    set_timer();
    s4u::this_actor::suspend();
  }

  void wake(const SimulatedProcessor* processor) {
    if (processor != nullptr)
      actors_[static_cast<std::size_t>(processor->rank())]->resume();
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

  /// All events happen whose time has come.
  void happen() {
    while (!error_ && !events().empty() && events().next_time() <= now()) {
      const auto event = events().pop();
      if (event.subject < processors())
        wake(&machine().processor(static_cast<int>(event.subject)));
      else
        wake(advance(event.subject - processors()));
    }
    set_timer();
  }

  void set_out(std::uint32_t index) override { pass_at(transit(index).departure, index); }

  /// The time has come for what a transit does next; who can go on because of it, or null.
  SimulatedProcessor* advance(std::uint32_t index) {
    const auto& waiting = transit(index);
    if (waiting.stage == Transit::Stage::arriving)
      return receive(index);
    if (waiting.departure > now()) { // its sender was interrupted before sending it
      set_out(index);
      return nullptr;
    }
    departed(index);
    if (machine().processor(waiting.from).failed() || is_cut_off(waiting))
      return lose(index);
    start(index);
    return nullptr;
  }

  void start(std::uint32_t index) {
    auto& leaving = transit(index);
    leaving.stage = Transit::Stage::arriving;
    auto& communication = leaving.way.communication;
    communication = s4u::Comm::sendto_init();
    leaving.way.transit = index;
    communication->set_data(&leaving.way.transit);
    communication->set_payload_size(machine().parameters().wire_bytes(leaving.bytes))
        ->set_source(platform_.host(leaving.from))
        ->set_destination(platform_.host(leaving.to)); // which starts it
  }

  /// A communication has come to its end, good or bad.
  void complete(const s4u::Activity& communication) {
    if (error_)
      return;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-static-cast-downcast): there are no others
    const auto& comm = static_cast<const s4u::Comm&>(communication);
    const auto index = *comm.get_data<const std::uint32_t>();
    if (communication.get_state() != s4u::Activity::State::FINISHED)
      wake(lose(index));
    else if (jitter_ > 0)
      pass_at(now() + jitter_ * unit_interval(delays_()), index);
    else
      wake(receive(index));
    set_timer();
  }

  /// A transit has arrived where there may be nobody any more; who can go on because of it, or
  /// null.
  SimulatedProcessor* receive(std::uint32_t index) {
    return machine().processor(transit(index).to).failed() ? lose(index) : arrive(index);
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
    if (failure.link.empty()) {
      fail(machine().processor(failure.processor));
    } else {
      links_have_failed_ = true;
      s4u::Link::by_name(failure.link)->turn_off();
    }
  }

  /// A processor fails now. The memory that it keeps of the tables fails with it even after it has
  /// finished.
  void fail(SimulatedProcessor& processor) {
    if (processor.failed())
      return;
    const bool finished = processor.activity() == SimulatedProcessor::Activity::finished;
    processor.fail();
    if (finished)
      return;
    --running_;
    forsake_answer(processor.rank());
    actors_[static_cast<std::size_t>(processor.rank())]->kill();
  }

  void run_processor(const std::function<void(SimulatedProcessor&)>& program,
                     SimulatedProcessor& self) {
    try {
      program(self);
      self.finish();
      --running_;
      set_timer(); // for what it has sent last
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
  bool links_have_failed_ = false;
  std::size_t running_ = 0; ///< processors that have neither finished nor failed
  std::exception_ptr error_;
};

} // namespace

std::unique_ptr<MachineEngine> make_flow_engine(SimulatedMachine& machine, int processors,
                                                const MachineSettings& settings) {
  return std::make_unique<FlowEngine>(machine, processors, settings);
}

} // namespace eldest
