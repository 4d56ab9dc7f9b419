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
  std::optional<int> cpu_seconds{};     ///< seconds of processor time, or nothing for no limit
  std::optional<double> wall_seconds{}; ///< real seconds from its start, or nothing for no limit
};

/// Child processes that run a task each. If a child crashes, only its own task fails. Each child
/// may have the one engine that SimGrid allows a process. An exception that a task throws is the
/// task's error. Output on standard error is dropped unless the task crashes. If memory is short,
/// the system ends a child before its parent. A child ends itself when `new` fails. If the parent
/// ends, so do its children.
class ChildProcesses {
public:
  /// A task that has ended: its number and its outcome.
  struct Ended {
    std::size_t number;
    TaskResult outcome;
    /// The number of an outcome that the task has sent early; nothing if the task has ended.
    std::optional<std::size_t> early{};
  };

  explicit ChildProcesses(const ProcessLimits& limits = {});
  ~ChildProcesses(); ///< ends the running tasks
  ChildProcesses(const ChildProcesses&) = delete;
  ChildProcesses& operator=(const ChildProcesses&) = delete;

  /// Starts a task in a child process. The caller identifies the task by `number`. Throws RunError
  /// if no child can be made.
  void start(std::size_t number, const Task& task);
  void start(std::size_t number, const TaskOfSeveral& task);
  /// Sends SIGINT, SIGTERM and SIGHUP to the running tasks, so that they end in their own way.
  void interrupt();
  /// The number of running tasks.
  [[nodiscard]] std::size_t running() const;
  /// Waits until a task ends or sends something, or a signal comes, but at most `milliseconds`.
  /// Null `interrupts` mean that signals do not end the wait, and negative `milliseconds` mean no
  /// limit. May return earlier. Returns the early outcomes that have come, and the tasks that have
  /// ended.
  [[nodiscard]] std::vector<Ended> wait(int milliseconds, const Interrupts* interrupts = nullptr);

private:
  class Child;

  void end_those_over_time();

  ProcessLimits limits_;
  std::vector<Child> children_;
};

/// Runs every task in a child process, at most `jobs` at a time. Returns the results in the order
/// of the tasks. Calls `on_done(count)` with the number of results whenever it has grown. Until all
/// tasks have ended, also calls `on_wait`, unless null, a few times a second. Ends the running
/// tasks once a signal has come to `interrupts`, unless null. Tasks without a result then have the
/// failure "interrupted". A task for which no child can be made waits for others to end. If no
/// others are running, it has failed.
[[nodiscard]] std::vector<TaskResult>
run_in_child_processes(const std::vector<Task>& tasks, int jobs,
                       const std::function<void(std::size_t)>& on_done,
                       const std::function<void()>& on_wait = nullptr,
                       const ProcessLimits& limits = {}, const Interrupts* interrupts = nullptr);

/// Runs one task in a child process, and returns its result. Throws its error as an InputError or
/// RunError.
[[nodiscard]] Json run_in_child_process(const Task& task);

/// Runs one task in a child process, and returns its result or throws its error. The task handles
/// signals itself, and may have a result in spite of them. The first signal that comes to
/// `interrupts` is passed on to the task, as by ChildProcesses::interrupt.
[[nodiscard]] Json run_in_child_process(const Task& task, const Interrupts& interrupts);

/// Runs a task in a child process, and returns its result or throws its error. The task loads the
/// platform file `platform` and does little else. If the process crashes, or takes more than a
/// minute of processor time, throws InputError. SimGrid then does not survive the platform. Until
/// the task has ended, calls `on_wait`, unless null, a few times a second.
[[nodiscard]] Json load_in_child_process(const std::string& platform, const Task& task,
                                         const std::function<void()>& on_wait = nullptr);

} // namespace eldest
