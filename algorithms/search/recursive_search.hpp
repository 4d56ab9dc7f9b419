#pragma once

#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/worker.hpp"

#include <algorithm>
#include <concepts>
#include <utility>

namespace eldest {

/// Searches a node as every recursive search does except ABDADA, which counts processors in the
/// table: asks the table, searches the sons, and stores the result. Unless the settings say
/// otherwise, moves are generated while the table's answer is on its way.
///
/// `search_sons(node, moves)` searches the sons of a node that the table has no answer for; its
/// moves may be generated already. It returns whether to store the node's result.
template <Position P, Processor M, class SearchSons>
[[nodiscard]] NodeResult search_node(Worker<P, M>& worker, const P& position, Score alpha,
                                     Score beta, int depth, int ply, SearchSons search_sons) {
  worker.enter_node(position, depth, ply);
  if (worker.is_leaf(depth, ply))
    return NodeResult({alpha, beta, worker.leaf(position, alpha, beta)}, depth);
  OrderedMoves<P> moves;
  NodeResult node{worker.look_up(position, depth, alpha, beta, moves, true), depth};
  if (!node.known() && search_sons(node, moves))
    worker.store(position, node);
  return node;
}

/// Orders the moves of a node, after generating them if need be; returns whether there are any. If
/// not, the game is over and its value is the node's.
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
/// - `interrupts()`: called in every interior node; returns whether to give up the search. If so,
///   the Worker is interrupted, too.
/// - `arrange(moves, ply)`: may change the order of a node's moves.
/// - `enter(node)`, `leave()`: called when a node becomes the end of the path and when its search
///   ends; its window may be narrowed in between.
template <class H, class P>
concept SearchHooks = requires(H hooks, NodeResult node, OrderedMoves<P> moves, int ply) {
  { hooks.interrupts() } -> std::same_as<bool>;
  { hooks.arrange(moves, ply) } -> std::same_as<void>;
  { hooks.enter(node) } -> std::same_as<void>;
  { hooks.leave() } -> std::same_as<void>;
};

/// Hooks that add nothing. They still look for messages, so that the machine can end the search.
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

/// Fail-soft αβ, or Reinefeld's NegaScout (1983), with a transposition table, by one processor,
/// with the hooks of a parallel algorithm or none; with null-move pruning and late move reductions,
/// if the settings ask for them (see Worker).
template <Position P, Processor M, SearchHooks<P> H> class RecursiveSearch {
public:
  /// Both must live as long as this.
  RecursiveSearch(Worker<P, M>& worker, H& hooks) : worker_(worker), hooks_(hooks) {}

  /// Searches a position `ply` moves below the root. The result means nothing if the Worker has
  /// been interrupted.
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

  /// Searches the sons of a node, whose moves are in order, for its result; returns false if the
  /// search has been given up.
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
      if (cut_off || node.score >= node.beta) // where the window has been narrowed meanwhile
        return true;
    }
    return true;
  }

  /// Searches the pass, if it is to be; returns whether that cuts off the node: see Worker.
  [[nodiscard]] bool pass_cuts_off(const P& position, NodeResult& node, int ply, bool passed) {
    return worker_.pass_cuts_off(position, node, ply, passed,
                                 [&](const P& son, Score alpha, Score beta, int depth) {
                                   return -search(son, -beta, -alpha, depth, ply + 1, true).score;
                                 });
  }

private:
  /// Searches the sons of a node; returns false if the search has been given up.
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
