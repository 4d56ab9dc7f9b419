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
/// contraint", thesis, ENSAE, 1993), from which ABDADA descends. What is known of it is from the
/// thesis's abstract and from Weill (1996, section 2): no processor controls another; all begin at
/// the root at once and share what they find in a table that is distributed over their memories;
/// the table also tells how many processors are in a subtree, and by these numbers each controls
/// its own speculation. Eldest sons have no right to be searched first: that is ABDADA's, from
/// YBWC.
///
/// How the numbers decide is not known; Weill found that control complex and inefficient. The
/// simplest rules that use them are these, of our own:
///
/// - A processor goes to the son with the fewest others in it, among equals to the first: it first
///   visits the sons in order that nobody is in, in the next round those put off with no more
///   others in them than there were in the emptiest, and so on. The home of a son's entry decides
///   on the visit, so that its answer is never out of date.
/// - It goes past an eldest son in which others are, and on to young brothers whose value the
///   eldest's may make worthless, only if no more than one in `speculation` of the processors in
///   the node is then past it.
/// - It writes a better score of a node to the table at once, and reads a node's entry again when
///   it comes back to it from a son that it has searched: so it gets the others' bounds, and leaves
///   what they have finished or cut off. It looks no further up: the nodes near the root are on all
///   paths, and with 128 processors their homes would do little else than answer.
/// - In NegaScout a processor without a score of the node searches a young brother with the whole
///   window and to its full depth; it has nothing to test it against. A re-search, of a reduced son
///   as well, takes place whoever else is there, and so does the search of a pass.
///
/// The default of `speculation` is from a T3D (24 chess positions to depth 5, 8 of Othello to depth
/// 9). If all may go past (1), the mean speedup is 3.6 and 2.5 on 8 processors, 15.1 and 9.9 on
/// 128. If none may (0), it is 5.6 and 5.6, 21.8 and 22.7. With 16 it is the same on 8, smaller by
/// 1 and 8 % on 32, and 22.5 and 24.4 on 128; 8 and 32 are not clearly better or worse than that.
/// Processors agree on iterations as in ABDADA.
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
    return {.publish_depth = own.update_depth, .parent_check_depth = own.update_depth};
  }

  /// Returns the value of a position or, if more than `at_most` other processors are searching it,
  /// `on_evaluation`.
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

  /// Searches the sons whose moves are in order.
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

  /// The greatest number of other processors in the eldest son of a node with which this one still
  /// joins them. The others that the visit has found in the node are past the eldest son, or about
  /// to be.
  [[nodiscard]] std::uint16_t most_in_eldest(const Visit& visit) const {
    if (own_.speculation == 0)
      return any_number;
    const int past = (visit.found + 1) / own_.speculation;
    return past == 0 ? any_number : static_cast<std::uint16_t>(std::max(0, visit.found - past));
  }

  /// Searches the sons in order, but for those in which there are more other processors than is
  /// said here. Returns the smallest number of them in a son that was put off for that, if there is
  /// one and the node is not over.
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
        sharing_.share_bound(node);
      }
    }
    return fewest;
  }

  /// Searches the son of the move that `moves` gave last; the scout of NegaScout needs a score to
  /// compare with.
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
