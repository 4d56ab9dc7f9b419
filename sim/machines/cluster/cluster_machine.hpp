#pragma once

#include "algorithms/search/tables.hpp"
#include "sim/machines/accounts.hpp"
#include "sim/machines/cluster/cluster_endpoint.hpp"
#include "sim/machines/cluster/cluster_layout.hpp"
#include "sim/machines/cluster/cluster_network.hpp"
#include "sim/machines/cluster/cluster_processor.hpp"

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <vector>

namespace eldest {

/// The processes of a network as a real machine for algorithms: each has one processor or several,
/// which are threads, and keeps its part of the tables, and nothing else is shared. Every process
/// makes its own object, with the same settings, and all members that say so are collective.
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
  /// Processes without a processor run no program, and keep nothing. One processor alone needs no
  /// one-sided access, and has none. Collective if the access is one-sided, and so is the
  /// destruction then. Throws InputError if the network cannot serve so many threads, or if tables
  /// cannot be accessed so.
  ClusterMachine(ClusterNetwork& network, const ClusterLayout& layout, const TableSettings& tables,
                 RemoteAccess access = RemoteAccess::messages);

  /// Runs a program on every processor, all of which begin at the same time, until all have
  /// returned. Collective. An exception of the program on one of them ends it on the others, and is
  /// `error()` there afterwards. May be called again; the tables are kept.
  void run(const std::function<void(ClusterProcessor&)>& program);

  /// Ends the program on all processors. Any thread may call this, at any time.
  void stop(StopReason reason) { endpoint_.request_stop(reason); }
  /// Why the program was ended by some process, as far as this one knows.
  [[nodiscard]] ClusterStop stopped_by() const { return endpoint_.stopped_by(); }
  /// What the program threw in this process in the last run, if it did; the first.
  [[nodiscard]] std::exception_ptr error() const { return error_; }

  /// The record of one processor of this process in the last run.
  struct ProcessorRun {
    double finished_at = 0; ///< seconds from the start until its program returned
    double cpu = 0;         ///< seconds of that time for which its thread was running
    TimeAccount account;    ///< of that time, without what comes after it
  };
  /// By thread.
  [[nodiscard]] const std::vector<ProcessorRun>& runs() const { return runs_; }
  [[nodiscard]] const ClusterProcessor& processor(int thread) const {
    return *processors_[static_cast<std::size_t>(thread)];
  }
  [[nodiscard]] Tables& tables() { return tables_; }

private:
  [[nodiscard]] int own_processors() const { return static_cast<int>(runs_.size()); }
  /// The processor that sees to packets while none of this process runs a program.
  [[nodiscard]] ClusterPort& first() { return processors_.front()->port(); }

  void run_threads(const std::function<void(ClusterProcessor&)>& program);
  void run_program(int thread, const std::function<void(ClusterProcessor&)>& program);
  void start_together();
  void serve_until_all_have_returned();
  /// Sees to what has been asked for here, or to a packet, while somebody may await an answer;
  /// returns whether a packet has come.
  [[nodiscard]] bool serve();
  void wait_for_end();
  /// Calls a function; keeps the first exception, and tells all processes that there is one.
  template <class Function> void attempt(ClusterPort& port, Function function);

  ClusterNetwork& network_;
  std::unique_ptr<NetworkWindow> window_; ///< null: entries are accessed by messages
  std::optional<std::pmr::monotonic_buffer_resource> window_memory_;
  Tables tables_;
  ClusterEndpoint endpoint_;
  std::vector<std::unique_ptr<ClusterProcessor>> processors_; ///< at least one
  std::vector<ProcessorRun> runs_;
  std::mutex error_mutex_;
  std::exception_ptr error_;
  std::atomic<int> running_ = 0; ///< threads whose program has not returned
  bool counted_ = false;         ///< whether nothing is sent any more in this run
};

} // namespace eldest
