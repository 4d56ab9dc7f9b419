#pragma once

#include "sim/experiments/json.hpp"
#include "trees/errors.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace eldest {

/// What came of a task: its result, or why there is none.
struct TaskResult {
  Json result;
  std::optional<InputError> bad_input;
  std::optional<RunError> failure; ///< any other error
};

/// A piece of work for a process of its own, which returns what it found as JSON.
using Task = std::function<Json()>;

/// Runs every task in a child process, at most `jobs` at a time, so that a crash in one is that
/// one's error only, and each may have the engine that SimGrid allows a process. Results come in
/// the order of the tasks; `on_done(count)` is called as their number grows. What a task throws
/// is its error; `on_wait`, if given, is called a few times a second meanwhile; what it prints on
/// standard error is dropped unless it crashes. Throws RunError if a child cannot be made.
[[nodiscard]] std::vector<TaskResult>
run_in_child_processes(const std::vector<Task>& tasks, int jobs,
                       const std::function<void(std::size_t)>& on_done,
                       const std::function<void()>& on_wait = nullptr);

/// Runs one task in a child process. Throws InputError or RunError for its error.
[[nodiscard]] Json run_in_child_process(const Task& task);

} // namespace eldest
