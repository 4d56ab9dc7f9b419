#pragma once

#include "algorithms/search/tables.hpp"
#include "sim/machines/accounts.hpp"
#include "sim/machines/threads/stop_watcher.hpp"
#include "sim/machines/threads/thread_processor.hpp"
#include "sim/machines/threads/thread_team.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace eldest {

class ThreadPool;
struct Trace;

/// A real machine for algorithms: cores of this computer, with tables that they share. Each object
/// runs one program, once.
class ThreadMachine {
public:
  ThreadMachine(int processors, const TableSettings& tables, const ThreadSettings& settings);

  /// Runs `program` on every processor, each in a thread, until all have returned. An exception on
  /// one processor ends the program on the others. `run` throws the first exception again once all
  /// have returned. Throws std::system_error, and runs the program on no processor, if the system
  /// does not have enough threads.
  void run(const std::function<void(ThreadProcessor&)>& program);
  /// Runs `program` in the threads of `pool`, which has as many as there are processors.
  void run(const std::function<void(ThreadProcessor&)>& program, ThreadPool& pool);

  /// Ends the program once all processors together have visited `nodes` nodes, 1 or more. A
  /// processor counts its nodes after every few polls, if it stores its progress.
  void limit_nodes(std::uint64_t nodes) { team_.node_limit = nodes; }

  /// Records in `trace` what every processor does, from the start on. `trace` must live until the
  /// end of `run`.
  void record(Trace& trace) { trace_ = &trace; }

  /// Ends the program on all processors. Any thread may call this at any time, but only once.
  void stop(StopReason reason);
  /// Ends the program on all processors, without a stop reason. Any thread may call this at any
  /// time.
  void give_up() { team_.stop(); }
  /// The reason that `stop` was called with, or nothing if it was not called. Call this when
  /// nothing can call `stop` any more.
  [[nodiscard]] std::optional<StopReason> stop_reason() const { return stop_reason_; }

  /// Seconds from the start until the last processor had finished.
  [[nodiscard]] double time() const { return time_; }
  /// One processor's account of `time()`. It includes times at which the processor's thread had no
  /// core.
  [[nodiscard]] const TimeAccount& account(int rank) const { return run_of(rank).account; }
  /// Seconds for which a core ran the processor's thread.
  [[nodiscard]] double cpu_time(int rank) const { return run_of(rank).cpu; }

  [[nodiscard]] Tables& tables() { return team_.tables; }
  [[nodiscard]] int processors() const { return static_cast<int>(runs_.size()); }
  [[nodiscard]] ThreadProcessor& processor(int rank) {
    return *processors_[static_cast<std::size_t>(rank)];
  }

private:
  /// The record of one thread, complete after the thread's end.
  struct ThreadRun {
    std::uint64_t finished_at = 0; ///< ticks
    double cpu = 0;                ///< seconds
    TimeAccount account;
  };

  void run_thread(int rank, const std::function<void(ThreadProcessor&)>& program);
  /// Runs the program on processor `rank`, and records the processor's states in ticks.
  void run_recorded(int rank, const std::function<void(ThreadProcessor&)>& program);
  void close_accounts();
  void close_records();

  [[nodiscard]] ThreadRun& run_of(int rank) { return runs_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const ThreadRun& run_of(int rank) const {
    return runs_[static_cast<std::size_t>(rank)];
  }

  ThreadTeam team_;
  std::optional<StopReason> stop_reason_;
  std::mutex error_mutex_;
  std::exception_ptr error_;    ///< the first exception of a processor
  std::vector<ThreadRun> runs_; ///< by rank
  std::vector<std::unique_ptr<ThreadProcessor>> processors_;
  Trace* trace_ = nullptr;
  double time_ = 0;
};

} // namespace eldest
