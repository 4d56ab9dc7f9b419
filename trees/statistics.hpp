#pragma once

#include "trees/position.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace eldest {

/// Counts of the nodes that a plain search has visited. A node that is searched again counts again.
struct VisitCounts {
  std::uint64_t nodes = 0;  ///< including the root
  std::uint64_t leaves = 0; ///< at the horizon, or where the game is over
  std::uint64_t moves = 0;  ///< legal moves of the nodes that are not leaves
  std::uint64_t cutoffs = 0;
  std::uint64_t first_move_cutoffs = 0; ///< cut-offs by the first move searched

  [[nodiscard]] std::uint64_t interior() const { return nodes - leaves; }
};

/// A search without transposition table, killers, history or quiescence, in the game's own order of
/// moves. The nodes visited therefore depend on the tree alone. The counts add up over all searches
/// of the object.
template <Position P> class PlainSearch {
public:
  VisitCounts counts;

  /// A function that is called with the key of every node visited, or empty.
  std::function<void(Key)> on_visit;

  /// The minimax value, by fail-soft alpha-beta.
  [[nodiscard]] Score alpha_beta(const P& root, int depth) {
    return alpha_beta(root, depth, -infinity, infinity);
  }

  /// The minimax value, by fail-soft NegaScout (Reinefeld 1983).
  [[nodiscard]] Score negascout(const P& root, int depth) {
    return negascout(root, depth, -infinity, infinity);
  }

private:
  using Move = typename P::Move;
  using Moves = MoveList<Move>;

  Score alpha_beta(const P& position, int depth, Score alpha, Score beta) {
    return search(position, depth, alpha, beta,
                  [this](const P& son, int son_depth, Score lower, Score upper, bool /*eldest*/) {
                    return -alpha_beta(son, son_depth, -upper, -lower);
                  });
  }

  Score negascout(const P& position, int depth, Score alpha, Score beta) {
    return search(position, depth, alpha, beta,
                  [this](const P& son, int son_depth, Score lower, Score upper, bool eldest) {
                    if (eldest)
                      return -negascout(son, son_depth, -upper, -lower);
                    const Score scouted = -negascout(son, son_depth, -lower - 1, -lower);
                    if (scouted <= lower || scouted >= upper || son_depth <= 0)
                      return scouted;
                    return -negascout(son, son_depth, -upper, -scouted);
                  });
  }

  /// Returns the value of a position. `search_son(son, depth, alpha, beta, eldest)` returns the
  /// value of a son from the father's point of view.
  template <class SearchSon>
  Score search(const P& position, int depth, Score alpha, Score beta, SearchSon search_son) {
    visit(position);
    if (depth <= 0)
      return leaf(position.evaluate());
    Moves moves;
    position.generate_moves(moves);
    if (moves.empty())
      return leaf(position.terminal_value(depth));
    counts.moves += moves.size();
    sort(position, moves);
    Score best = -infinity;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const P son = position.after(moves[i]);
      best = std::max(
          best, search_son(son, depth - 1 + son.extension(), std::max(alpha, best), beta, i == 0));
      if (best >= beta) {
        count_cutoff(i == 0);
        break;
      }
    }
    return best;
  }

  void visit(const P& position) {
    ++counts.nodes;
    if (on_visit)
      on_visit(position.key());
  }

  [[nodiscard]] Score leaf(Score value) {
    ++counts.leaves;
    return value;
  }

  void count_cutoff(bool first_move) {
    ++counts.cutoffs;
    if (first_move)
      ++counts.first_move_cutoffs;
  }

  /// Sorts the most promising move first. Equal moves keep the order of generation.
  static void sort(const P& position, Moves& moves) {
    if (moves.size() < 2)
      return;
    boost::container::static_vector<std::pair<int, Move>, max_moves> ranked;
    for (const auto move : moves)
      ranked.emplace_back(rank(position, move), move);
    const auto better = [](const auto& a, const auto& b) { return a.first > b.first; };
    if (std::is_sorted(ranked.begin(), ranked.end(), better))
      return;
    std::stable_sort(ranked.begin(), ranked.end(), better);
    std::transform(ranked.begin(), ranked.end(), moves.begin(),
                   [](const auto& entry) { return entry.second; });
  }

  /// The rank of a move. Captures and promotions come before quiet moves if their ordering is 0 or
  /// more, otherwise after them (see Position).
  [[nodiscard]] static int rank(const P& position, Move move) {
    constexpr int beyond_quiet = 1 << 21;
    const int own = position.ordering(move);
    if (!uses_history(position) || position.quiet(move))
      return own;
    return own < 0 ? own - beyond_quiet : own + beyond_quiet;
  }
};

