#pragma once

#include "sim/experiments/json.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// What the duration of a point is estimated by.
struct Likeness {
  static constexpr std::size_t levels = 4;

  /// Numbers of what the points that count as alike have in common: all but the seed; all but seed
  /// and position; machine, algorithm, processors, tree and depth; tree and depth.
  std::array<std::size_t, levels> groups;
  std::size_t tree; ///< its number
  int depth;
  double guessed_effort; ///< by which points of unknown duration can be ordered
};

/// Estimates how long points take by those that have been run: by the most alike of them.
class DurationEstimate {
public:
  /// What a point with these settings is like, for this estimate.
  [[nodiscard]] Likeness likeness(const Json& settings);

  /// Learns that such a point took some seconds.
  void learn(const Likeness& point, double seconds);

  /// The seconds that such a point may take: the mean of the most alike; where only other depths of
  /// the tree are known, from the nearest one by a factor of 4 for a ply. None if the tree is not
  /// known.
  [[nodiscard]] std::optional<double> seconds(const Likeness& point) const;

private:
  struct Mean {
    double sum = 0;
    std::size_t count = 0;
  };

  std::size_t number_of(const std::string& name);

  std::map<std::string, std::size_t> numbers_; ///< of groups and trees
  std::vector<Mean> known_;                    ///< by group; of no point if the count is 0
  std::vector<std::map<int, Mean>> by_depth_;  ///< by tree
};

} // namespace eldest
