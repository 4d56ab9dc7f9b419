#pragma once

#include "sim/cli/reports/style.hpp"
#include "sim/experiments/experiment.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The head of a report: the settings of its searches, in the words of the command line.
struct ReportHeader {
  std::string command;
  std::string platform;      ///< name of the outermost zone; processor of a real machine
  std::string platform_file; ///< empty for a real machine
  std::string platform_digest;
  int hosts = 0;
  int cores = 0;
  std::string algorithm;
  std::string search;
  std::string tree;
  int depth = 0;
  std::string model;
  /// Version of SimGrid on which the numbers depend; empty if that is the reference_simgrid, or if
  /// SimGrid does not carry the messages.
  std::string simgrid{};
  std::uint64_t seed = 0;
  Json options; ///< other options, with their values
  SkippedPositions skipped_positions;

  [[nodiscard]] bool is_simulated() const { return !platform_file.empty(); }
  /// Returns true if times are simulated. This includes searches for which SMPI simulates the
  /// program of a real machine.
  [[nodiscard]] bool has_simulated_time() const { return is_simulated() || model == "smpi"; }
  /// Returns the size of the machine, such as "32 hosts", or "4 hosts, 32 cores" if the two numbers
  /// differ. If they are equal on a real machine, returns "32 cores".
  [[nodiscard]] std::string machine_size() const;
};

/// Returns `figure`, or 0 if it is rounded to 0 at `digits` digits after the point, so that no
/// minus sign is printed.
[[nodiscard]] double without_minus_zero(double figure, int digits);

/// The form of a report for a person.
struct ReportForm {
  bool wide = false; ///< true: every column; false: those that fit into the width of `style`
  Style style{};
};

/// Returns the report as tables, for a person to read.
[[nodiscard]] std::string text_report(const ReportHeader& header,
                                      const std::vector<Problem>& problems,
                                      const std::vector<Run>& runs, const ReportForm& form);

/// Returns the settings of a search, which are the first fields of the search's object in the
/// report.
[[nodiscard]] Json settings_json(const ReportHeader& header, const Problem& problem,
                                 const SearchCase& searched);

/// Returns the object of a search in the report, without comparisons.
[[nodiscard]] Json run_json(const ReportHeader& header, const Problem& problem,
                            const SearchCase& searched, const SearchResult& result);

/// Returns the confidence intervals of a mean. They are an object like that of the mean, with a
/// pair of limits in place of each figure.
[[nodiscard]] Json interval_json(const ComparisonInterval& interval);

/// Returns the report of a command that examines each position but searches none. Its list of
/// positions is empty, for the caller to fill.
[[nodiscard]] Json positions_report(std::string_view command, const std::string& tree, int depth);

/// Adds the number of skipped positions to a report, if there could be any.
void add_skipped_positions(Json& report, const SkippedPositions& skipped);

/// Returns the report as a JSON object, for a script to read.
[[nodiscard]] Json json_report(const ReportHeader& header, const std::vector<Problem>& problems,
                               const std::vector<Run>& runs);

} // namespace eldest
