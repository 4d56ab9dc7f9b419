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

/// A real machine for algorithms: the processes of a network. Each process has one processor or
/// several, which are threads, and keeps its part of the tables. Processes share nothing else.
/// Every process makes its own object, with the same settings, and all members that say so are
/// collective.
///
/// A program ends in two steps, so that no process leaves while a packet may still come:
///
/// - A process whose program has returned enters a barrier, in which it still serves the others (a
///   nonblocking consensus). Once all processes are in the barrier, none sends requests any more.
/// - Each process is told how many packets have been sent to it, and takes those that have not come
///   yet (a personalised census).
///
/// Both are from Hoefler, Siebert & Lumsdaine, Scalable communication protocols for dynamic sparse
/// data exchange (PPoPP 2010). Their NBX needs synchronous sends, which would cost every request an
/// acknowledgement.
class ClusterMachine {
public:
  /// A process without a processor runs no program and keeps no entries. A single processor needs
  /// no one-sided access and does not use it. With one-sided access, construction and destruction
  /// are collective. Throws InputError if the network cannot serve several threads of a process, or
  /// if the tables do not allow one-sided access.
  ClusterMachine(ClusterNetwork& network, const ClusterLayout& layout, const TableSettings& tables,
                 RemoteAccess access = RemoteAccess::messages);

  /// Runs `program` on every processor until all have returned. All begin at the same time.
  /// Collective. An exception on one processor ends the program on the others, and is `error()` in
  /// its process afterwards. May be called again; the tables are kept.
  void run(const std::function<void(ClusterProcessor&)>& program);

  /// Ends the program on all processors. Any thread may call this, at any time.
  void stop(StopReason reason) { endpoint_.request_stop(reason); }
  /// The reason why some process has ended the program early, as far as this one knows, or
  /// `ClusterStop::none`.
  [[nodiscard]] ClusterStop stopped_by() const { return endpoint_.stopped_by(); }
  /// The first exception of the program in this process in the last run, or null.
  [[nodiscard]] std::exception_ptr error() const { return error_; }

  /// The record of one processor of this process in the last run.
  struct ProcessorRun {
    double finished_at = 0; ///< seconds from the start until its program returned
    double cpu = 0;         ///< seconds of that time during which its thread was running
    TimeAccount account;    ///< of that time, without what comes after it
  };
  /// By thread of this process.
  [[nodiscard]] const std::vector<ProcessorRun>& runs() const { return runs_; }
  [[nodiscard]] const ClusterProcessor& processor(int thread) const {
    return *processors_[static_cast<std::size_t>(thread)];
  }
  [[nodiscard]] Tables& tables() { return tables_; }

private:
  [[nodiscard]] int own_processors() const { return static_cast<int>(runs_.size()); }
  /// The port of the first processor, for packets that are handled outside of a program.
  [[nodiscard]] ClusterPort& first() { return processors_.front()->port(); }

  void run_threads(const std::function<void(ClusterProcessor&)>& program);
  void run_program(int thread, const std::function<void(ClusterProcessor&)>& program);
  void start_together();
  void serve_until_all_have_returned();
  /// Passes on a stop that was requested here, and handles a packet, with an answer if it is a
  /// request. Returns true if a packet has come.
  [[nodiscard]] bool serve();
  void wait_for_end();
  /// Calls `function`. Keeps the first exception, and tells all processes that there is one.
  template <class Function> void attempt(ClusterPort& port, Function function);

  ClusterNetwork& network_;
  std::unique_ptr<NetworkWindow> window_; ///< null if entries are accessed by messages
  std::optional<std::pmr::monotonic_buffer_resource> window_memory_;
  Tables tables_;
  ClusterEndpoint endpoint_;
  std::vector<std::unique_ptr<ClusterProcessor>> processors_; ///< at least one
  std::vector<ProcessorRun> runs_;
  std::mutex error_mutex_;
  std::exception_ptr error_;
  std::atomic<int> running_ = 0; ///< threads whose program has not returned
  bool counted_ = false;         ///< true if nothing is sent any more in this run
};

} // namespace eldest
