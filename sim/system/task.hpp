#pragma once

#include "sim/system/json.hpp"
#include "trees/base/errors.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace eldest {

/// The outcome of a task: its result or its error.
struct TaskResult {
  Json result;
  std::optional<InputError> bad_input;
  std::optional<RunError> failure; ///< any other error
  /// If the process ended without an outcome: its message, or how it ended.
  std::optional<std::string> last_words{};
  /// If the process exceeded its limit on real time: that limit, in seconds.
  std::optional<double> over_time{};
};

/// A function that is run in a process of its own, and returns its result as JSON.
using Task = std::function<Json()>;

/// A function that sends an outcome to the parent before the task ends. The task identifies the
/// outcome by `number`.
using SendEarly = std::function<void(std::size_t number, const TaskResult& outcome)>;

/// A task that may send other outcomes before its own.
using TaskOfSeveral = std::function<Json(const SendEarly& send)>;

/// Runs a task in this process. Returns an exception that the task throws as the task's error.
[[nodiscard]] TaskResult attempt(const Task& task);

/// Returns the result of a task, or throws its error.
[[nodiscard]] Json result_of(const TaskResult& outcome);

/// Writes an outcome as a text for another process, without `last_words` and `over_time`.
[[nodiscard]] std::string pack(const TaskResult& outcome);

/// Reads an outcome from a text that `pack` has written. Returns nothing for any other text.
[[nodiscard]] std::optional<TaskResult> unpack(const std::string& text);

} // namespace eldest
