#include "sim/experiments/value_text.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace eldest {

std::string value_text(const Problem& problem, Score value, const std::vector<std::string>& line) {
  const auto& words = problem.value_words;
  const auto beyond = std::abs(value) - win_score(0); // below 0 for every heuristic value
  if (beyond < 0 || words.win.empty())
    return words.per_unit == 1 ? fmt::to_string(value)
                               : fmt::format("{:.2f}", static_cast<double>(value) / words.per_unit);
  const auto won = value > 0 ? words.win : words.loss;
  if (words.has_margin)
    return fmt::format("{} by {}", won, beyond);
  // In a line to the end of the game, the winner moves last.
  const bool is_whole = (line.size() % 2 == 1) == (value > 0) && !line.empty() &&
                        problem.is_lost_after && problem.is_lost_after(line);
  return is_whole ? fmt::format("{} in {}", won, (line.size() + 1) / 2) : std::string(won);
}

} // namespace eldest
