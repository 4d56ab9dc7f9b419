#pragma once

#include "algorithms/search/any_processor.hpp"
#include "sim/machines/simulated/machine_engine.hpp"
#include "sim/machines/simulated/machine_processor.hpp"
#include "sim/machines/simulated/machine_progress.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace eldest {

/// A processor of a simulated machine, as an algorithm sees it; see the Processor concept. The
/// search runs for real, on a stack of its own, and only its time is modelled. Node work moves this
/// processor's own clock ahead of the machine's. The machine's clock catches up whenever this
/// processor must know what others have done; see TurnTaking.
///
/// In a search with a time limit, `poll` and the waits for messages throw SearchStopped once this
/// processor's own clock has reached the limit. A wait ends at the limit. Table accesses are made
/// even after the limit. Some come before the processor's next look for messages. By others, a
/// stopped search removes its marks from the tables.
class alignas(64) SimulatedProcessor final : public AnyProcessor {
public:
  /// A function that decides if a search continues to a depth; see EndsEarlier.
  using ContinuesTo = std::function<bool(int depth)>;

  /// Only the machine makes its processors. `speed`: units of work a second. `iteration_cost`: see
  /// MachineSettings. If `continues_to` is empty, every search continues to its nominal depth.
  SimulatedProcessor(MachineEngine& engine, MachineProgress& progress, MachineProcessor& self,
                     const ContinuesTo& continues_to, double speed, double iteration_cost)
      : AnyProcessor({.charges_work = true,
                      .awaits_answers = true,
                      .coherent = engine.hardware().has_coherent_caches()},
                     engine.hardware().tables(), self.rank(), static_cast<int>(engine.processors()),
                     &self.account().work),
        self_(self),
        seconds_per_unit_(1 / speed),
        engine_(engine),
        progress_(progress),
        continues_to_(continues_to),
        iteration_cost_(iteration_cost) {}

  /// Reads the processor's own clock, which takes the platform's `clock_time`.
  [[nodiscard]] double now() const override;

  void read(const BoundHandler& handler) override;
  void write(const BoundHandler& handler) override;

  void send(int to, Message message) override;
  /// Takes the next message that has come by the machine's clock. That clock lags behind this
  /// processor's by the time that the processor has spent since the last synchronisation of the
  /// two. The clocks are synchronised by waits for an answer, a lock or a message, and by accesses
  /// to the processor's own part of a table. If none of these has come since the last unsuccessful
  /// poll, the next poll synchronises the clocks first. So messages are received even if nothing
  /// else is communicated.
  [[nodiscard]] std::optional<Message> poll() override;
  [[nodiscard]] Message wait() override;
  [[nodiscard]] std::optional<Message> wait_for(double seconds) override;

  [[nodiscard]] double latency_to(int to) const override;

  [[nodiscard]] bool continues_to(int depth) const override {
    return !continues_to_ || continues_to_(depth);
  }
  void begin_iteration() override {
    if (iteration_cost_ > 0)
      self_.spend(iteration_cost_, &TimeAccount::communication);
  }
  void watch(const Counters* counters, const int* depth) override { self_.watch(counters, depth); }
  Phase enter_phase(Phase phase) override { return self_.enter_phase(phase); }

private:
  void charge(double units) override {
    operations_since_work_ = 0;
    self_.spend(units * seconds_per_unit_, &TimeAccount::work);
  }
  [[nodiscard]] bool has_answer() const override { return engine_.accesses().answered(rank()); }
  void wait_for_answer() override {
    if (!has_answer())
      engine_.accesses().await_answer(self_);
  }
  [[nodiscard]] bool wait_for_answer(double seconds) override {
    return has_answer() || engine_.accesses().await_answer_until(self_, self_.now() + seconds);
  }

  /// Counts an operation that is not work. Throws RunError after too many of them in a row, because
  /// the processor then seems to do nothing else any more.
  void count_operation();

  // Work needs only the first cache line. With many processors, that is not in the first-level
  // cache when the processor's turn comes.
  MachineProcessor& self_;
  double seconds_per_unit_;
  std::uint64_t operations_since_work_ = 0;
  MachineEngine& engine_;
  MachineProgress& progress_;
  const ContinuesTo& continues_to_;
  double iteration_cost_; ///< seconds
};

} // namespace eldest
