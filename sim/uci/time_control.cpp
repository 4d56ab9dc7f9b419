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
constexpr double without_iteration = 0.125;
constexpr double worst_lags = 2; ///< number of them that are kept on the clock

double seconds(std::int64_t milliseconds) { return static_cast<double>(milliseconds) / 1000; }

} // namespace

void LagMeter::add(double seconds) {
  constexpr double weight = 0.125;
  constexpr double kept = 0.95;
  lag_.usual += weight * (seconds - lag_.usual);
  lag_.worst = std::max(seconds, lag_.worst * kept);
}

std::optional<double> charge(const Go& before, const Go& now, chess::Color side) {
  const auto& [left_before, increment] = before.clocks.at(side);
  const auto& left = now.clocks.at(side).left;
  if (!left_before || !left)
    return std::nullopt;
  return seconds(*left_before + increment - *left);
}

TimeBudget time_budget(const Go& go, chess::Color side, double overhead, const Lag& lag) {
  if (go.infinite)
    return {};
  if (go.move_time) {
    const double time = seconds(*go.move_time);
    const double end = std::max({time - overhead - lag.worst, time * half, least});
    return {std::nullopt, end, end};
  }
  const auto& clock = go.clocks.at(side);
  if (!clock.left)
    return {};
  const double moves =
      go.moves_to_go ? std::min<double>(*go.moves_to_go, sudden_death_moves) : sudden_death_moves;
  const double lost = overhead + lag.usual;
  const double kept = seconds(*clock.left) - worst_lags * lag.worst;
  const double left = std::max(kept - lost, 0.0);
  const double thinking = kept + (moves - 1) * seconds(clock.increment) - moves * lost;
  const double share = std::max(thinking / moves, 0.0);
  const double most = left * (moves == 1 ? of_last_move : half);
  const double end = std::max(std::min(share * shares_at_most, most), least);
  return {std::min(share * last_start_of_share, end), end, std::max(left * without_iteration, end)};
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
