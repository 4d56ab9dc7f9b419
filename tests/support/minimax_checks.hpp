#pragma once

#include "algorithms/search/minimax.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

// Comparisons of what a search reports and stores with plain minimax. Each function returns the
// first mistake, or an empty text. They are for searches with TableDepth::exact that neither prune
// nor reduce.

namespace eldest::test {

/// The extent of a comparison with plain minimax, whose costs grow with the branching factor.
struct Compared {
  int depth = 5; ///< results and entries of a greater depth are compared with nothing
  int plies = 3; ///< distance from the root up to which positions are looked up in the table
};

/// Checks that a result's best move is legal and has the result's value.
template <Position P>
[[nodiscard]] std::string wrong_move(const P& root, const IterationResult& result) {
  MoveList<typename P::Move> moves;
  root.generate_moves(moves);
  if (moves.empty())
    return result.move == 0 ? "" : "a best move where there is none";
  const auto move = find_move(root, result.move);
  if (!move)
    return fmt::format("best move {} to depth {} is not legal", result.move, result.depth);
  const P son = root.after(*move);
  const Score value = -minimax(son, result.depth - 1 + son.extension());
  return value == result.value ? ""
                               : fmt::format("best move {} to depth {} is worth {}, not {}",
                                             result.move, result.depth, value, result.value);
}

/// Checks that iterations follow each other from depth 1 on, with the right values and best moves.
template <Position P>
[[nodiscard]] std::string wrong_iterations(const P& root,
                                           const std::vector<IterationResult>& results,
                                           const Compared& compared) {
  int depth = 0;
  for (const auto& result : results) {
    if (result.depth != ++depth)
      return fmt::format("depth {} in place {}", result.depth, depth);
    if (depth > compared.depth)
      continue;
    if (const Score value = minimax(root, depth); result.value != value)
      return fmt::format("value {} to depth {}, not {}", result.value, depth, value);
    if (auto wrong = wrong_move(root, result); !wrong.empty())
      return wrong;
  }
  return "";
}

/// Checks that a combined result is no less deep than the last iteration, and its move's value.
template <Position P>
[[nodiscard]] std::string wrong_combined(const P& root, const SearchOutcome& outcome,
                                         const Compared& compared) {
  if (!outcome.combined || outcome.combined->depth > compared.depth)
    return "";
  if (std::cmp_less(outcome.combined->depth, outcome.iterations.size()))
    return "a combined result that is less deep than the last iteration";
  return wrong_move(root, *outcome.combined);
}

/// Checks the outcomes of all processors of a search to `depth`. `stopped`: true if the search may
/// have been stopped, and so need not reach the depth.
template <Position P>
[[nodiscard]] std::string wrong_outcomes(const P& root, const std::vector<SearchOutcome>& outcomes,
                                         int depth, bool stopped, const Compared& compared) {
  std::size_t most = 0;
  for (const auto& outcome : outcomes) {
    most = std::max(most, outcome.iterations.size());
    auto wrong = wrong_iterations(root, outcome.iterations, compared);
    if (wrong.empty())
      wrong = wrong_combined(root, outcome, compared);
    if (!wrong.empty())
      return wrong;
  }
  const bool missing = !stopped && std::cmp_less(most, depth);
  return std::cmp_greater(most, depth) || missing ? fmt::format("{} iterations", most) : "";
}

/// The minimax values of positions near a root, each computed once.
template <Position P> class MinimaxValues {
public:
  [[nodiscard]] Score of(const P& position, int depth) {
    const auto [found, is_new] = known_.try_emplace({position.key(), depth}, 0);
    if (is_new)
      found->second = minimax(position, depth);
    return found->second;
  }

private:
  std::map<std::pair<Key, int>, Score> known_;
};

/// Checks that a position's value at the entry's depth is within the entry's bound. If the score is
/// exact, its move must have that score.
template <Position P>
[[nodiscard]] std::string wrong_entry(const Entry& entry, const P& position,
                                      MinimaxValues<P>& values, const Compared& compared) {
  if (entry.bound == Bound::unset || entry.depth < 1 || entry.depth > compared.depth)
    return "";
  const Score value = values.of(position, entry.depth);
  const bool is_above = value > entry.score && entry.bound != Bound::lower;
  const bool is_below = value < entry.score && entry.bound != Bound::upper;
  if (is_above || is_below)
    return fmt::format("an entry of depth {} has score {} as bound {} of value {}", entry.depth,
                       entry.score, static_cast<int>(entry.bound), value);
  return entry.bound == Bound::exact
             ? wrong_move(position, {entry.depth, entry.score, entry.move, 0, {}})
             : "";
}

/// Checks a table's entries of positions near the root.
template <Position P>
[[nodiscard]] std::string wrong_entries(const TranspositionTable& table, const P& root,
                                        const Compared& compared) {
  MinimaxValues<P> values;
  std::set<Key> seen;
  std::vector<P> level{root};
  for (int ply = 0; ply <= compared.plies; ++ply) {
    std::vector<P> next;
    for (const auto& position : level) {
      if (!seen.insert(position.key()).second)
        continue;
      const auto* const entry = table.bucket(position.key()).find(position.key());
      const auto wrong = entry ? wrong_entry(*entry, position, values, compared) : "";
      if (!wrong.empty())
        return fmt::format("{} ply below the root, {}", ply, wrong);
      MoveList<typename P::Move> moves;
      position.generate_moves(moves);
      for (const auto move : moves)
        next.push_back(position.after(move));
    }
    level = std::move(next);
  }
  return "";
}

/// Checks the tables that a search by `processors` processors leaves. No processor may be counted
/// in an entry. With TableSharing::none nothing is stored.
template <Position P>
[[nodiscard]] std::string wrong_tables(const Tables& tables, const TableSettings& settings,
                                       int processors, const P& root, const Compared& compared) {
  if (tables.processors_searching() != 0)
    return "processors are still counted in the table";
  std::string wrong;
  const int count = settings.sharing == TableSharing::local ? processors : 1;
  for (int rank = 0; wrong.empty() && rank < count; ++rank)
    wrong = wrong_entries(tables.transpositions(rank), root, compared);
  return wrong;
}

} // namespace eldest::test
