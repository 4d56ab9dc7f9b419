#pragma once

#include "sim/experiments/json.hpp"
#include "sim/experiments/search_result.hpp"

#include <optional>
#include <string>

namespace eldest {

/// The keys of the points that are the baselines of a search: the same algorithm on one processor,
/// αβ and NegaScout.
struct BaselineKeys {
  std::string relative;
  std::string alphabeta;
  std::string negascout;

  bool operator==(const BaselineKeys&) const = default;
};

/// One search of a sweep.
struct Point {
  std::string key; ///< see point_key
  Json settings;   ///< settings with which its object in the JSON report begins
  std::string command;
  std::optional<BaselineKeys> baselines; ///< nothing for a point that is only a baseline of others
};

/// The outcome of a point: its object in the JSON report, or the reason why it has none.
struct PointOutcome {
  std::optional<Json> result;
  std::string failure;     ///< empty if there is a result
  double wall_seconds = 0; ///< seconds of real time
  std::string ended_at{};  ///< UTC, as in 2026-01-31T23:59:59Z; in a store only
  /// The limit on real time, in seconds, if the point failed because of it.
  std::optional<double> limit{};
};

/// Returns a setting as text: a string as it is, and anything else as JSON.
[[nodiscard]] std::string text_of(const Json& setting);

/// Returns the prefix of the names of an algorithm's own options, as settings have them.
[[nodiscard]] std::string prefix_of_options(std::string algorithm);

/// Returns the settings in a point's object in the report. Throws InputError if one of them is
/// missing, or has a wrong type.
[[nodiscard]] Json settings_of(const Json& run);

/// Returns the result in a point's whole object in the report. Throws InputError if it lacks a
/// figure, or has the figures of another number of processors than its settings say.
[[nodiscard]] SearchResult search_result_in(const Json& run);

/// Returns the version that identifies the numbers of a search, such as "model version 1" or, if
/// another version of SimGrid carried its messages, "model version 7 with SimGrid 4.1". Results
/// of the same one count as the same. Programs before eldest 0.10 print no model version. Theirs is
/// the version of the program, such as "eldest 0.9.0". `run`: the settings of a point, or its whole
/// object in the report.
[[nodiscard]] std::string version_of_numbers(const Json& run);

/// Returns a name of a search that is made of all that its result depends on. This is the version
/// of its numbers, the digest of the platform, the position, the processors and every option.
/// `run`: the settings of a point, or its whole object in the report. Throws InputError if one of
/// the settings is missing.
[[nodiscard]] std::string point_key(const Json& run);

} // namespace eldest
