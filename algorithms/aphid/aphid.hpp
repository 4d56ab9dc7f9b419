#pragma once

#include "algorithms/aphid/aphid_library.hpp"
#include "algorithms/aphid/aphid_settings.hpp"
#include "algorithms/recursive_search.hpp"
#include "algorithms/table_handlers.hpp"
#include "algorithms/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace eldest {

/// APHID, "asynchronous parallel hierarchical iterative deepening" (Brockington & Schaeffer): the
/// program of SequentialSearch, αβ or NegaScout, with the calls of the library in the places that
/// the paper's Figure 6 shows. One search serves the master and the slaves; on one processor it is
/// the sequential search, to which the paper's speedups refer (section 4.1).
///
/// The master takes moves but no values from the table above its horizon, as in the figure. Unlike
/// the figure, it stores no value there that depends on a guess: the slaves may share the table.
template <Position P, Processor M> class Aphid {
public:
  using Move = typename P::Move;

  Aphid(M& processor, const SearchSettings& settings, const AphidSettings& own)
      : worker_(processor, settings), own_(own), process_(processor, settings.depth, own_) {}
  Aphid(const Aphid&) = delete;
  Aphid& operator=(const Aphid&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    root_ = &root;
    auto [iterations, nodes, speculative_nodes, own_counters] = process_.run(*this);
    worker_.counters.speculative = speculative_nodes;
    return {std::move(iterations), std::move(nodes), worker_.counters, named(own_counters)};
  }

  // Called by the library.

  [[nodiscard]] RootResult search_root(int depth) {
    const Score value = search(*root_, -infinity, infinity, depth, 0);
    return {value, root_move_};
  }

  [[nodiscard]] Score search_leaf(std::span<const Move> path, const aphid::Window& window,
                                  int depth) {
    P position = *root_;
    for (const auto move : path)
      position = position.after(move);
    return search(position, window.alpha, window.beta, depth, static_cast<int>(path.size()));
  }

  [[nodiscard]] std::uint64_t nodes() const { return worker_.counters.nodes(); }

private:
  Score search(const P& position, Score alpha, Score beta, int depth, int ply) {
    worker_.enter_node(position);
    if (worker_.is_leaf(depth, ply))
      return worker_.leaf(position, alpha, beta);
    const Key key = position.key();
    if (process_.at_horizon(key, ply, depth))
      return process_.leaf_value({alpha, beta},
                                 [&] { return worker_.leaf(position, -infinity, infinity); });
    ++worker_.counters.interior;
    if (process_.stopping())
      return 0;

    Probe probe{key, depth, worker_.settings.table_depth, {alpha, beta}};
    OrderedMoves<P> moves;
    worker_.processor.ask(key, probe);
    if (worker_.generates_early(false))
      worker_.generate(position, moves);
    worker_.processor.await_answer();
    if (process_.above_horizon(ply))
      probe.answer = {alpha, beta, -infinity, probe.answer.move};
    NodeResult node{probe.answer, depth};
    if (probe.answer.closes_window()) {
      ++worker_.counters.table_hits;
    } else {
      search_sons(position, node, ply, moves);
      if (process_.leave(ply, node.score))
        worker_.store(position, node);
      else if (!process_.stopped())
        worker_.processor.post(key, StoreMove{key, node.move, depth});
    }
    if (ply == 0)
      root_move_ = node.move;
    return node.score;
  }

  void search_sons(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    if (!order_sons(worker_, position, node, moves, ply))
      return;
    while (const auto* const move = moves.next()) {
      const P son = position.after(*move);
      const int son_depth = worker_.son_depth(son, node.depth);
      process_.moving(ply, *move);
      const Score value =
          worker_.search_son(moves.at_eldest(), std::max(node.alpha, node.score), node.beta,
                             son_depth, [&](Score alpha, Score beta, bool /*again*/) {
                               return -search(son, -beta, -alpha, son_depth, ply + 1);
                             });
      if (process_.stopped() ||
          worker_.improve(node, value, position, *move, ply, moves.at_eldest()))
        return;
    }
  }

  Worker<P, M> worker_;
  AphidSettings own_;
  aphid::Process<Move, M> process_;
  const P* root_ = nullptr;
  std::uint32_t root_move_ = 0;
};

/// Runs one processor's part of APHID.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const AphidSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return Aphid<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
