#pragma once

#include "sim/uci/command.hpp"
#include "trees/chess/types.hpp"

#include <cstddef>
#include <optional>

namespace eldest::uci {

/// The time for a move, in seconds since `go`.
struct TimeBudget {
  std::optional<double> last_start; ///< after which no iteration is begun
  std::optional<double> end;        ///< at which the search is stopped
  double latest = 0; ///< at which it is stopped without a complete iteration; valid with `end`

  [[nodiscard]] bool operator==(const TimeBudget&) const = default;
};

/// Decides how much time a move may take. `overhead`: seconds lost outside of the player for each
/// move. Returns an empty budget without a limit of time.
///
/// With a clock, the time left is that of the clock, less `overhead`. A move's share is its
/// increment plus a part of the time left. The part is that time divided by the moves to go, or by
/// 30 if there are more. The next iteration usually takes longer than all before it. Therefore,
/// none is begun after 0.6 of the share. An iteration that has begun may take up to 3 shares, but
/// at most half of the time left. Before the last move of a time control, the limit is 0.8 of the
/// time left.
///
/// Without a complete iteration, a search is stopped at 0.8 of the time left, or at a quarter of
/// the clock's time if more.
[[nodiscard]] TimeBudget time_budget(const Go& go, chess::Color side, double overhead);

/// Returns the number of table entries, at most `entries`, that a search within `budget` can use. A
/// table is made for every move, and making a large one takes time.
[[nodiscard]] std::size_t useful_entries(std::size_t entries, const TimeBudget& budget,
                                         int threads);

} // namespace eldest::uci
