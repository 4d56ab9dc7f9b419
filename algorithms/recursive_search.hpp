#pragma once

#include "algorithms/table_handlers.hpp"
#include "algorithms/worker.hpp"

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
  worker.enter_node(position);
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
/// with the hooks of a parallel algorithm or none. Late move reductions are described in
/// Worker::son_depths.
///
/// Null-move pruning (Goetsch & Campbell 1990; Donninger 1993), if the settings ask for it: a node
/// whose static value reaches beta is first searched after a pass, with a null window at beta and
/// to R ply less than after a move. If even that reaches beta, the node is cut off, with beta as
/// its value: what a pass would win is no value of the game. The tree is then another one than that
/// of minimax, and depends on the windows. Where the sources differ: not at the root, nor in two
/// plies running, nor where the game says that a pass may be better than every move (see
/// PassablePosition), and only to more than R ply, so that the pass is answered by a search of at
/// least the leaves' kind; there is no verification.
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
          worker_.search_son(moves.at_eldest(), std::max(node.alpha, node.score), node.beta,
                             worker_.son_depths(position, node.depth, son, moves, ply),
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

  /// Searches the pass, if it is to be; returns whether that cuts off the node, which is not the
  /// root. `passed`: the move that led to the node is a pass.
  [[nodiscard]] bool pass_cuts_off(const P& position, NodeResult& node, int ply, bool passed) {
    if constexpr (PassablePosition<P>) {
      const int reduction = worker_.settings.null_move_reduction;
      const Score beta = node.beta; // which may be lowered meanwhile
      if (reduction == 0 || passed || ply == 0 || node.depth <= reduction || !position.may_pass() ||
          position.evaluate() < beta)
        return false;
      ++worker_.counters.null_moves;
      const Score value =
          -search(position.after_pass(), -beta, 1 - beta, node.depth - 1 - reduction, ply + 1, true)
               .score;
      if (worker_.interrupted() || value < beta)
        return false;
      ++worker_.counters.null_move_cutoffs;
      node.score = beta;
      return true;
    }
    return false;
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
