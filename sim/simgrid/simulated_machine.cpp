// The model `flow`, in SimGrid; nothing outside this folder includes that.
#include "sim/simgrid/flow_engine.hpp"

#include "sim/run_error.hpp"
#include "sim/simgrid/loaded_platform.hpp"
#include "sim/simulated_machine.hpp"
#include "trees/random.hpp"

#include <fmt/format.h>
#include <simgrid/Exception.hpp>
#include <simgrid/s4u.hpp>

#include <cstddef>
#include <deque>
#include <exception>
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
    s4u::Engine::on_deadlock_cb([this] { throw RunError("deadlock: " + machine_.states()); });
  }

  void run(const std::function<void(SimulatedProcessor&)>& program) override {
    for (std::size_t rank = 0; rank < actors_.size(); ++rank)
      actors_[rank] = s4u::Actor::create(
          fmt::format("processor-{}", rank), platform_.hosts()[rank],
          [this, &program, &self = *machine_.processors()[rank]] { run_processor(program, self); });
    platform_.engine().run();
    if (failure_)
      std::rethrow_exception(failure_);
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

  void await_answer(SimulatedProcessor& self) override {
    auto& access = asked_[static_cast<std::size_t>(self.rank())];
    const auto& machine = machine_.parameters();
    transfer(self.rank(), access.home, access.request_bytes);
    serve(access.home, machine.service_seconds(access.request_bytes, access.answer_bytes));
    access.handler(machine_.tables());
    transfer(access.home, self.rank(), *access.answer_bytes);
  }

  void post(SimulatedProcessor& self, const RemoteAccess& access) override {
    self.settle();
    dispatch([this, from = self.rank(), access] {
      transfer(from, access.home, access.request_bytes);
      serve(access.home, machine_.parameters().service_seconds(access.request_bytes, std::nullopt));
      access.handler(machine_.tables());
    });
  }

  void send(SimulatedProcessor& self, int to, std::uint64_t number, Message message) override {
    self.settle();
    dispatch([this, from = self.rank(), to, number, message = std::move(message)] {
      transfer(from, to, message.bytes);
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
  /// Carries a message from one host to another; the caller waits until it has arrived.
  void transfer(int source, int target, std::size_t bytes) {
    s4u::Comm::sendto(platform_.host(source), platform_.host(target),
                      machine_.parameters().wire_bytes(bytes));
    if (jitter_ > 0)
      s4u::this_actor::sleep_for(jitter_ * unit_interval(delays_()));
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

  /// Serves an access that has just arrived at its home; the caller waits until it has been served.
  void serve(int home, double seconds) {
    const double served = machine_.processor(home).timeline().serve(now(), seconds);
    if (served > now())
      s4u::this_actor::sleep_until(served);
  }

  void run_processor(const std::function<void(SimulatedProcessor&)>& program,
                     SimulatedProcessor& self) {
    try {
      program(self);
      self.finish();
      // The couriers stop with the last processor, which therefore waits for them.
      if (++finished_ == actors_.size()) {
        while (errands_under_way_ > 0) {
          drained_ = s4u::Actor::self();
          s4u::this_actor::suspend();
        }
      }
    } catch (const simgrid::ForcefulKillException&) {
      throw;
    } catch (...) {
      fail(std::current_exception());
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
      fail(std::current_exception());
    }
  }

  void fail(std::exception_ptr failure) {
    if (!failure_)
      failure_ = std::move(failure);
    s4u::Actor::kill_all();
  }

  SimulatedMachine& machine_;
  const Platform::Loaded& platform_;
  double jitter_;
  SplitMix64 delays_;
  std::vector<s4u::ActorPtr> actors_; ///< by rank
  std::vector<RemoteAccess> asked_;   ///< by rank
  std::deque<std::function<void()>> errands_;
  std::vector<s4u::ActorPtr> idle_couriers_;
  std::size_t errands_under_way_ = 0;
  s4u::ActorPtr drained_; ///< waits until no errand is under way
  std::size_t finished_ = 0;
  std::exception_ptr failure_;
};

} // namespace

std::unique_ptr<MachineEngine> make_flow_engine(SimulatedMachine& machine, int processors,
                                                const MachineSettings& settings) {
  return std::make_unique<FlowEngine>(machine, processors, settings);
}

} // namespace eldest
