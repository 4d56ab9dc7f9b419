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
  double latest = 0; ///< the same where not even the first iteration is over, if there is an end

  [[nodiscard]] bool operator==(const TimeBudget&) const = default;
};

/// Decides how much time a move may take. `overhead`, in seconds, is what of the time is lost
/// outside of the player, for each move.
///
/// With a clock, a move's share is the time left divided by the moves to go, or by 30, and its
/// increment. The next iteration usually takes longer than all before it, so none is begun after
/// 0.6 of the share; one that has been begun may take up to 3 shares, but not more than half of the
/// time left, 0.8 of it before the last move of a time control. Where not even the first iteration
/// is over, more is taken: 0.8 of the time left, or a quarter even if all of it is overhead.
[[nodiscard]] TimeBudget time_budget(const Go& go, chess::Color side, double overhead);

/// The entries of a table of at most `entries` that a search in such a time can come to use: a
/// table has to be made for every move, and a large one takes its time.
[[nodiscard]] std::size_t useful_entries(std::size_t entries, const TimeBudget& budget,
                                         int threads);

} // namespace eldest::uci
