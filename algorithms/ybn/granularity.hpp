#pragma once

#include "algorithms/search/settings.hpp"
#include "algorithms/ybn/running_mean.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace eldest::ybn {

/// One processor's measurements of the size of work: its time to search a son, by depth, and its
/// time to give a son away. All times are seconds on its own clock.
class Granularity {
public:
  /// Takes the threshold `least`, 0 or more. A son is worth giving away if its search takes at
  /// least `least` times as long as giving it away.
  explicit Granularity(double least) : least_(least) {}

  void add_son(int depth, double seconds) {
    const auto place = index(depth);
    sons_[place].add(seconds);
    if (place < least_worth_ && takes_long(place))
      least_worth_ = place;
    else if (place == least_worth_)
      find_least_worth(place);
  }
  /// Returns true if at least 64 sons of `depth` have been measured: see RunningMean.
  [[nodiscard]] bool has_many(int depth) const { return sons_[index(depth)].has_many(); }
  /// Adds the time from the poll that found a request to the end of sending a son for it.
  void add_gift(double seconds) {
    gifts_.add(seconds);
    find_least_worth(0);
  }
  /// Adds the time from the poll that found a slave's answer to its receipt.
  void add_answer(double seconds) {
    answers_.add(seconds);
    find_least_worth(0);
  }

  /// Returns the seconds that this processor itself loses for a son that it gives away. Parts that
  /// have not been measured count as 0.
  [[nodiscard]] double cost() const { return gifts_.value() + answers_.value(); }

  /// Returns true if a son of `depth` is worth giving away. This is so if that depth has not been
  /// measured, or if sons up to that depth take long enough. Lesser depths count because only
  /// searches without interruption by messages are measured. At great depths these are the short
  /// ones.
  [[nodiscard]] bool worth_giving(int depth) const {
    const auto place = index(depth);
    return place >= least_worth_ || !sons_[place].known();
  }

private:
  static std::size_t index(int depth) {
    return static_cast<std::size_t>(std::clamp(depth, 0, max_depth));
  }

  [[nodiscard]] bool takes_long(std::size_t place) const {
    const auto& seconds = sons_[place];
    return seconds.known() && seconds.value() >= least_ * cost();
  }
  /// Finds `least_worth_`, which is known to be `first` or more.
  void find_least_worth(std::size_t first) {
    least_worth_ = first;
    while (least_worth_ < sons_.size() && !takes_long(least_worth_))
      ++least_worth_;
  }

  double least_;
  /// The least depth of which sons have been measured to take long enough. One more than the
  /// greatest depth if there is none.
  std::size_t least_worth_ = max_depth + 1;
  std::array<RunningMean, max_depth + 1> sons_;
  RunningMean gifts_;
  RunningMean answers_;
};

} // namespace eldest::ybn
