#pragma once

#include "algorithms/alphabeta_star/settings.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/shared_nodes/node_sharing.hpp"
#include "algorithms/shared_nodes/settings.hpp"
#include "algorithms/shared_nodes/visit_handlers.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace eldest {

/// αβ* (V. David, "Algorithmique parallèle sur les arbres de décision et raisonnement en temps
/// contraint", thesis, ENSAE, 1993), from which ABDADA descends. This is known of it from the
/// thesis's abstract and from Weill (1996, section 2):
///
/// - No processor controls another. All begin at the root at once and share what they find in a
///   table that is distributed over their memories.
/// - The table also tells how many processors are in a subtree. By these numbers each processor
///   controls its own speculation.
/// - Eldest sons have no right to be searched first. That right is ABDADA's, from YBWC.
///
/// How the numbers decide is not known; Weill found that control complex and inefficient. The
/// simplest rules that use them are these, of our own:
///
/// - A processor goes to the son that the fewest other processors are searching, and among equals
///   to the first. It first visits, in order, the sons that no other processor is searching, and
///   puts off the rest. In each further round the limit on other processors in a son is the least
///   number found in a son put off before. The home of a son's table entry applies the limit, so
///   the number compared with it is never out of date.
/// - A processor may go past an eldest son that others are searching, although the eldest's value
///   may make the young brothers worthless. It does so only if at most one in `speculation` of the
///   processors in the node is then past that son.
/// - A processor writes a better score of a node to the table at once. It reads a node's entry
///   again when it comes back to the node from a son that it has searched. So it gets the others'
///   bounds, and leaves nodes that the others have finished or cut off. It does not read the
///   entries of nodes further up, because the nodes near the root are on all paths. With 128
///   processors the homes of these nodes would do little else than answer.
/// - A processor writes early and reads again at nodes whose searches take at least
///   `update_granularity` times as long as reading an entry, and at few other nodes (Payoff). It
///   measures both times. At smaller nodes reading costs more than it gains.
/// - In NegaScout a processor without a score of the node searches a young brother with the whole
///   window and to its full depth. There is no score to test the brother against.
/// - A re-search, also that of a reduced son, takes place regardless of other processors there. So
///   does the search of a pass.
///
/// The default of `speculation` is from a T3D (24 chess positions to depth 5, 8 of Othello to depth
/// 9). The mean speedups, in chess and in Othello, are:
///
/// - With 1, so that all may go past: 3.6 and 2.5 on 8 processors, 15.1 and 9.9 on 128.
/// - With 0, so that none may: 5.6 and 5.6 on 8 processors, 21.8 and 22.7 on 128.
/// - With 16: as with 0 on 8 processors, 1 and 8 % less than with 0 on 32, and 22.5 and 24.4 on
///   128.
///
/// 8 and 32 are not clearly better or worse than 16.
///
/// Processors agree on iterations as ABDADA's do: see Iterations.
///
/// On one processor the nodes are those of SequentialSearch if only equal depths may answer.
template <Position P, Processor M> class AlphaBetaStar {
public:
  AlphaBetaStar(M& processor, const SearchSettings& settings, const AlphaBetaStarSettings& own)
      : worker_(processor, settings), own_(own), sharing_(worker_, sharing(own)) {}
  AlphaBetaStar(const AlphaBetaStar&) = delete;
  AlphaBetaStar& operator=(const AlphaBetaStar&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    auto outcome = worker_.deepen([&](int depth, Score alpha, Score beta) {
      const Score value = search(root, alpha, beta, depth, 0, any_number);
      return RootResult{value, sharing_.root_move()};
    });
    own_counters_.bounds_published = sharing_.counts().bounds_published;
    own_counters_.returns = sharing_.counts().parent_checks;
    own_counters_.return_hits = sharing_.counts().parent_check_hits;
    outcome.own_counters = named(own_counters_);
    return outcome;
  }

private:
  [[nodiscard]] static SharingSettings sharing(const AlphaBetaStarSettings& own) {
    return {.parent_check_depth = own.update_depth,
            .parent_check_granularity = own.update_granularity,
            .publishes_bounds = true};
  }

  /// Returns the value of a position. If more than `at_most` other processors are searching the
  /// position, returns the marker `on_evaluation` instead.
  Score search(const P& position, Score alpha, Score beta, int depth, int ply,
               std::uint16_t at_most, bool passed = false) {
    return sharing_.visit(position, alpha, beta, depth, ply, at_most,
                          [&](const Retrieve& retrieve, NodeResult& node, OrderedMoves<P>& moves) {
                            count_company(retrieve.visit, ply);
                            sharing_.search_sons(
                                position, node, ply, moves, passed,
                                [&](const P& son, Score low, Score high, int son_depth) {
                                  return -search(son, -high, -low, son_depth, ply + 1, any_number,
                                                 true);
                                },
                                [&](NodeResult& result) {
                                  search_in_rounds(position, retrieve.visit, result, ply, moves);
                                });
                          });
  }

  void count_company(const Visit& visit, int ply) {
    if (ply == 0 || visit.found == 0)
      return;
    ++own_counters_.joined;
    own_counters_.met += visit.found;
  }

  /// Searches the sons in the order of `moves`, in as many rounds as are needed.
  void search_in_rounds(const P& position, const Visit& visit, NodeResult& node, int ply,
                        OrderedMoves<P>& moves) {
    auto fewest = search_round(position, node, ply, moves, most_in_eldest(visit), 0);
    if (!fewest)
      return;
    const auto phase = worker_.in_phase(Phase::deferred);
    while (fewest) {
      ++own_counters_.rounds;
      moves.rewind(true);
      fewest = search_round(position, node, ply, moves, *fewest, *fewest);
    }
  }

  /// The greatest number of other processors searching a node's eldest son at which this processor
  /// searches that son, too. Other processors that the visit has found in the node, and that are
  /// not in the eldest son, count as past it.
  [[nodiscard]] std::uint16_t most_in_eldest(const Visit& visit) const {
    if (own_.speculation == 0)
      return any_number;
    const int past = (visit.found + 1) / own_.speculation;
    return past == 0 ? any_number : static_cast<std::uint16_t>(std::max(0, visit.found - past));
  }

  /// Searches the sons in order. Puts off a son with more other processors in it than
  /// `most_in_eldest` or, for young brothers, `most_in_young`. Returns the smallest number of other
  /// processors in a son put off. Returns nothing if no son was put off, or if the node's search is
  /// over.
  std::optional<std::uint16_t> search_round(const P& position, NodeResult& node, int ply,
                                            OrderedMoves<P>& moves, std::uint16_t most_in_eldest,
                                            std::uint16_t most_in_young) {
    std::optional<std::uint16_t> fewest;
    while (const auto* const move = moves.next()) {
      const bool eldest = moves.at_eldest();
      const Score value =
          search_son(position, *move, node, ply, moves, eldest ? most_in_eldest : most_in_young);
      if (sharing_.over(ply))
        return std::nullopt;
      if (value == -on_evaluation) {
        moves.defer();
        if (eldest)
          ++own_counters_.past_eldest;
        fewest = std::min(fewest.value_or(any_number), sharing_.put_off_by());
      } else if (worker_.improve(node, value, position, *move, ply, eldest)) {
        return std::nullopt;
      } else {
        sharing_.share_bound();
      }
    }
    return fewest;
  }

  /// Searches the son whose move `moves` gave last. NegaScout's scout needs a score to compare
  /// with, so without one the window is open.
  Score search_son(const P& position, typename P::Move move, const NodeResult& node, int ply,
                   const OrderedMoves<P>& moves, std::uint16_t at_most) {
    const P son = position.after(move);
    const bool open = moves.at_eldest() || node.score == -infinity;
    return sharing_.search_son(
        son, open, node, worker_.begin_son(position, node.depth, son, moves, ply), ply,
        [&](Score alpha, Score beta, int depth, bool again) {
          return -search(son, -beta, -alpha, depth, ply + 1, again ? any_number : at_most);
        });
  }

  Worker<P, M> worker_;
  AlphaBetaStarSettings own_;
  AlphaBetaStarCounters own_counters_;
  NodeSharing<P, M> sharing_;
};

/// Runs one processor's part of αβ*.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const AlphaBetaStarSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return AlphaBetaStar<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
