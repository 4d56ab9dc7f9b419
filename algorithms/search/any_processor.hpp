#pragma once

#include "algorithms/search/bound_handler.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/critical_path.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/nominal_depth.hpp"
#include "algorithms/search/phase.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/search/wire.hpp"

#include <optional>

namespace eldest {

/// A processor of any machine; see the Processor concept. Searches are compiled for this class, and
/// run on every machine whose processors are derived from it. A call of a machine's function takes
/// some nanoseconds more than on a processor whose type the compiler knows.
class AnyProcessor {
public:
  AnyProcessor(const AnyProcessor&) = delete;
  AnyProcessor& operator=(const AnyProcessor&) = delete;
  virtual ~AnyProcessor() = default;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return processors_; }
  [[nodiscard]] virtual double now() const = 0;

  void work(double units) {
    if (machine_.charges_work)
      charge(units);
  }

  template <AskedHandler H> void ask(Key key, H& handler) {
    if (tables_.has<H>())
      read(BoundHandler::reference_to(key, rank_, handler));
  }
  [[nodiscard]] bool answered() const { return !machine_.awaits_answers || has_answer(); }
  void await_answer() {
    if (machine_.awaits_answers)
      wait_for_answer();
  }
  [[nodiscard]] bool await_answer_for(double seconds) {
    return !machine_.awaits_answers || wait_for_answer(seconds);
  }

  template <TableHandler H> void post(Key key, H handler) {
    static_assert(BoundHandler::can_hold<H>, "a posted handler is a few words");
    if (tables_.has<H>())
      write(BoundHandler::reference_to(key, rank_, handler));
  }

  /// See the PrefetchesTables concept. Does nothing on a machine that awaits answers.
  template <TableHandler H, class MakeKey>
  [[gnu::always_inline]] void prefetch(const MakeKey& key) const {
    if (!machine_.awaits_answers && tables_.has<H>())
      tables_.prefetch<H>(key(), rank_);
  }

  /// Returns true if the processor keeps what it reads of the tables in a coherent cache.
  [[nodiscard]] bool has_coherent_caches() const { return machine_.coherent; }
  /// See the WatchesWords concept.
  template <TableHandler H> [[nodiscard]] bool unchanged(Key key, Key word) const {
    return machine_.coherent && tables_.has<H>() && tables_.watched_word<H>(key) == word;
  }

  virtual void send(int to, Message message) = 0;
  /// Returns the next message that has come, or nothing. If it returns a message, it calls
  /// `record_poll` first.
  [[nodiscard]] virtual std::optional<Message> poll() = 0;
  [[nodiscard]] virtual Message wait() = 0;
  [[nodiscard]] virtual std::optional<Message> wait_for(double seconds) = 0;

  /// See the TimesPolls concept.
  [[nodiscard]] double last_poll_began() const { return last_poll_began_; }

  [[nodiscard]] virtual double latency_to(int rank) const = 0;

  /// Begins the access of an `ask`. Its handler must live until the wait for the answer ends.
  /// Unless the machine awaits answers, the access is over when this returns.
  virtual void read(const BoundHandler& handler) = 0;
  /// Makes the access of a `post`. Its handler must live until this returns.
  virtual void write(const BoundHandler& handler) = 0;

  /// The tables in which handlers run, or this process's part of them.
  [[nodiscard]] Tables& tables() const { return tables_; }

  /// See the AccountsForWork concept.
  [[nodiscard]] const double* work_done() const { return work_done_; }
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
  /// See the BeginsIterations concept.
  virtual void begin_iteration() {}
  /// See the ShowsIterations concept.
  virtual void show_iteration(const IterationResult& /*result*/) {}
  /// See the CrossesWires concept.
  virtual void enter_game(const wire::Root* /*root*/, int /*depth*/) {}

protected:
  /// Properties of a machine, which this class reads without a virtual call.
  struct Machine {
    bool charges_work;   ///< work takes the time that `charge` accounts for, and not its own
    bool awaits_answers; ///< the answer to a read may come after the call of `read`
    /// Processors keep what they read of the tables in caches, which are coherent.
    bool coherent = false;
  };

  /// `work_done` points to the seconds that the processor has spent on visits of nodes. It is null
  /// if the processor does not account for its work. `tables` and `*work_done` must outlive the
  /// processor.
  AnyProcessor(const Machine& machine, Tables& tables, int rank, int processors,
               const double* work_done = nullptr)
      : tables_(tables),
        work_done_(work_done),
        rank_(rank),
        processors_(processors),
        machine_(machine) {}

  /// Records the time, by the processor's clock, at which a poll that returns a message began.
  void record_poll(double begun) { last_poll_began_ = begun; }

private:
  // Of a machine that charges work:

  /// Accounts for the time of work.
  virtual void charge(double /*units*/) {}

  // Of a machine that awaits answers:

  [[nodiscard]] virtual bool has_answer() const { return true; }
  /// Waits for the answer, unless that has come.
  virtual void wait_for_answer() {}
  /// Waits like `wait_for_answer`, at most `seconds`. Returns true if the answer has come.
  [[nodiscard]] virtual bool wait_for_answer(double /*seconds*/) { return true; }

  Tables& tables_;
  NodeWatcher* watcher_ = nullptr;
  const double* work_done_;
  int rank_;
  int processors_;
  Machine machine_;
  double last_poll_began_ = 0;
};

static_assert(Processor<AnyProcessor> && ShowsPhases<AnyProcessor> && ShowsProgress<AnyProcessor> &&
              ShowsNodes<AnyProcessor> && AccountsForWork<AnyProcessor> &&
              EndsEarlier<AnyProcessor> && ShowsIterations<AnyProcessor> &&
              PrefetchesTables<AnyProcessor> && WatchesWords<AnyProcessor> &&
              TimesPolls<AnyProcessor> && wire::CrossesWires<AnyProcessor>);

} // namespace eldest
