#pragma once

#include "sim/system/interrupts.hpp"
#include "sim/system/task.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// What a child process may take; it is ended when it takes more.
struct ProcessLimits {
  std::optional<int> cpu_seconds{};     ///< of processor time
  std::optional<double> wall_seconds{}; ///< from its start
};

/// Child processes that run a task each, so that the crash of one is only its own error, and each
/// may have the one engine that SimGrid allows a process. An exception that a task throws is its
/// error; its output on standard error is dropped unless it crashes. Where memory is short the
/// system ends a child before its parent. A child ends with its parent.
class ChildProcesses {
public:
  /// A task's number, and its outcome.
  struct Ended {
    std::size_t number;
    TaskResult outcome;
  };

  explicit ChildProcesses(const ProcessLimits& limits = {});
  ~ChildProcesses(); ///< ends those that run
  ChildProcesses(const ChildProcesses&) = delete;
  ChildProcesses& operator=(const ChildProcesses&) = delete;

  /// Has a task run. `number` is for the caller to know it by. Throws RunError if no child can be
  /// made.
  void start(std::size_t number, const Task& task);
  /// Hands an interrupt on to the tasks that run, for them to end in their own way.
  void interrupt();
  /// The number of tasks that run.
  [[nodiscard]] std::size_t running() const;
  /// Waits until a task ends, until `interrupts`, if not null, has one, or for some milliseconds if
  /// that is not negative; returns the tasks that have ended.
  [[nodiscard]] std::vector<Ended> wait(int milliseconds, const Interrupts* interrupts = nullptr);

private:
  class Child;

  void end_those_over_time();

  ProcessLimits limits_;
  std::vector<Child> children_;
};

/// Runs every task in a child process, at most `jobs` at a time. Returns the results in the order
/// of the tasks; calls `on_done(count)` as their number grows and, meanwhile, `on_wait`, if given,
/// a few times a second. Once one of the `interrupts`, if given, has come, tasks that have not
/// ended have the failure "interrupted". A task for which no child can be made waits for others to
/// end, or, if there are none, has failed.
[[nodiscard]] std::vector<TaskResult>
run_in_child_processes(const std::vector<Task>& tasks, int jobs,
                       const std::function<void(std::size_t)>& on_done,
                       const std::function<void()>& on_wait = nullptr,
                       const ProcessLimits& limits = {}, const Interrupts* interrupts = nullptr);

/// Runs one task in a child process. Throws its error as an InputError or RunError.
[[nodiscard]] Json run_in_child_process(const Task& task);

/// The same for a task that sees to interrupts itself, and may have a result in spite of them:
/// those that come are handed on to it.
[[nodiscard]] Json run_in_child_process(const Task& task, const Interrupts& interrupts);

/// The same for a task that loads the platform file at a path and does little else: if its process
/// crashes, or takes more than a minute of processor time, the platform is one that SimGrid does
/// not survive, and an InputError says so.
[[nodiscard]] Json load_in_child_process(const std::string& platform, const Task& task);

} // namespace eldest
