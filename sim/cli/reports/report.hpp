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
  std::string platform;      ///< name of the outermost zone
  std::string platform_file; ///< empty for a real machine
  std::string platform_digest;
  int hosts = 0;
  int cores = 0;
  std::string algorithm;
  std::string search;
  std::string tree;
  int depth = 0;
  std::string model;
  std::uint64_t seed = 0;
  Json options; ///< other options, with their values

  [[nodiscard]] bool is_simulated() const { return !platform_file.empty(); }
  /// Returns true if times are simulated, also where SMPI simulates the program for a real machine.
  [[nodiscard]] bool has_simulated_time() const { return is_simulated() || model == "smpi"; }
  /// Returns the size of the machine, such as "32 hosts", with the number of cores where it
  /// differs. A real machine with as many cores as hosts has "32 cores".
  [[nodiscard]] std::string machine_size() const;
};

/// Returns `figure`, or 0 if it is rounded to 0 at `digits` digits after the point, so that no
/// minus sign is printed.
[[nodiscard]] double without_minus_zero(double figure, int digits);

/// The form of a report for a person.
struct ReportForm {
  bool wide = false; ///< true: every column, not only those that fit into the width of the style
  Style style{};
};

/// Returns the report as tables, for a person to read.
[[nodiscard]] std::string text_report(const ReportHeader& header,
                                      const std::vector<Problem>& problems,
                                      const std::vector<Run>& runs, const ReportForm& form);

/// Returns the settings of a search, which are the first fields of its object in the report.
[[nodiscard]] Json settings_json(const ReportHeader& header, const Problem& problem,
                                 const SearchCase& searched);

/// Returns the object of a search in the report, without comparisons.
[[nodiscard]] Json run_json(const ReportHeader& header, const Problem& problem,
                            const SearchCase& searched, const SearchResult& result);

/// Returns the confidence intervals of a mean. Each pair of limits has the place that its figure
/// has in the object of the mean.
[[nodiscard]] Json interval_json(const ComparisonInterval& interval);

/// Returns the report of a command that examines each position but searches none. The list of
/// positions is still empty.
[[nodiscard]] Json positions_report(std::string_view command, const std::string& tree, int depth);

/// Returns the report as an object, for a script to read.
[[nodiscard]] Json json_report(const ReportHeader& header, const std::vector<Problem>& problems,
                               const std::vector<Run>& runs);

} // namespace eldest
