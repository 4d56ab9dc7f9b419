#pragma once

#include "algorithms/search/counters.hpp"
#include "algorithms/search/critical_path.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/nominal_depth.hpp"
#include "algorithms/search/phase.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/table_access.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/search/wire.hpp"

#include <optional>

namespace eldest {

/// A processor of any machine; see the Processor concept. A search that is compiled for this class
/// runs on every machine whose processors are derived from it. A call of a function then takes some
/// nanoseconds more than on a processor whose type the compiler knows.
class AnyProcessor {
public:
  AnyProcessor(const AnyProcessor&) = delete;
  AnyProcessor& operator=(const AnyProcessor&) = delete;
  virtual ~AnyProcessor() = default;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return processors_; }
  [[nodiscard]] virtual double now() const = 0;

  virtual void work(double units) = 0;

  template <AskedHandler H> void ask(Key key, H& handler) {
    if (tables_.has<H>())
      read(TableAccess::read(tables_, key, rank_, handler));
  }
  [[nodiscard]] virtual bool answered() const = 0;
  virtual void await_answer() = 0;
  [[nodiscard]] virtual bool await_answer_for(double seconds) = 0;

  template <TableHandler H> void post(Key key, const H& handler) {
    if (tables_.has<H>())
      write(TableAccess::write(tables_, key, rank_, handler));
  }

  /// Begins the access of an `ask`. Its handler must live until the wait for the answer ends.
  virtual void read(const TableAccess& access) = 0;
  /// Makes the access of a `post`.
  virtual void write(const TableAccess& access) = 0;

  virtual void send(int to, Message message) = 0;
  [[nodiscard]] virtual std::optional<Message> poll() = 0;
  [[nodiscard]] virtual Message wait() = 0;
  [[nodiscard]] virtual std::optional<Message> wait_for(double seconds) = 0;

  [[nodiscard]] virtual double latency_to(int rank) const = 0;

  /// The tables in which handlers run, or this process's part of them.
  [[nodiscard]] Tables& tables() const { return tables_; }

  /// See the AccountsForWork concept.
  [[nodiscard]] std::optional<double> work_done() const {
    return work_done_ == nullptr ? std::nullopt : std::optional(*work_done_);
  }
  /// See the ShowsNodes concept.
  [[nodiscard]] NodeWatcher* node_watcher() const { return watcher_; }
  /// Sets the observer of the processor's search, or none if `watcher` is null.
  void watch_nodes(NodeWatcher* watcher) { watcher_ = watcher; }

  // By default, these functions do nothing. A machine overrides those that it supports.

  /// See the EndsEarlier concept.
  [[nodiscard]] virtual bool continues_to(int /*depth*/) const { return true; }
  /// See the ShowsProgress concept.
  virtual void watch(const Counters* /*counters*/, const int* /*depth*/) {}
  /// See the ShowsPhases concept.
  virtual Phase enter_phase(Phase phase) { return phase; }
  /// See the ShowsIterations concept.
  virtual void show_iteration(const IterationResult& /*result*/) {}
  /// See the CrossesWires concept.
  virtual void enter_game(const wire::Root* /*root*/, int /*depth*/) {}

protected:
  /// `work_done` points to the seconds that the processor has spent on visits of nodes. It is null
  /// if the processor does not account for its work. `tables` and `*work_done` must outlive the
  /// processor.
  AnyProcessor(Tables& tables, int rank, int processors, const double* work_done = nullptr)
      : tables_(tables), work_done_(work_done), rank_(rank), processors_(processors) {}

private:
  Tables& tables_;
  NodeWatcher* watcher_ = nullptr;
  const double* work_done_;
  int rank_;
  int processors_;
};

static_assert(Processor<AnyProcessor> && ShowsPhases<AnyProcessor> && ShowsProgress<AnyProcessor> &&
              ShowsNodes<AnyProcessor> && AccountsForWork<AnyProcessor> &&
              EndsEarlier<AnyProcessor> && ShowsIterations<AnyProcessor> &&
              wire::CrossesWires<AnyProcessor>);

} // namespace eldest
