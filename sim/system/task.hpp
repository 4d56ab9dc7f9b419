#pragma once

#include "sim/system/json.hpp"
#include "trees/base/errors.hpp"

#include <functional>
#include <optional>
#include <string>

namespace eldest {

/// The outcome of a task: its result or its error.
struct TaskResult {
  Json result;
  std::optional<InputError> bad_input;
  std::optional<RunError> failure; ///< any other error
  /// The message of the process, or how it ended, if the failure is that the process ended without
  /// an outcome.
  std::optional<std::string> last_words{};
  /// The limit on real time, in seconds, if the failure is that the process exceeded the limit.
  std::optional<double> over_time{};
};

/// A piece of work for a process of its own, which returns its result as JSON.
using Task = std::function<Json()>;

/// Runs a task in this process. An exception that the task throws is its error.
[[nodiscard]] TaskResult attempt(const Task& task);

/// Returns the result of a task, or throws its error.
[[nodiscard]] Json result_of(const TaskResult& outcome);

/// Writes an outcome as a text for another process, without `last_words` and `over_time`.
[[nodiscard]] std::string pack(const TaskResult& outcome);

/// Reads an outcome from a text that `pack` has written. Returns nothing for any other text.
[[nodiscard]] std::optional<TaskResult> unpack(const std::string& text);

} // namespace eldest
