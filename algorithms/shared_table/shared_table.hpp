#pragma once

#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/shared_table/own_deepening.hpp"
#include "algorithms/shared_table/settings.hpp"
#include "trees/base/random.hpp"

#include <cstdint>

namespace eldest {

/// The rules by which processors that share a table and nothing else get to different parts of the
/// tree.
struct SharedTableRules {
  HelperOrder order = HelperOrder::same;
  bool stagger = false; ///< see SharedTableSettings
  /// Every processor deepens on its own: see OwnDeepening. Otherwise the first to finish an
  /// iteration ends it for all.
  bool own_deepening = false;
  bool skip = false; ///< in a deepening of their own, processors skip depths
};

/// A shared transposition table and nothing else, the ancestor of Lazy SMP. All processors search
/// the root, and each skips whatever another has stored already. Unless SharedTableRules says
/// otherwise, the first to finish an iteration ends it for all.
///
/// Weill (1996) names S. Otto and E. Felten ("Chess on a hypercube", 1988) for such a table. Theirs
/// was distributed over the processors, as this one is, but served a search by teams in a hierarchy
/// of masters: see FeltenOtto.
///
/// Processors gain only where they are in different parts of the tree. The timing of real machines
/// varies, but programs that use the method do not rely on that. Instead they use the means in
/// SharedTableRules. Processor 0 always searches as if on one processor.
///
/// Lazy SMP of Cheng (M. Sedlak 2013) is this search with half of the processors a ply ahead, and
/// with another order of moves in the root.
///
/// Lazy SMP of Stockfish 10 (2018, `Thread::search`; since version 7, pull requests 467, 661 and
/// 1020) is the one that most engines have. Iterations are not agreed on: every processor deepens
/// on its own. Helpers skip depths, and search on until processor 0 has searched to the nominal
/// depth. Every processor has its own killers and history. Differences from Stockfish 10:
///
/// - Helpers only serve the table. Stockfish 10 lets the threads vote for a move if the time is
///   limited, but not if the depth is.
/// - With late move reductions, helpers can search other numbers of moves to full depth, if the
///   settings ask for it. Helper r searches r mod 3 more of them. Engines vary their reductions
///   in many ways, and this is our simplest.
///
/// Stockfish's search depends on processor 0 and on its message at the end:
///
/// - If processor 0 is the home of most entries, and has to serve each access itself, it may do
///   nothing else. The search then does not end.
/// - If processor 0 fails or the message is lost, helpers search on to the greatest depth.
template <Position P, Processor M> class SharedTable {
public:
  SharedTable(M& processor, const SearchSettings& settings, const SharedTableRules& rules)
      : worker_(processor, settings),
        rules_(rules),
        deepening_(worker_, rules.skip),
        random_(mix(settings.seed) + static_cast<std::uint64_t>(processor.rank())) {}

  [[nodiscard]] SearchOutcome run(const P& root) {
    Hooks hooks{*this};
    RecursiveSearch<P, M, Hooks> search(worker_, hooks);
    const auto search_root = [&](int depth, Score alpha, Score beta) {
      const NodeResult result = search.search(root, alpha, beta, depth, 0);
      return RootResult{result.score, result.move};
    };
    if (rules_.own_deepening)
      return deepening_.deepen(search_root);
    const bool ahead = rules_.stagger && worker_.processor.rank() % 2 == 1;
    return worker_.deepen(search_root, ahead ? 1 : 0);
  }

private:
  /// The hooks of the recursive search: see SearchHooks.
  struct Hooks {
    SharedTable& self;

    [[nodiscard]] bool interrupts() {
      return self.rules_.own_deepening ? self.deepening_.over() : self.worker_.poll_interrupted();
    }
    void arrange(OrderedMoves<P>& moves, int ply) { self.shuffle(moves, ply); }
    void enter(NodeResult& /*node*/) {}
    void leave() {}
  };

  /// Puts the young brothers into this processor's own order, if HelperOrder demands one in a node
  /// at `ply`.
  void shuffle(OrderedMoves<P>& moves, int ply) {
    const auto order = rules_.order;
    if (worker_.processor.rank() == 0 || order == HelperOrder::same)
      return;
    if (ply == 0 || order == HelperOrder::random)
      moves.shuffle_young(random_);
  }

  Worker<P, M> worker_;
  SharedTableRules rules_;
  shared_table::OwnDeepening<P, M> deepening_;
  SplitMix64 random_; ///< this processor's
};

/// Runs one processor's part of a search with a shared table.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const SharedTableSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return SharedTable<P, M>(processor, settings, {own.order, own.stagger}).run(root);
}

/// Runs one processor's part of Cheng's Lazy SMP.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const ChengLazySmpSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return SharedTable<P, M>(processor, settings, {own.order, own.stagger}).run(root);
}

/// Runs one processor's part of Stockfish's Lazy SMP.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const StockfishLazySmpSettings& own,
                                   const SearchSettings& settings, const P& root, M& processor) {
  SearchSettings varied = settings;
  if (own.vary_reductions && settings.full_depth_moves > 0)
    varied.full_depth_moves += processor.rank() % 3;
  const SharedTableRules rules{.own_deepening = true, .skip = own.skip};
  return SharedTable<P, M>(processor, varied, rules).run(root);
}

} // namespace eldest
