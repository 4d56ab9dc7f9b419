#pragma once

#include "algorithms/search/critical_path.hpp"
#include "algorithms/search/nominal_depth.hpp"
#include "algorithms/search/phase.hpp"
#include "algorithms/search/processor.hpp"
#include "sim/machines/simulated/in_flight_message.hpp"
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
class alignas(64) SimulatedProcessor {
public:
  /// A function that decides if a search continues to a depth; see EndsEarlier.
  using ContinuesTo = std::function<bool(int depth)>;

  /// Only the machine makes its processors. `speed`: units of work a second. If `continues_to` is
  /// empty, every search continues to its nominal depth.
  SimulatedProcessor(MachineEngine& engine, MachineProgress& progress, MachineProcessor& self,
                     const ContinuesTo& continues_to, double speed)
      : engine_(engine),
        progress_(progress),
        tables_(engine.hardware().tables()),
        self_(self),
        continues_to_(continues_to),
        rank_(self.rank()),
        processors_(static_cast<int>(engine.processors())),
        seconds_per_unit_(1 / speed) {}
  SimulatedProcessor(const SimulatedProcessor&) = delete;
  SimulatedProcessor& operator=(const SimulatedProcessor&) = delete;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return processors_; }
  [[nodiscard]] double now() const { return self_.now(); }

  void work(double units) {
    operations_since_work_ = 0;
    self_.spend(units * seconds_per_unit_, &TimeAccount::work);
  }

  template <AskedHandler H> void ask(Key key, H& handler) {
    if (!tables_.has<H>())
      return;
    tables_.prefetch<H>(key, rank_);
    ask(TableAccess::read(tables_, key, rank_, handler));
  }
  [[nodiscard]] bool answered() const { return engine_.accesses().answered(rank_); }
  void await_answer() {
    if (!answered())
      engine_.accesses().await_answer(self_);
  }
  [[nodiscard]] bool await_answer_for(double seconds) {
    return answered() || engine_.accesses().await_answer_until(self_, now() + seconds);
  }

  template <TableHandler H> void post(Key key, const H& handler) {
    if (!tables_.has<H>())
      return;
    tables_.prefetch<H>(key, rank_);
    post(TableAccess::write(tables_, key, rank_, handler));
  }

  void send(int to, Message message);
  /// Takes the next message that has come by the machine's clock. That clock lags behind this
  /// processor's by the time that the processor has spent since the last synchronisation of the
  /// two. The clocks are synchronised by waits for an answer, a lock or a message, and by accesses
  /// to the processor's own part of a table. If none of these has come since the last unsuccessful
  /// poll, the next poll synchronises the clocks first. So messages are received even if nothing
  /// else is communicated.
  [[nodiscard]] std::optional<Message> poll();
  [[nodiscard]] Message wait();
  [[nodiscard]] std::optional<Message> wait_for(double seconds);

  [[nodiscard]] double latency_to(int rank) const;

  /// See the EndsEarlier concept.
  [[nodiscard]] bool continues_to(int depth) const {
    return !continues_to_ || continues_to_(depth);
  }
  /// See the AccountsForWork concept.
  [[nodiscard]] double work_done() const { return self_.account().work; }
  /// See the ShowsProgress concept.
  void watch(const Counters* counters, const int* depth) { self_.watch(counters, depth); }
  /// See the ShowsNodes concept.
  [[nodiscard]] NodeWatcher* node_watcher() const { return self_.node_watcher(); }
  /// See the ShowsPhases concept.
  Phase enter_phase(Phase phase) { return self_.enter_phase(phase); }

private:
  void ask(const TableAccess& access);
  void post(const TableAccess& access);
  /// Counts an operation that is not work. Throws RunError after too many of them in a row, because
  /// the processor then seems to do nothing else any more.
  void count_operation();

  // One cache line, because with many processors it is not in the first-level cache when the
  // processor's turn comes.
  MachineEngine& engine_;
  MachineProgress& progress_;
  Tables& tables_;
  MachineProcessor& self_;
  const ContinuesTo& continues_to_;
  int rank_;
  int processors_;
  double seconds_per_unit_;
  std::uint64_t operations_since_work_ = 0;
};

static_assert(Processor<SimulatedProcessor> && ShowsPhases<SimulatedProcessor> &&
              ShowsProgress<SimulatedProcessor> && ShowsNodes<SimulatedProcessor> &&
              AccountsForWork<SimulatedProcessor> && EndsEarlier<SimulatedProcessor>);

} // namespace eldest
