#pragma once

#include "algorithms/table_handlers.hpp"
#include "algorithms/worker.hpp"

#include <algorithm>
#include <cstdint>

namespace eldest {

/// Fail-soft αβ, or Reinefeld's NegaScout (1983), with a transposition table and iterative
/// deepening: the recursive programs that everything parallel is measured against.
template <Position P, Processor M> class SequentialSearch {
public:
  SequentialSearch(M& processor, const SearchSettings& settings) : worker_(processor, settings) {}

  [[nodiscard]] SearchOutcome run(const P& root) {
    return worker_.deepen([&](int depth) {
      const Score value = search(root, -infinity, infinity, depth, 0);
      return RootResult{value, root_move_};
    });
  }

private:
  Score search(const P& position, Score alpha, Score beta, int depth, int ply) {
    worker_.enter_node(position);
    if (worker_.is_leaf(depth, ply))
      return worker_.leaf(position, alpha, beta);
    ++worker_.counters.interior;

    Probe probe{position.key(), depth, worker_.settings.table_depth, {alpha, beta}};
    worker_.processor.ask(probe.key, probe);
    worker_.processor.await_answer();
    NodeResult node{probe.answer, depth};
    if (probe.answer.closes_window()) {
      ++worker_.counters.table_hits;
    } else {
      search_sons(position, node, ply);
      worker_.processor.post(probe.key, Store{probe.key, node});
    }
    if (ply == 0)
      root_move_ = node.move;
    return node.score;
  }

  void search_sons(const P& position, NodeResult& node, int ply) {
    OrderedMoves<P> moves;
    worker_.generate(position, moves);
    if (moves.empty()) {
      node.score = position.terminal_value(node.depth);
      return;
    }
    worker_.order(position, moves, node.move, ply);
    while (const auto* const move = moves.next()) {
      const P son = position.after(*move);
      const int son_depth = worker_.son_depth(son, node.depth);
      const Score value =
          worker_.search_son(moves.at_eldest(), std::max(node.alpha, node.score), node.beta,
                             son_depth, [&](Score alpha, Score beta, bool /*again*/) {
                               return -search(son, -beta, -alpha, son_depth, ply + 1);
                             });
      if (worker_.improve(node, value, position, *move, ply, moves.at_eldest()))
        return;
    }
  }

  Worker<P, M> worker_;
  std::uint32_t root_move_ = 0;
};

} // namespace eldest
