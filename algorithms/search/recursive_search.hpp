#pragma once

#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/worker.hpp"

#include <algorithm>
#include <concepts>
#include <utility>

namespace eldest {

/// Searches a node: asks the table, searches the sons, and stores the result. Every recursive
/// search does so, except those that count processors in the table (see NodeSharing). Unless the
/// settings say otherwise, moves are generated while the table's answer is on its way.
///
/// `search_sons(node, moves)` searches the sons of a node that the table has no answer for. It
/// returns true if the node's result is to be stored. The moves may be generated already.
template <Position P, Processor M, class SearchSons>
[[nodiscard]] NodeResult search_node(Worker<P, M>& worker, const P& position, Score alpha,
                                     Score beta, int depth, int ply, SearchSons search_sons) {
  worker.enter_node(position, alpha, beta, depth, ply);
  if (const auto value = worker.value_at_once(position, alpha, beta, depth, ply))
    return NodeResult({alpha, beta, *value}, depth);
  OrderedMoves<P> moves;
  NodeResult node{worker.look_up(position, depth, alpha, beta, moves, true), depth};
  if (!node.known() && search_sons(node, moves))
    worker.store(position, node);
  return node;
}

/// Orders the moves of a node, after generating them if necessary. Returns false if the node has no
/// moves. The game is then over, and its value becomes the node's score.
template <Position P, Processor M>
[[nodiscard]] bool order_sons(Worker<P, M>& worker, const P& position, NodeResult& node,
                              OrderedMoves<P>& moves, int ply) {
  if (!moves.generated())
    worker.generate(position, moves);
  if (moves.empty()) {
    node.score = position.terminal_value(node.depth);
    return false;
  }
  worker.order(position, moves, node, ply);
  return true;
}

/// The additions of a parallel algorithm to a recursive search.
///
/// - `interrupts()`: called in every interior node; returns true if the search is to be given up.
///   The Worker is then interrupted, too.
/// - `arrange(moves, ply)`: may change the order of a node's moves.
/// - `enter(node)`, `leave()`: called before and after the search of an interior node's sons. In
///   between, the hooks may narrow the node's window.
template <class H, class P>
concept SearchHooks = requires(H hooks, NodeResult node, OrderedMoves<P> moves, int ply) {
  { hooks.interrupts() } -> std::same_as<bool>;
  { hooks.arrange(moves, ply) } -> std::same_as<void>;
  { hooks.enter(node) } -> std::same_as<void>;
  { hooks.leave() } -> std::same_as<void>;
};

/// Hooks that add nothing. `interrupts` still looks for messages, so that the machine can end the
/// search by an exception: see SearchStopped.
template <Processor M> struct NoHooks {
  M& processor;

  [[nodiscard]] bool interrupts() {
    static_cast<void>(processor.poll());
    return false;
  }
  template <class Moves> static void arrange(Moves& /*moves*/, int /*ply*/) {}
  static void enter(NodeResult& /*node*/) {}
  static void leave() {}
};

/// Fail-soft αβ, or Reinefeld's NegaScout (1983), on one processor, with a transposition table and
/// the hooks of a parallel algorithm or NoHooks. It also does null-move pruning, late move
/// reductions and futility pruning if the settings ask for them: see Worker.
template <Position P, Processor M, SearchHooks<P> H> class RecursiveSearch {
public:
  /// `worker` and `hooks` must outlive this object.
  RecursiveSearch(Worker<P, M>& worker, H& hooks) : worker_(worker), hooks_(hooks) {}

  /// Searches a position `ply` moves below the root. `passed` is true if a pass led to the
  /// position. The result is meaningless if the Worker has been interrupted.
  [[nodiscard]] NodeResult search(const P& position, Score alpha, Score beta, int depth, int ply,
                                  bool passed = false) {
    return search_node(worker_, position, alpha, beta, depth, ply,
                       [&](NodeResult& node, OrderedMoves<P>& moves) {
                         hooks_.enter(node);
                         const bool complete = pass_cuts_off(position, node, ply, passed) ||
                                               search_sons(position, node, ply, moves);
                         hooks_.leave();
                         return complete;
                       });
  }

  /// Searches the sons of a node in the order of `moves`, and takes their values into `node`.
  /// Returns false if the search has been given up.
  [[nodiscard]] bool search_in_order(const P& position, NodeResult& node, int ply,
                                     OrderedMoves<P>& moves) {
    while (const auto* const move = moves.next()) {
      const P son = position.after(*move);
      const Score value =
          worker_.search_son(son, ply + 1, moves.at_eldest(), std::max(node.alpha, node.score),
                             node.beta, worker_.begin_son(position, node.depth, son, moves, ply),
                             [&](Score alpha, Score beta, int depth, bool /*again*/) {
                               return -search(son, -beta, -alpha, depth, ply + 1).score;
                             });
      if (worker_.interrupted())
        return false;
      const bool cut_off = worker_.improve(node, value, position, *move, ply, moves.at_eldest());
      if (cut_off || node.score >= node.beta) // the hooks may have narrowed the window
        return true;
    }
    return true;
  }

  /// Searches the pass if one is to be searched. Returns true if the pass cuts off the node: see
  /// Worker.
  [[nodiscard]] bool pass_cuts_off(const P& position, NodeResult& node, int ply, bool passed) {
    return worker_.pass_cuts_off(position, node, ply, passed,
                                 [&](const P& son, Score alpha, Score beta, int depth) {
                                   return -search(son, -beta, -alpha, depth, ply + 1, true).score;
                                 });
  }

private:
  /// Searches the sons of a node. Returns false if the search has been given up.
  bool search_sons(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    if (hooks_.interrupts())
      return false;
    if (!order_sons(worker_, position, node, moves, ply))
      return true;
    if (!worker_.find_first_move(position, node, moves, ply, [&](NodeResult& shallow) {
          return search_in_order(position, shallow, ply, moves);
        }))
      return false;
    hooks_.arrange(moves, ply);
    return search_in_order(position, node, ply, moves);
  }

  Worker<P, M>& worker_;
  H& hooks_;
};

} // namespace eldest