/// Statistics of the tree below a position, for plain alpha-beta to `depth`. Rates are within [0,
/// 1]. An undefined figure (no cut-off, depth below 2) is 0.
struct TreeStatistics {
  int depth = 0;
  Score value = 0; ///< minimax value at that depth, for the side to move
  VisitCounts counts;

  double branching_factor = 0; ///< mean number of legal moves of the interior nodes visited
  /// Growth of a search per ply: sqrt(nodes(depth) / nodes(depth - 2)). This is the geometric mean
  /// over the last two plies, because odd and even plies differ.
  double effective_branching_factor = 0;
  double first_move_cutoff_rate = 0; ///< share of the cut-offs by the first move
  /// Leaves of the critical tree (Slagle & Dixon 1969; Knuth & Moore 1975) if every node had
  /// `branching_factor` moves. No search can visit fewer leaves.
  double critical_leaves = 0;
  double excess_leaves = 0;      ///< leaves visited / critical_leaves - 1
  double transposition_rate = 0; ///< share of visited nodes whose key was visited before

  /// Odd-even swing, in the game's unit: mean of |v(d) - v(d - 1)| over the depths d. v(d) is the
  /// value at depth d, v(0) the static evaluation.
  double swing = 0;
  double step_to_even_depth = 0; ///< mean of v(d) - v(d - 1) over even d
  double step_to_odd_depth = 0;  ///< mean of v(d) - v(d - 1) over odd d
};

/// Returns b^ceil(d/2) + b^floor(d/2) - 1, where b is `branching_factor` and d is `depth` (Knuth &
/// Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975).
[[nodiscard]] constexpr double critical_leaf_count(double branching_factor, int depth) {
  const auto power = [branching_factor](int exponent) {
    double product = 1;
    for (; exponent > 0; --exponent)
      product *= branching_factor;
    return product;
  };
  return power((depth + 1) / 2) + power(depth / 2) - 1;
}

namespace detail {

/// The share of the keys that equal an earlier one.
[[nodiscard]] inline double repeated_share(std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end());
  const auto distinct = std::unique(keys.begin(), keys.end()) - keys.begin();
  return 1 - static_cast<double>(distinct) / static_cast<double>(keys.size());
}

[[nodiscard]] inline double ratio(double part, double whole) {
  return whole == 0 ? 0 : part / whole;
}

[[nodiscard]] inline double ratio(std::uint64_t part, std::uint64_t whole) {
  return ratio(static_cast<double>(part), static_cast<double>(whole));
}

/// Sets the swings. `values[d]` is the value of a search to depth d.
inline void set_swings(TreeStatistics& statistics, const std::vector<Score>& values) {
  double total = 0;
  double to_even = 0;
  double to_odd = 0;
  for (std::size_t d = 1; d < values.size(); ++d) {
    const double step = values[d] - values[d - 1];
    total += std::abs(step);
    (d % 2 == 0 ? to_even : to_odd) += step;
  }
  const std::size_t steps = values.size() - 1;
  const std::size_t even_steps = steps / 2;
  statistics.swing = ratio(total, static_cast<double>(steps));
  statistics.step_to_even_depth = ratio(to_even, static_cast<double>(even_steps));
  statistics.step_to_odd_depth = ratio(to_odd, static_cast<double>(steps - even_steps));
}

} // namespace detail

/// Measures the tree below a position by searching it to the depths 1, 2, …, `depth` (at least 1).
/// Takes 8 bytes of memory for every node that the last search visits.
template <Position P> [[nodiscard]] TreeStatistics measure(const P& root, int depth) {
  assert(depth >= 1);
  std::vector<Score> values{root.evaluate()};
  std::vector<std::uint64_t> nodes{1};
  std::vector<Key> keys;
  PlainSearch<P> search;
  for (int d = 1; d <= depth; ++d) {
    search.counts = {};
    if (d == depth)
      search.on_visit = [&keys](Key key) { keys.push_back(key); };
    values.push_back(search.alpha_beta(root, d));
    nodes.push_back(search.counts.nodes);
  }

  const VisitCounts& counts = search.counts;
  TreeStatistics statistics;
  statistics.depth = depth;
  statistics.value = values.back();
  statistics.counts = counts;
  statistics.branching_factor = detail::ratio(counts.moves, counts.interior());
  if (depth >= 2)
    statistics.effective_branching_factor =
        std::sqrt(detail::ratio(nodes.back(), nodes[nodes.size() - 3]));
  statistics.first_move_cutoff_rate = detail::ratio(counts.first_move_cutoffs, counts.cutoffs);
  statistics.critical_leaves = critical_leaf_count(statistics.branching_factor, depth);
  statistics.excess_leaves =
      detail::ratio(static_cast<double>(counts.leaves), statistics.critical_leaves) - 1;
  statistics.transposition_rate = detail::repeated_share(std::move(keys));
  detail::set_swings(statistics, values);
  return statistics;
}

} // namespace eldest
