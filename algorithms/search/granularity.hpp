#pragma once

#include "algorithms/search/running_mean.hpp"
#include "algorithms/search/settings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace eldest {

/// One processor's measurements of the time of a search, by depth. They are compared with the cost
/// of sharing, the time that this processor loses if it tells others of the search or gives it
/// away. All times are seconds on the processor's own clock.
class Granularity {
public:
  /// A search takes long if it takes at least `least` times the cost. `least` is 0 or more.
  explicit Granularity(double least) : least_(least) {}

  void add_search(int depth, double seconds) {
    const auto place = index(depth);
    searches_[place].add(seconds);
    if (place < least_long_ && takes_long(place))
      least_long_ = place;
    else if (place == least_long_)
      find_least_long(place);
  }
  /// Sets the cost of sharing, in seconds. Until then it is 0, and any measured search takes long.
  void set_cost(double seconds) {
    cost_ = seconds;
    find_least_long(0);
  }

  /// Returns true if a search of `depth` has been measured.
  [[nodiscard]] bool knows(int depth) const { return searches_[index(depth)].known(); }
  /// Returns true if many searches of `depth` have been measured: see RunningMean.
  [[nodiscard]] bool has_many(int depth) const { return searches_[index(depth)].has_many(); }

  /// Returns true if searches of `depth` or of a lesser depth have been measured to take long.
  /// Lesser depths count because only searches without interruption are measured. At great depths
  /// these are the short ones.
  [[nodiscard]] bool long_up_to(int depth) const { return index(depth) >= least_long_; }

private:
  static std::size_t index(int depth) {
    return static_cast<std::size_t>(std::clamp(depth, 0, max_depth));
  }

  [[nodiscard]] bool takes_long(std::size_t place) const {
    const auto& seconds = searches_[place];
    return seconds.known() && seconds.value() >= least_ * cost_;
  }
  /// Finds `least_long_`, which is known to be `first` or more.
  void find_least_long(std::size_t first) {
    least_long_ = first;
    while (least_long_ < searches_.size() && !takes_long(least_long_))
      ++least_long_;
  }

  double least_;
  double cost_ = 0;
  /// The least depth at which searches have been measured to take long. One more than the greatest
  /// depth if there is none.
  std::size_t least_long_ = max_depth + 1;
  std::array<RunningMean, max_depth + 1> searches_;
};

} // namespace eldest
