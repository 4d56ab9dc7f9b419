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

/// Makes this process's window for its part of the tables, still to be opened. Returns null if
/// entries are accessed by messages, or by a single processor. Throws InputError if the tables do
/// not allow one-sided access.
[[nodiscard]] std::unique_ptr<NetworkWindow> window_for(ClusterNetwork& network,
                                                        const ClusterLayout& layout,
                                                        const TableSettings& tables,
                                                        RemoteAccess access);

/// A real machine for algorithms: the processes of a network. Each process has one processor or
/// several, which are threads, and keeps its part of the tables. Processes share nothing else.
/// Every process makes its own object, with the same settings. Every process must call the members
/// that are called collective, in the same order.
///
/// A program ends in two steps, so that no process leaves while a packet may still come:
///
/// - A process whose program has returned enters a barrier, in which it still serves the others (a
///   nonblocking consensus). Once all processes are in the barrier, none sends requests any more.
/// - Each process is told how many packets have been sent to it, and waits for those that have not
///   come yet (a personalised census).
///
/// Both steps are from Hoefler, Siebert & Lumsdaine, Scalable communication protocols for dynamic
/// sparse data exchange (PPoPP 2010). Their algorithm NBX, which joins the two, is not used. It
/// needs synchronous sends, which would cost every request an acknowledgement.
class ClusterMachine {
public:
  /// A process without a processor runs no program and keeps no entries. `window`: as made by
  /// `window_for`, opened, or null; its memory keeps the entries. Throws InputError if the network
  /// cannot serve several threads of a process.
  ClusterMachine(ClusterNetwork& network, const ClusterLayout& layout, const TableSettings& tables,
                 NetworkWindow* window = nullptr);

  /// Runs `program` on every processor until all have returned. All begin at the same time.
  /// Collective. An exception on one processor ends the program on the others. In that processor's
  /// process, `error()` returns the exception afterwards. May be called again; the tables keep
  /// their entries.
  void run(const std::function<void(ClusterProcessor&)>& program);

  /// Ends the program on all processors, at their next look for messages. Any thread may call this,
  /// at any time.
  void stop(StopReason reason) { endpoint_.request_stop(reason); }
  /// The reason why some process has ended the program early, as far as this process knows, or
  /// `ClusterStop::none`.
  [[nodiscard]] ClusterStop stopped_by() const { return endpoint_.stopped_by(); }
  /// The first exception in this process in the last run, or null.
  [[nodiscard]] std::exception_ptr error() const { return error_; }

  /// The record of one processor of this process in the last run.
  struct ProcessorRun {
    double finished_at = 0; ///< seconds from the start until its program returned
    double cpu = 0;         ///< seconds of that time during which a core ran its thread
    TimeAccount account;    ///< the uses of the time until `finished_at`
  };
  /// The records of this process's processors, by thread.
  [[nodiscard]] const std::vector<ProcessorRun>& runs() const { return runs_; }
  [[nodiscard]] const ClusterProcessor& processor(int thread) const {
    return *processors_[static_cast<std::size_t>(thread)];
  }
  [[nodiscard]] Tables& tables() { return tables_; }

private:
  [[nodiscard]] int own_processors() const { return static_cast<int>(runs_.size()); }
  /// The port of this process's first processor, for packets that are handled outside of a program.
  [[nodiscard]] ClusterPort& first() { return processors_.front()->port(); }

  void run_threads(const std::function<void(ClusterProcessor&)>& program);
  void run_program(int thread, const std::function<void(ClusterProcessor&)>& program);
  void start_together();
  void serve_until_all_have_returned();
  /// Tells all processes of a stop that was requested in this one. Then handles at most one packet
  /// that has come, and answers it if it is a request. Returns true if it handled a packet.
  [[nodiscard]] bool serve();
  void wait_for_end();
  /// Calls `function`. If it throws, keeps the exception, unless one is kept already. Also tells
  /// all processes to stop, unless `counted_` is true. The packets that tell them are counted for
  /// `port`.
  template <class Function> void attempt(ClusterPort& port, Function function);

  ClusterNetwork& network_;
  NetworkWindow* window_; ///< null if entries are accessed by messages
  std::optional<std::pmr::monotonic_buffer_resource> window_memory_;
  Tables tables_;
  ClusterEndpoint endpoint_;
  /// By thread; at least one, even in a process without a processor of the search.
  std::vector<std::unique_ptr<ClusterProcessor>> processors_;
  std::vector<ProcessorRun> runs_;
  std::mutex error_mutex_;
  std::exception_ptr error_;
  std::atomic<int> running_ = 0; ///< threads whose program has not returned
  /// True once all packets of this run are counted, so that none may be sent any more.
  bool counted_ = false;
};

} // namespace eldest
