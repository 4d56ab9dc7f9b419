#pragma once

#include "sim/experiments/json.hpp"

#include <optional>
#include <string>

namespace eldest {

/// The keys of the points that a search is compared with: the same algorithm on one processor, αβ
/// and NegaScout.
struct BaselineKeys {
  std::string relative;
  std::string alphabeta;
  std::string negascout;

  bool operator==(const BaselineKeys&) const = default;
};

/// One search of a sweep.
struct Point {
  std::string key; ///< see point_key
  Json settings;   ///< as its object in the JSON report begins
  std::string command;
  std::optional<BaselineKeys> baselines; ///< none for a point that is only a baseline of others
};

/// The outcome of a point: the object that the JSON report has for it, or the reason why there is
/// none.
struct PointOutcome {
  std::optional<Json> result;
  std::string failure;     ///< empty if there is a result
  double wall_seconds = 0; ///< of real time
  std::string ended_at{};  ///< UTC, as in 2026-01-31T23:59:59Z; in a store only
  /// The limit on its seconds of real time, if that is why it failed.
  std::optional<double> limit{};
};

/// A setting as text: a string as it is, anything else as JSON has it.
[[nodiscard]] std::string text_of(const Json& setting);

/// The settings in a point's object in the report. Throws InputError if one of them is missing.
[[nodiscard]] Json settings_of(const Json& run);

/// Names a search by all that its result depends on: the version of the program, the text of the
/// platform file, the position, the processors and every option. Takes the settings of a point or
/// its whole object in the report. Throws InputError if one of them is missing.
[[nodiscard]] std::string point_key(const Json& run);

} // namespace eldest
