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

/// The time that recent moves took beyond their plan, in seconds.
struct Lag {
  double usual = 0; ///< average, in which later moves count more
  double worst = 0; ///< greatest, in which earlier moves count less
};

/// Measures the lag of a game's moves. On a busy computer, threads run some time after they are
/// woken. The lag of a move is the sum of two parts:
///
/// - The time from the planned end of the search until the answer has been written. It is 0 if the
///   search ended by itself.
/// - The time that the interface has charged for the move, less the time from reading `go` until
///   the answer was written. The charge is the difference of two clocks that the interface sends.
///   It is therefore known at the next move. It includes the wake-ups of the interface and of the
///   thread that reads commands.
class LagMeter {
public:
  /// Adds a move's lag, 0 or more.
  void add(double seconds);
  [[nodiscard]] const Lag& lag() const { return lag_; }

private:
  Lag lag_;
};

/// Returns the seconds that an interface has charged for a move between two `go` of a game.
/// Returns nothing if it has sent no clocks.
[[nodiscard]] std::optional<double> charge(const Go& before, const Go& now, chess::Color side);

/// Decides how much time a move may take. `overhead`: seconds lost outside of the player for each
/// move. Returns an empty budget without a limit of time.
///
/// With a clock, a move's share is the time that is left for thinking, divided by the moves to go,
/// or by 30 if there are more. The time for thinking is that of the clock and of the increments up
/// to the last of these moves. It is less `overhead` and the usual lag for each of these moves. It
/// is also less twice the worst lag. So the reserve on the clock grows with the lag. With little
/// time left, a move takes less than its increment.
///
/// The next iteration usually takes longer than all before it. Therefore, none is begun after 0.6
/// of the share. An iteration that has begun may take up to 3 shares, but at most half of the time
/// left after this move's losses. Before the last move of a time control, the limit is 0.8 of that
/// time. Without a complete iteration, the limit is an eighth of that time, if more.
[[nodiscard]] TimeBudget time_budget(const Go& go, chess::Color side, double overhead,
                                     const Lag& lag = {});

/// Returns the number of table entries, at most `entries`, that a search within `budget` can use. A
/// table is made for every move, and making a large one takes time.
[[nodiscard]] std::size_t useful_entries(std::size_t entries, const TimeBudget& budget,
                                         int threads);

} // namespace eldest::uci
