#pragma once

#include "algorithms/search/settings.hpp"
#include "algorithms/ybn/running_mean.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace eldest::ybn {

/// What one processor knows about the size of work: how long it takes to search a son itself, by
/// the son's depth, and how long to give a son away. All times are seconds on its own clock.
class Granularity {
public:
  /// A son is worth giving away if to search it takes at least `least` times as long as to give it
  /// away, 0 or more.
  explicit Granularity(double least) : least_(least) {}

  void add_son(int depth, double seconds) { sons_[index(depth)].add(seconds); }
  /// The time from looking for a request to having sent off a son for it.
  void add_gift(double seconds) { gifts_.add(seconds); }
  /// The time from looking for a slave's answer to having it.
  void add_answer(double seconds) { answers_.add(seconds); }

  /// Seconds of its own that this processor loses for a son that it gives away, as far as known.
  [[nodiscard]] double cost() const { return gifts_.value() + answers_.value(); }

  /// Whether a son of some depth is worth giving away. One of a depth that has not been measured
  /// is, and one to which a son of less depth is not inferior: only sons during whose search
  /// nothing has come between are measured, and deep ones of these are the small ones.
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
