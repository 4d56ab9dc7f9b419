#pragma once

#include "algorithms/aphid/library.hpp"
#include "algorithms/aphid/settings.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace eldest {

/// APHID, "asynchronous parallel hierarchical iterative deepening" (Brockington & Schaeffer). It is
/// the program of SequentialSearch, αβ or NegaScout, with the library's calls in the places that
/// the paper's Figure 6 shows. One search serves the master and the slaves. On one processor it is
/// the sequential search, to which the paper's speedups refer (section 4.1).
///
/// Above its horizon the master takes moves from the table but no values, as in the figure. Unlike
/// the figure, it stores no value there that depends on a guess, because the slaves may share the
/// table.
///
/// Our choices, where the paper is silent about options of the sequential search:
/// - Null-move pruning (Worker::pass_cuts_off) is part of the slaves' searches, and of the master's
///   while it searches without slaves. Above its horizon the master tries no null moves, because
///   the trees below them would have leaves, too. With null moves there, the master has twice the
///   leaves to visit in every pass over its tree. The search is then slower by 4 to 22 %
///   (results/sequential-search).
/// - Reduced searches (Worker::son_depths) are part of the master's tree, as they are of the
///   sequential search's. A leaf below a reduced move therefore has less depth. A son that has to
///   be searched again to its full depth has other leaves than before. Those begin at depth 1,
///   perhaps with another slave, but few sons are searched again.
/// - Futility pruning (Worker::value_at_once) also decides nodes of the master's tree. Their values
///   depend on no guess.
/// - Above its horizon the master does not deepen internally, because it searches that tree again
///   and again, and the table keeps its best moves.
/// - With aspiration and in MTD(f), the root's window is kept until the root's value depends on no
///   guess. If another window is needed then, the next search is in the same pass.
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
    if (depth != root_depth_)
      root_window_ = worker_.root_window(root_value_);
    root_depth_ = depth;
    RootResult result;
    do {
      root_value_ = search(*root_, root_window_.alpha, root_window_.beta, depth, 0);
      result = {*root_value_, root_move_};
    } while (root_is_certain_ && worker_.open(root_window_, result));
    return result;
  }

  [[nodiscard]] Score search_leaf(std::span<const Move> path, const aphid::Window& window,
                                  int depth) {
    P position = *root_;
    TopLine line{};
    for (int ply = 1; const auto move : path) {
      position = position.after(move);
      line = line_through(line, position.key(), ply++);
    }
    worker_.take_up(line);
    return search(position, window.alpha, window.beta, depth, static_cast<int>(path.size()));
  }

  [[nodiscard]] std::uint64_t nodes() const { return worker_.counters.nodes(); }

private:
  Score search(const P& position, Score alpha, Score beta, int depth, int ply,
               bool passed = false) {
    worker_.enter_node(position, alpha, beta, depth, ply);
    if (const auto value = worker_.value_at_once(position, alpha, beta, depth, ply))
      return *value;
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
    (void)worker_.answered_in_time(worker_.settings.table_timeout);
    if (process_.above_horizon(ply))
      probe.answer = {alpha, beta, -infinity, probe.answer.move};
    NodeResult node{probe.answer, depth};
    if (probe.answer.closes_window()) {
      worker_.count_table_hit(key, depth);
    } else {
      if (!pass_cuts_off(position, node, ply, passed))
        search_sons(position, node, ply, moves);
      const bool certain = process_.leave(ply, node.score);
      if (ply == 0)
        root_is_certain_ = certain;
      if (certain)
        worker_.store(position, node);
      else if (!process_.stopped())
        worker_.processor.post(key, StoreGuessedMove{key, node.move, depth});
      if (!certain && !process_.stopped())
        worker_.show_result(key, node);
    }
    if (ply == 0)
      root_move_ = node.move;
    return node.score;
  }

  [[nodiscard]] bool pass_cuts_off(const P& position, NodeResult& node, int ply, bool passed) {
    return worker_.pass_cuts_off(position, node, ply, passed || process_.above_horizon(ply),
                                 [&](const P& son, Score alpha, Score beta, int depth) {
                                   return -search(son, -beta, -alpha, depth, ply + 1, true);
                                 });
  }

  void search_sons(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    if (!order_sons(worker_, position, node, moves, ply))
      return;
    if (process_.above_horizon(ply) ||
        worker_.find_first_move(position, node, moves, ply, [&](NodeResult& shallow) {
          search_in_order(position, shallow, ply, moves);
          return !process_.stopped();
        }))
      search_in_order(position, node, ply, moves);
  }

  void search_in_order(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    while (const auto* const move = moves.next()) {
      const P son = position.after(*move);
      process_.moving(ply, *move);
      const Score value =
          worker_.search_son(son, ply + 1, moves.at_eldest(), std::max(node.alpha, node.score),
                             node.beta, worker_.begin_son(position, node.depth, son, moves, ply),
                             [&](Score alpha, Score beta, int depth, bool /*again*/) {
                               return -search(son, -beta, -alpha, depth, ply + 1);
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
  // The master only:
  int root_depth_ = 0;
  RootWindow root_window_;
  std::optional<Score> root_value_; ///< value of the last search of the root
  bool root_is_certain_ = true;     ///< true if `root_value_` depends on no guess
};

/// Runs one processor's part of APHID.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const AphidSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return Aphid<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
