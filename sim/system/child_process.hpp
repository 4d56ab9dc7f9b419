#pragma once

#include "sim/system/interrupts.hpp"
#include "sim/system/task.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// Limits of a child process, which is ended if it exceeds one of them.
struct ProcessLimits {
  std::optional<int> cpu_seconds{};     ///< of processor time
  std::optional<double> wall_seconds{}; ///< from its start
};

/// Child processes that run a task each. The crash of one is then only its own error, and each may
/// have the one engine that SimGrid allows a process. An exception that a task throws is its error.
/// Output on standard error is dropped unless the task crashes. If memory is short, the system ends
/// a child before its parent. A child ends with its parent.
class ChildProcesses {
public:
  /// A task's number, and its outcome.
  struct Ended {
    std::size_t number;
    TaskResult outcome;
  };

  explicit ChildProcesses(const ProcessLimits& limits = {});
  ~ChildProcesses(); ///< ends the running tasks
  ChildProcesses(const ChildProcesses&) = delete;
  ChildProcesses& operator=(const ChildProcesses&) = delete;

  /// Starts a task in a child process. The caller identifies the task by `number`. Throws RunError
  /// if no child can be made.
  void start(std::size_t number, const Task& task);
  /// Passes a signal on to the running tasks, so that they end in their own way.
  void interrupt();
  /// The number of running tasks.
  [[nodiscard]] std::size_t running() const;
  /// Waits until a task ends, until a signal comes to `interrupts`, unless null, or for
  /// `milliseconds`, unless negative. May return earlier. Returns the tasks that have ended.
  [[nodiscard]] std::vector<Ended> wait(int milliseconds, const Interrupts* interrupts = nullptr);

private:
  class Child;

  void end_those_over_time();

  ProcessLimits limits_;
  std::vector<Child> children_;
};

/// Runs every task in a child process, at most `jobs` at a time. Returns the results in the order
/// of the tasks. Calls `on_done(count)` as the number of results grows. Meanwhile calls `on_wait`,
/// unless null, a few times a second. Once a signal has come to `interrupts`, unless null, tasks
/// that have not ended have the failure "interrupted". A task for which no child can be made waits
/// for others to end. If no others are running, it has failed.
[[nodiscard]] std::vector<TaskResult>
run_in_child_processes(const std::vector<Task>& tasks, int jobs,
                       const std::function<void(std::size_t)>& on_done,
                       const std::function<void()>& on_wait = nullptr,
                       const ProcessLimits& limits = {}, const Interrupts* interrupts = nullptr);

/// Runs one task in a child process. Throws its error as an InputError or RunError.
[[nodiscard]] Json run_in_child_process(const Task& task);

/// The same for a task that handles signals itself, and may have a result in spite of them. A
/// signal that comes to `interrupts` is passed on to the task.
[[nodiscard]] Json run_in_child_process(const Task& task, const Interrupts& interrupts);

/// The same for a task that loads the platform file `platform` and does little else. If the process
/// crashes, or takes more than a minute of processor time, SimGrid does not survive the platform,
/// and an InputError says so.
[[nodiscard]] Json load_in_child_process(const std::string& platform, const Task& task);

} // namespace eldest
