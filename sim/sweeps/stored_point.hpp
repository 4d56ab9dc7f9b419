#pragma once

#include "sim/sweeps/point.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// A point in a store, with its outcome if it has been run.
struct StoredPoint {
  Point point;
  std::optional<PointOutcome> outcome;
};

/// A row of a store that cannot be used.
struct DamagedRow {
  std::string key;  ///< of its point; empty if the key itself is damaged
  std::string what; ///< the row, and what is wrong with it
};

/// Calls `read` with each point that has a result. If `read` throws InputError, the outcome is
/// removed, and its row is added to `damaged`.
void read_results(std::vector<StoredPoint>& points, std::vector<DamagedRow>& damaged,
                  const std::function<void(const Point& point, const Json& result)>& read);

/// Returns the point with the latest outcome, or null without outcomes.
[[nodiscard]] const Point* latest_point(const std::vector<StoredPoint>& points);

/// Returns the version_of_numbers of the latest outcome; empty without outcomes.
[[nodiscard]] std::string latest_version(const std::vector<StoredPoint>& points);

} // namespace eldest
