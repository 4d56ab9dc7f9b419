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
  /// What its process said when it ended itself or was ended, if that is the failure.
  std::optional<std::string> last_words{};
  /// The limit in seconds of real time that it was ended by, if that is the failure.
  std::optional<double> over_time{};
};

/// A piece of work for a process of its own, which returns its result as JSON.
using Task = std::function<Json()>;

/// Runs a task in this process; an exception that it throws is its error.
[[nodiscard]] TaskResult attempt(const Task& task);

/// The result of a task. Throws its error.
[[nodiscard]] Json result_of(const TaskResult& outcome);

/// An outcome as a text, on its way to another process, without what is known of the process that
/// had the task.
[[nodiscard]] std::string pack(const TaskResult& outcome);

/// The outcome that has been packed in a text; none if the text is no such thing.
[[nodiscard]] std::optional<TaskResult> unpack(const std::string& text);

} // namespace eldest
