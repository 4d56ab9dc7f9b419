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

  void add_son(int depth, double seconds) { sons_[index(depth)].add(seconds); }
  /// Adds the time from looking for a request to having sent off a son for it.
  void add_gift(double seconds) { gifts_.add(seconds); }
  /// Adds the time from looking for a slave's answer to having it.
  void add_answer(double seconds) { answers_.add(seconds); }

  /// Returns the seconds that this processor itself loses for a son that it gives away, as far as
  /// known.
  [[nodiscard]] double cost() const { return gifts_.value() + answers_.value(); }

  /// Returns true if a son of `depth` is worth giving away. A son of a depth that has not been
  /// measured is. So is one if sons of its depth, or of a lesser depth, take long enough. Lesser
  /// depths count because only undisturbed searches are measured, and deep ones of these are the
  /// small ones.
  [[nodiscard]] bool worth_giving(int depth) const {
    const auto* const last = sons_.begin() + index(depth);
    return !last->known() || std::any_of(sons_.begin(), last + 1, [&](const RunningMean& seconds) {
      return seconds.known() && seconds.value() >= least_ * cost();
    });
  }

private:
  static std::size_t index(int depth) {
    return static_cast<std::size_t>(std::clamp(depth, 0, max_depth));
  }

  double least_;
  std::array<RunningMean, max_depth + 1> sons_;
  RunningMean gifts_;
  RunningMean answers_;
};

} // namespace eldest::ybn
