#include "sim/uci/time_control.hpp"

#include <algorithm>

namespace eldest::uci {
namespace {

constexpr double least = 0.001; ///< seconds for a move at least, even if none are left
constexpr double sudden_death_moves = 30;
constexpr double shares_at_most = 3;
constexpr double last_start_of_share = 0.6;
constexpr double half = 0.5;
constexpr double of_last_move = 0.8;
constexpr double of_emergency = 0.25;

double seconds(std::int64_t milliseconds) { return static_cast<double>(milliseconds) / 1000; }

} // namespace

TimeBudget time_budget(const Go& go, chess::Color side, double overhead) {
  if (go.infinite)
    return {};
  if (go.move_time) {
    const double time = seconds(*go.move_time);
    const double end = std::max({time - overhead, time * half, least});
    return {std::nullopt, end, end};
  }
  const auto& clock = go.clocks.at(side);
  if (!clock.left)
    return {};
  const double left = std::max(seconds(*clock.left) - overhead, 0.0);
  const double moves =
      go.moves_to_go ? std::min<double>(*go.moves_to_go, sudden_death_moves) : sudden_death_moves;
  const double most = left * (moves == 1 ? of_last_move : half);
  const double share = left / moves + seconds(clock.increment);
  const double end = std::max(std::min(share * shares_at_most, most), least);
  return {std::min(share * last_start_of_share, end), end,
          std::max({left * of_last_move, seconds(*clock.left) * of_emergency, end})};
}

std::size_t useful_entries(std::size_t entries, const TimeBudget& budget, int threads) {
  // Entries for one thread. They are three times as many as a thread stores on a modern core, which
  // is an entry for about a fifth of its nodes.
  constexpr double entries_per_second = 6e5;
  constexpr double smallest = 1 << 14;
  if (!budget.end)
    return entries;
  const double useful = smallest + *budget.end * threads * entries_per_second;
  return useful < static_cast<double>(entries) ? static_cast<std::size_t>(useful) : entries;
}

} // namespace eldest::uci
