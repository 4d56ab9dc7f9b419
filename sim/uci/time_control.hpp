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
  double latest = 0;                ///< the same without a complete iteration; valid with `end`

  [[nodiscard]] bool operator==(const TimeBudget&) const = default;
};

/// Decides how much time a move may take. `overhead`: seconds lost outside of the player for each
/// move.
///
/// With a clock, a move's share is its increment plus the time left divided by the moves to go, but
/// by at most 30. The next iteration usually takes longer than all before it, so none is begun
/// after 0.6 of the share. An iteration that has begun may take up to 3 shares, but at most half of
/// the time left. Before the last move of a time control, the limit is 0.8 of the time left. If not
/// even the first iteration is complete, more is allowed. This is 0.8 of the time left, or a
/// quarter even if all of it is overhead.
[[nodiscard]] TimeBudget time_budget(const Go& go, chess::Color side, double overhead);

/// Returns how many entries of a table, at most `entries`, a search within `budget` can use. A
/// table is made for every move, and making a large one takes time.
[[nodiscard]] std::size_t useful_entries(std::size_t entries, const TimeBudget& budget,
                                         int threads);

} // namespace eldest::uci
