#pragma once

#include "sim/experiments/json.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// The properties of a point by which its duration is estimated.
struct Likeness {
  static constexpr std::size_t levels = 4;

  /// Numbers of the point's groups. Points of a group count as alike, because they have in common:
  /// - 0: the settings of 1, and the position,
  /// - 1: the settings of 2, and the options,
  /// - 2: platform, model, algorithm, processors, tree and depth,
  /// - 3: tree and depth.
  std::array<std::size_t, levels> groups;
  std::size_t tree; ///< number of the tree
  int depth;
  double guessed_effort; ///< a number by which points of unknown duration are sorted
};

/// Estimates the durations of points from the durations of points that have been run. Uses those
/// points that are most alike.
class DurationEstimate {
public:
  /// Returns the likeness of a point with these settings.
  [[nodiscard]] Likeness likeness(const Json& settings);

  /// Learns that a point of this likeness took `seconds`.
  void learn(const Likeness& point, double seconds);

  /// Returns the estimated seconds of a point of this likeness. This is the mean over the first of
  /// its groups of which a duration is known. If only other depths of the tree are known,
  /// extrapolates from the nearest depth by a factor of 4 for each ply. Returns nothing if the tree
  /// is unknown.
  [[nodiscard]] std::optional<double> seconds(const Likeness& point) const;

private:
  struct Mean {
    double sum = 0;
    std::size_t count = 0;
  };

  std::size_t number_of(const std::string& name);

  std::map<std::string, std::size_t> numbers_; ///< of groups and trees
  std::vector<Mean> known_;                    ///< by group; no duration is known if the count is 0
  std::vector<std::map<int, Mean>> by_depth_;  ///< by tree and depth
};

} // namespace eldest
