#pragma once

#include "algorithms/tables.hpp"
#include "sim/machines/accounts.hpp"
#include "sim/machines/cluster/cluster_network.hpp"
#include "sim/machines/cluster/cluster_processor.hpp"

#include <exception>
#include <functional>

namespace eldest {

/// The processes of a network as a real machine for algorithms: each has one processor and keeps
/// its part of the tables, and nothing else is shared. Every process makes its own object, with the
/// same settings, and all members that say so are collective.
///
/// A program ends in two steps, so that nobody leaves while a packet may still come. A process
/// whose program has returned enters a barrier, in which it still serves the others (a
/// nonblocking consensus). Once all are in it nobody asks for anything any more; then each process
/// is told how many packets have been sent to it, and takes those that have not come yet (a
/// personalised census). Both are from Hoefler, Siebert & Lumsdaine, Scalable communication
/// protocols for dynamic sparse data exchange (PPoPP 2010); their NBX needs synchronous sends,
/// which would cost every request an acknowledgement.
class ClusterMachine {
public:
  /// `processors`: at most the number of processes; those of a higher rank run no program, and keep
  /// nothing. Not collective.
  ClusterMachine(ClusterNetwork& network, int processors, const TableSettings& tables);

  /// Runs a program on every processor, all of which begin at the same time, until all have
  /// returned. Collective. An exception of the program on one of them ends it on the others, and is
  /// `error()` there afterwards. May be called again; the tables are kept.
  void run(const std::function<void(ClusterProcessor&)>& program);

  /// Ends the program on all processors. Any thread may call this, at any time.
  void stop(StopReason reason) { processor_.request_stop(reason); }
  /// Why the program was ended by some process, as far as this one knows.
  [[nodiscard]] ClusterStop stopped_by() const { return processor_.stopped_by(); }
  /// What the program threw in this process in the last run, if it did.
  [[nodiscard]] std::exception_ptr error() const { return error_; }

  // Of the last run, in this process:

  /// Seconds from the start until its own program returned.
  [[nodiscard]] double finished_at() const { return finished_at_; }
  /// Seconds of that time for which the process was running.
  [[nodiscard]] double cpu_time() const { return cpu_; }
  /// The account of that time, without what comes after it.
  [[nodiscard]] const TimeAccount& account() const { return account_; }

  [[nodiscard]] const ClusterProcessor& processor() const { return processor_; }
  [[nodiscard]] Tables& tables() { return tables_; }
  [[nodiscard]] int processors() const { return processor_.processors(); }
  /// Whether this process has one of the processors.
  [[nodiscard]] bool takes_part() const { return processor_.rank() < processors(); }

private:
  void wait_for_start();
  void run_program(const std::function<void(ClusterProcessor&)>& program);
  void wait_for_end();
  /// Calls a function; keeps the first exception, and tells all processes that there is one.
  template <class Function> void attempt(Function function);

  ClusterNetwork& network_;
  Tables tables_;
  ClusterProcessor processor_;
  std::exception_ptr error_;
  bool counted_ = false; ///< whether nothing is sent any more in this run
  double finished_at_ = 0;
  double cpu_ = 0;
  TimeAccount account_;
};

} // namespace eldest
