#pragma once

#include "sim/experiments/json.hpp"
#include "trees/errors.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace eldest {

/// The outcome of a task: its result or its error.
struct TaskResult {
  Json result;
  std::optional<InputError> bad_input;
  std::optional<RunError> failure; ///< any other error
};

/// A piece of work for a process of its own, which returns its result as JSON.
using Task = std::function<Json()>;

/// Runs every task in a child process, at most `jobs` at a time, so that the crash of one is only
/// its own error, and each may have the one engine that SimGrid allows a process. Returns the
/// results in the order of the tasks; calls `on_done(count)` as their number grows and, meanwhile,
/// `on_wait`, if given, a few times a second. An exception that a task throws is its error; its
/// output on standard error is dropped unless it crashes. Throws RunError if a child cannot be
/// made.
[[nodiscard]] std::vector<TaskResult>
run_in_child_processes(const std::vector<Task>& tasks, int jobs,
                       const std::function<void(std::size_t)>& on_done,
                       const std::function<void()>& on_wait = nullptr);

/// Runs one task in a child process. Throws its error as an InputError or RunError.
[[nodiscard]] Json run_in_child_process(const Task& task);

} // namespace eldest
