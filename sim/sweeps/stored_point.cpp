#include "sim/sweeps/stored_point.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>

namespace eldest {

void read_results(std::vector<StoredPoint>& points, std::vector<DamagedRow>& damaged,
                  const std::function<void(const Point& point, const Json& result)>& read) {
  for (auto& [point, outcome] : points) {
    if (!outcome || !outcome->result)
      continue;
    try {
      read(point, *outcome->result);
    } catch (const InputError& error) {
      damaged.push_back({point.key, fmt::format("outcomes, key {}: result: {}",
                                                in_quotes(point.key), error.what())});
      outcome = std::nullopt;
    }
  }
}

const Point* latest_point(const std::vector<StoredPoint>& points) {
  const Point* latest = nullptr;
  std::string ended_at;
  for (const auto& [point, outcome] : points) {
    if (!outcome || outcome->ended_at < ended_at)
      continue;
    ended_at = outcome->ended_at;
    latest = &point;
  }
  return latest;
}

std::string latest_version(const std::vector<StoredPoint>& points) {
  const auto* const latest = latest_point(points);
  return latest == nullptr ? "" : version_of_numbers(latest->settings);
}

} // namespace eldest
