#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// Counts of an engine in one iteration of iterative deepening. They are of this iteration alone,
/// not cumulative. A count that the engine does not log is nothing.
struct LoggedIteration {
  int depth = 0;
  double nodes = 0; ///< without quiescence nodes, if these are logged
  std::optional<double> quiescence;
  std::optional<double> expanded; ///< nodes whose sons were searched
  std::optional<double> moves;    ///< legal moves of these nodes
  std::optional<double> forced;   ///< of these nodes, those with a single legal move
  std::optional<double> cutoffs;
  std::optional<double> first_move_cutoffs;
  std::optional<double> deep_cutoffs; ///< at nodes of depth 3 or more
  std::optional<double> deep_first_move_cutoffs;
  std::optional<double> table_cutoffs; ///< nodes whose search the table's answer made unnecessary
  std::optional<double> value;         ///< for the side to move at the root, in any unit
  std::optional<double> seconds;
};

/// A figure of a logged iteration, as a pointer to its member.
using LoggedFigure = std::optional<double> LoggedIteration::*;

/// The search of one position.
struct LoggedSearch {
  std::string position;                    ///< name of the position
  std::vector<LoggedIteration> iterations; ///< at least one, by depth
};

/// The searches of an engine, each by one processor.
using EngineLog = std::vector<LoggedSearch>;

/// Reads a log, as CSV or as eldest's own JSON.
///
/// CSV has a line of names and then a line for each iteration of each position. The columns are
/// `position`, `depth` and `nodes`, and any of `quiescence`, `expanded`, `moves`, `forced`,
/// `cutoffs`, `first_cutoffs`, `deep_cutoffs`, `deep_first_cutoffs`, `table_cutoffs`, `value` and
/// `seconds`, in any order. Fields are separated by commas, without quotation marks. An empty field
/// is an unknown figure. Counts and seconds are cumulative over the iterations of a position, as in
/// UCI's `info` lines. Of several lines of a position for one depth, the last counts. Empty lines,
/// and lines that begin with #, are skipped.
///
/// JSON is the report of one or several searches by one processor.
///
/// Throws an InputError that begins with `name` and, for CSV, the line.
[[nodiscard]] EngineLog parse_engine_log(std::string_view text, const std::string& name);

/// Reads a log from a file; see parse_engine_log.
[[nodiscard]] EngineLog load_engine_log(const std::filesystem::path& file);

} // namespace eldest
