#pragma once

#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/simplified_abdada/handlers.hpp"
#include "algorithms/simplified_abdada/settings.hpp"
#include "trees/base/random.hpp"

#include <algorithm>
#include <cstdint>

namespace eldest {

/// Simplified ABDADA (T. Kerrigan, 2017, version 1.1). All processors search the root, with a
/// transposition table as in a sequential search. A second table holds the moves being searched. A
/// young brother that another processor is searching is deferred until all other brothers have been
/// searched. It is then searched even if another processor is still searching it.
///
/// Only one kind of search is marked in that table: the scout of a young brother that no other
/// processor was searching. These are not marked, unless `also_marked` names them:
///
/// - the eldest son, which all search first (note 5.1);
/// - a re-search (5.2);
/// - a deferred son, in which help is wanted (5.3).
///
/// In αβ, which Kerrigan does not treat, the only search of such a young brother is marked.
///
/// `cutoff_check_depth` adds Kerrigan's cut-off checks (2017, version 1.0; there at depth 4). A
/// node of at least that depth that has deferred a son looks into the table before each further
/// son. Its search ends if another processor has found its value, or a bound that suffices for the
/// window.
///
/// A search that is given up removes its marks like any other. (Kerrigan is silent on this.)
/// Processors agree on iterations as ABDADA's do: see Iterations.
///
/// The table of moves is divided over the processors by set, whether the transposition table is
/// shared or not. On a machine of messages, DeferMove waits for an answer from the set's home, and
/// the two other handlers are posted there. On a machine of shared memory each handler costs an
/// access and no lock.
template <Position P, Processor M> class SimplifiedAbdada {
public:
  SimplifiedAbdada(M& processor, const SearchSettings& settings,
                   const SimplifiedAbdadaSettings& own)
      : worker_(processor, settings), own_(own) {}

  [[nodiscard]] SearchOutcome run(const P& root) {
    return worker_.deepen([&](int depth, Score alpha, Score beta) {
      const NodeResult result = search(root, alpha, beta, depth, 0);
      return RootResult{result.score, result.move};
    });
  }

private:
  using Move = typename P::Move;

  NodeResult search(const P& position, Score alpha, Score beta, int depth, int ply,
                    bool passed = false) {
    return search_node(worker_, position, alpha, beta, depth, ply,
                       [&](NodeResult& node, OrderedMoves<P>& moves) {
                         return pass_cuts_off(position, node, ply, passed) ||
                                search_sons(position, node, ply, moves);
                       });
  }

  [[nodiscard]] bool pass_cuts_off(const P& position, NodeResult& node, int ply, bool passed) {
    return worker_.pass_cuts_off(position, node, ply, passed,
                                 [&](const P& son, Score alpha, Score beta, int depth) {
                                   return -search(son, -beta, -alpha, depth, ply + 1, true).score;
                                 });
  }

  /// Searches the sons of a node. Returns true if the node's result is to be stored.
  bool search_sons(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    if (worker_.poll_interrupted())
      return false;
    if (!order_sons(worker_, position, node, moves, ply))
      return true;
    // An internal search that another processor's result has ended takes its move from that result.
    if (!worker_.find_first_move(position, node, moves, ply, [&](NodeResult& shallow) {
          return search_in_order(position, shallow, ply, moves) || !worker_.interrupted();
        }))
      return false;
    return search_in_order(position, node, ply, moves);
  }

  /// Searches the sons in the order of `moves`. Returns true if the node's result is to be stored.
  bool search_in_order(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    auto end = search_each(position, node, ply, moves, Turn::first);
    if (end == End::deferred) {
      const auto phase = worker_.in_phase(Phase::deferred);
      moves.rewind(true);
      if (own_.deferred_order == DeferredOrder::rank)
        moves.rotate(mix(position.key() + static_cast<Key>(worker_.processor.rank())));
      end = search_each(position, node, ply, moves, Turn::deferred);
    }
    return end != End::given_up;
  }

  enum class Turn : std::uint8_t { first, deferred };
  /// The way in which the search of a node's sons ends: with all sons, with some deferred ones
  /// left, by a cut-off, or given up. It is given up if the search is interrupted or others have
  /// the result.
  enum class End : std::uint8_t { complete, deferred, cut_off, given_up };

  /// Searches each of the sons whose moves are left, at their first turn or after they have been
  /// deferred.
  End search_each(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves, Turn turn) {
    auto end = End::complete;
    while (const Move* const move = moves.next()) {
      if ((turn == Turn::deferred || end == End::deferred) && cut_off_elsewhere(position, node))
        return End::given_up;
      const bool eldest = moves.at_eldest();
      const bool may_ask = turn == Turn::first && may_defer(node.depth);
      if (may_ask)
        prefetch_set_of_next(position, moves);
      if (may_ask && !eldest && defer(position, *move)) {
        moves.defer();
        end = End::deferred;
        continue;
      }
      const P son = position.after(*move);
      const Score lower = std::max(node.alpha, node.score);
      const auto depths = worker_.begin_son(position, node.depth, son, moves, ply);
      const auto search_unmarked = [&](Score alpha, Score beta, int depth, bool /*again*/) {
        return -search(son, -beta, -alpha, depth, ply + 1).score;
      };
      const auto search_marked = [&](Score alpha, Score beta, int depth, bool again) {
        if (again && own_.also_marked != AlsoMarked::researched)
          return search_unmarked(alpha, beta, depth, again);
        const Key hash = move_hash(position, *move);
        worker_.processor.post(hash, StartingSearch{hash});
        const Score found = search_unmarked(alpha, beta, depth, again);
        worker_.processor.post(hash, FinishedSearch{hash});
        return found;
      };
      const Score value =
          marks(node.depth, turn, eldest)
              ? worker_.search_son(eldest, lower, node.beta, depths, search_marked)
              : worker_.search_son(son, ply + 1, eldest, lower, node.beta, depths, search_unmarked);
      if (worker_.interrupted())
        return End::given_up;
      if (worker_.improve(node, value, position, *move, ply, eldest))
        return End::cut_off;
    }
    return end;
  }

  /// Returns true if the second table is used for the sons of a node of that depth (note 1).
  [[nodiscard]] bool may_defer(int depth) const { return depth >= own_.defer_depth; }

  /// Returns true if the search of a son is marked; see `also_marked`.
  [[nodiscard]] bool marks(int depth, Turn turn, bool eldest) const {
    if (!may_defer(depth))
      return false;
    if (turn == Turn::deferred)
      return own_.also_marked == AlsoMarked::deferred;
    return !eldest || own_.also_marked == AlsoMarked::eldest;
  }

  /// Prefetches the set of the next move, if that is known, while this move is searched.
  void prefetch_set_of_next(const P& position, const OrderedMoves<P>& moves) const {
    if constexpr (PrefetchesTables<M>) {
      if (const Move* const next = moves.known_next())
        worker_.processor.template prefetch<DeferMove>([&] { return move_hash(position, *next); });
    }
  }

  /// Asks whether another processor is searching the son of a move. Returns true if the son is to
  /// be deferred.
  [[nodiscard]] bool defer(const P& position, const Move& move) {
    DeferMove request{move_hash(position, move)};
    worker_.processor.ask(request.move, request);
    const bool answered = worker_.answered_in_time(worker_.settings.table_timeout);
    if (answered && request.searching)
      ++worker_.counters.deferred;
    return answered && request.searching;
  }

  /// Makes a cut-off check. Returns true if the table has the result of a node that is being
  /// searched. `node` then becomes that result.
  [[nodiscard]] bool cut_off_elsewhere(const P& position, NodeResult& node) {
    const int min_depth = own_.cutoff_check_depth;
    if (min_depth == 0 || node.depth < min_depth)
      return false;
    ++worker_.counters.cutoff_checks;
    Probe probe{position.key(), node.depth, worker_.settings.table_depth, {node.alpha, node.beta}};
    worker_.processor.ask(probe.key, probe);
    if (!worker_.answered_in_time(worker_.settings.table_timeout) || !probe.answer.closes_window())
      return false;
    ++worker_.counters.cutoff_check_hits;
    node = NodeResult(probe.answer, node.depth);
    return true;
  }

  Worker<P, M> worker_;
  SimplifiedAbdadaSettings own_;
};

/// Runs one processor's part of Simplified ABDADA.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const SimplifiedAbdadaSettings& own,
                                   const SearchSettings& settings, const P& root, M& processor) {
  return SimplifiedAbdada<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
