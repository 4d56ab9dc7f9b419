// The model `flow`, in SimGrid; nothing outside this folder includes that.
#include "sim/simgrid/flow_engine.hpp"

#include "sim/run_error.hpp"
#include "sim/simgrid/loaded_platform.hpp"
#include "sim/simulated_machine.hpp"
#include "trees/input_error.hpp"
#include "trees/random.hpp"

#include <fmt/format.h>
#include <simgrid/Exception.hpp>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

namespace s4u = simgrid::s4u;

namespace {

class FlowEngine final : public MachineEngine {
public:
  FlowEngine(SimulatedMachine& machine, int processors, const MachineSettings& settings)
      : machine_(machine),
        platform_(machine.platform().loaded()),
        jitter_(settings.jitter),
        delays_(settings.seed),
        actors_(static_cast<std::size_t>(processors)),
        asked_(actors_.size()) {
    if (processors > 1)
      read_failures(settings.failures);
    s4u::Engine::on_deadlock_cb([this] { throw RunError("deadlock: " + machine_.states()); });
  }

  void run(const std::function<void(SimulatedProcessor&)>& program) override {
    for (std::size_t rank = 0; rank < actors_.size(); ++rank)
      actors_[rank] = s4u::Actor::create(
          fmt::format("processor-{}", rank), platform_.hosts()[rank],
          [this, &program, &self = *machine_.processors()[rank]] { run_processor(program, self); });
    running_ = actors_.size();
    if (!failures_.empty())
      s4u::Actor::create("failures", platform_.host(0), [this] { run_failures(); })->daemonize();
    platform_.engine().run();
    if (error_)
      std::rethrow_exception(error_);
  }

  [[nodiscard]] double now() const override { return s4u::Engine::get_clock(); }

  void catch_up(SimulatedProcessor& self) override {
    // An access served in the meantime puts the end of the own work off.
    while (self.now() > now())
      s4u::this_actor::sleep_until(self.now());
  }

  void ask(SimulatedProcessor& self, const RemoteAccess& access) override {
    self.settle();
    asked_[static_cast<std::size_t>(self.rank())] = access;
  }

  [[nodiscard]] bool await_answer(SimulatedProcessor& self) override {
    const auto access = take_asked(self);
    return exchange(self.rank(), *access);
  }

  [[nodiscard]] bool await_answer_until(SimulatedProcessor& self, double deadline) override {
    auto access = take_asked(self);
    if (!access) {
      s4u::this_actor::sleep_until(deadline);
      return false;
    }
    const auto asked = access->handler;
    std::shared_ptr<void> owner;
    access->handler = asked.detached(owner);
    const auto arrived = s4u::Semaphore::create(0);
    dispatch([this, rank = self.rank(), access, owner, arrived] {
      if (exchange(rank, *access))
        arrived->release();
    });
    if (arrived->acquire_timeout(deadline - now()))
      return false;
    asked.take_answer(access->handler);
    return true;
  }

  void suspend(SimulatedProcessor& /*self*/) override {
    while (true)
      s4u::this_actor::suspend();
  }

  void post(SimulatedProcessor& self, const RemoteAccess& access) override {
    self.settle();
    dispatch([this, from = self.rank(), access] { (void)reach(from, access); });
  }

  void send(SimulatedProcessor& self, int to, std::uint64_t number, Message message) override {
    self.settle();
    dispatch([this, from = self.rank(), to, number, message = std::move(message)] {
      if (!transfer(from, to, message.bytes))
        return;
      auto& receiver = machine_.processor(to);
      receiver.deliver(number, message);
      if (receiver.activity() == SimulatedProcessor::Activity::awaiting_message &&
          receiver.has_message())
        actors_[static_cast<std::size_t>(to)]->resume();
    });
  }

  void await_message(SimulatedProcessor& self) override {
    while (!self.has_message())
      s4u::this_actor::suspend();
  }

  [[nodiscard]] double latency(int from, int to) override {
    return machine_.platform().route(from, to).latency;
  }

private:
  /// What a processor has asked, if it has.
  [[nodiscard]] std::optional<RemoteAccess> take_asked(const SimulatedProcessor& self) {
    return std::exchange(asked_[static_cast<std::size_t>(self.rank())], std::nullopt);
  }

  // Each of these has the caller wait until it is over, and tells whether nothing was lost.

  /// Carries a message from one host to another.
  [[nodiscard]] bool transfer(int source, int target, std::size_t bytes) {
    try {
      s4u::Comm::sendto(platform_.host(source), platform_.host(target),
                        machine_.parameters().wire_bytes(bytes));
    } catch (const simgrid::NetworkFailureException&) {
      return false;
    }
    if (jitter_ > 0)
      s4u::this_actor::sleep_for(jitter_ * unit_interval(delays_()));
    return !machine_.processor(target).failed();
  }

