#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// What a program has counted in one iteration of a search by iterative deepening, in this
/// iteration alone. Counts that it does not log are not there.
struct LoggedIteration {
  int depth = 0;
  double nodes = 0; ///< without those of quiescence search, where these are logged
  std::optional<double> quiescence;
  std::optional<double> expanded; ///< nodes whose sons were searched
  std::optional<double> moves;    ///< legal moves of these nodes
  std::optional<double> cutoffs;
  std::optional<double> first_move_cutoffs;
  std::optional<double> table_cutoffs; ///< nodes whose search the table's answer made unnecessary
  std::optional<double> value;         ///< for the side to move at the root, in any unit
  std::optional<double> seconds;
};

/// A figure that a logged iteration may have.
using LoggedFigure = std::optional<double> LoggedIteration::*;

/// The search of one position.
struct LoggedSearch {
  std::string position;                    ///< its name
  std::vector<LoggedIteration> iterations; ///< at least one, by depth
};

/// The searches of a program, each by one processor.
using EngineLog = std::vector<LoggedSearch>;

/// Reads a log, as CSV or as the program's own JSON.
///
/// CSV has a line of names and then a line for each iteration of each position, with the columns
/// `position`, `depth` and `nodes`, and any of `quiescence`, `expanded`, `moves`, `cutoffs`,
/// `first_cutoffs`, `table_cutoffs`, `value` and `seconds`, in any order; fields are separated by
/// commas, without quotation marks. An empty field is a figure that is not known. Counts and
/// seconds run on from iteration to iteration of a position, as in the lines `info` of UCI. Of
/// several lines of a position for one depth the last counts. Empty lines and those that begin with
/// # are passed over.
///
/// JSON is the report of a search, or of several, by one processor.
///
/// Throws InputError that begins with `name`, and the line in CSV.
[[nodiscard]] EngineLog parse_engine_log(std::string_view text, const std::string& name);

/// The same from a file.
[[nodiscard]] EngineLog load_engine_log(const std::filesystem::path& file);

} // namespace eldest