  /// Carries an access to its home and runs it there.
  [[nodiscard]] bool reach(int from, const RemoteAccess& access) {
    const double seconds =
        machine_.parameters().service_seconds(access.request_bytes, access.answer_bytes);
    if (!transfer(from, access.home, access.request_bytes) || !serve(access.home, seconds))
      return false;
    access.handler(machine_.tables());
    return true;
  }

  /// The same, and carries the answer back.
  [[nodiscard]] bool exchange(int from, const RemoteAccess& access) {
    return reach(from, access) && transfer(access.home, from, *access.answer_bytes);
  }

  /// Runs something in an actor of its own, now, while the caller goes on.
  void dispatch(std::function<void()> errand) {
    ++errands_under_way_;
    errands_.push_back(std::move(errand));
    if (idle_couriers_.empty()) {
      s4u::Actor::create("courier", platform_.host(0), [this] { run_courier(); })->daemonize();
    } else {
      const auto courier = idle_couriers_.back();
      idle_couriers_.pop_back();
      courier->resume();
    }
  }

  /// Serves an access that has just arrived at its home, which may fail first.
  [[nodiscard]] bool serve(int home, double seconds) {
    const double served = machine_.processor(home).timeline().serve(now(), seconds);
    if (served > now())
      s4u::this_actor::sleep_until(served);
    return !machine_.processor(home).failed();
  }

  /// Takes the failures, earliest first.
  void read_failures(const std::vector<Failure>& failures) {
    for (const auto& [time, rank, link] : failures) {
      if (!link.empty() && s4u::Link::by_name_or_null(link) == nullptr)
        throw InputError(
            fmt::format("--failures link:{}@{}: the platform has no such link", link, time));
      if (static_cast<std::size_t>(rank) >= actors_.size())
        throw InputError(fmt::format("--failures {}@{}: there are processors 0 to {}", rank, time,
                                     actors_.size() - 1));
    }
    failures_ = failures;
    std::stable_sort(
        failures_.begin(), failures_.end(),
        [](const Failure& left, const Failure& right) { return left.time < right.time; });
  }

  void run_failures() {
    for (const auto& [time, rank, link] : failures_) {
      s4u::this_actor::sleep_until(time);
      if (link.empty())
        fail(machine_.processor(rank));
      else
        s4u::Link::by_name(link)->turn_off();
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
    actors_[static_cast<std::size_t>(processor.rank())]->kill();
  }

  void run_processor(const std::function<void(SimulatedProcessor&)>& program,
                     SimulatedProcessor& self) {
    try {
      program(self);
      self.finish();
      // The couriers stop with the last processor, which therefore waits for them.
      if (--running_ == 0) {
        while (errands_under_way_ > 0) {
          drained_ = s4u::Actor::self();
          s4u::this_actor::suspend();
        }
      }
    } catch (const simgrid::ForcefulKillException&) {
      throw;
    } catch (...) {
      end_with(std::current_exception());
    }
  }

  void run_courier() {
    try {
      while (true) {
        if (errands_.empty()) {
          idle_couriers_.emplace_back(s4u::Actor::self());
          s4u::this_actor::suspend();
          continue; // another courier may have been quicker
        }
        const auto errand = std::move(errands_.front());
        errands_.pop_front();
        errand();
        if (--errands_under_way_ == 0 && drained_ != nullptr)
          drained_->resume();
      }
    } catch (const simgrid::ForcefulKillException&) {
      throw;
    } catch (...) {
      end_with(std::current_exception());
    }
  }

  void end_with(std::exception_ptr error) {
    if (!error_)
      error_ = std::move(error);
    s4u::Actor::kill_all();
  }

  SimulatedMachine& machine_;
  const Platform::Loaded& platform_;
  double jitter_;
  SplitMix64 delays_;
  std::vector<s4u::ActorPtr> actors_;              ///< by rank
  std::vector<std::optional<RemoteAccess>> asked_; ///< by rank, until it is waited for
  std::deque<std::function<void()>> errands_;
  std::vector<s4u::ActorPtr> idle_couriers_;
  std::size_t errands_under_way_ = 0;
  s4u::ActorPtr drained_;         ///< waits until no errand is under way
  std::vector<Failure> failures_; ///< earliest first
  std::size_t running_ = 0;       ///< processors that have neither finished nor failed
  std::exception_ptr error_;
};

} // namespace

std::unique_ptr<MachineEngine> make_flow_engine(SimulatedMachine& machine, int processors,
                                                const MachineSettings& settings) {
  return std::make_unique<FlowEngine>(machine, processors, settings);
}

} // namespace eldest
