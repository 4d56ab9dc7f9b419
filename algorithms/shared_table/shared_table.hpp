#pragma once

#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/shared_table/settings.hpp"
#include "trees/base/random.hpp"

#include <cstdint>

namespace eldest {

/// A shared transposition table and nothing else, the ancestor of Lazy SMP. All processors search
/// the root, and each skips whatever another has stored already. The first to finish an iteration
/// ends it for all.
///
/// Weill (1996) names S. Otto and E. Felten ("Chess on a hypercube", 1988) for such a table. Theirs
/// was distributed over the processors, as this one is, but served a search by teams in a hierarchy
/// of masters: see FeltenOtto.
///
/// Processors gain only where they are in different parts of the tree. The timing of real machines
/// varies, but programs that use the method do not rely on that. Instead they use the means in
/// SharedTableSettings: HelperOrder and `stagger`. Processor 0 always searches as if on one
/// processor.
template <Position P, Processor M> class SharedTable {
public:
  SharedTable(M& processor, const SearchSettings& settings, const SharedTableSettings& own)
      : worker_(processor, settings),
        own_(own),
        random_(mix(settings.seed) + static_cast<std::uint64_t>(processor.rank())) {}

  [[nodiscard]] SearchOutcome run(const P& root) {
    Hooks hooks{*this};
    RecursiveSearch<P, M, Hooks> search(worker_, hooks);
    const bool ahead = own_.stagger && worker_.processor.rank() % 2 == 1;
    return worker_.deepen(
        [&](int depth, Score alpha, Score beta) {
          const NodeResult result = search.search(root, alpha, beta, depth, 0);
          return RootResult{result.score, result.move};
        },
        ahead ? 1 : 0);
  }

private:
  /// The hooks of the recursive search: see SearchHooks.
  struct Hooks {
    SharedTable& self;

    [[nodiscard]] bool interrupts() { return self.worker_.poll_interrupted(); }
    void arrange(OrderedMoves<P>& moves, int ply) { self.shuffle(moves, ply); }
    void enter(NodeResult& /*node*/) {}
    void leave() {}
  };

  /// Puts the young brothers into this processor's own order, if HelperOrder demands one in a node
  /// at `ply`.
  void shuffle(OrderedMoves<P>& moves, int ply) {
    const auto order = own_.order;
    if (worker_.processor.rank() == 0 || order == HelperOrder::same)
      return;
    if (ply == 0 || order == HelperOrder::random)
      moves.shuffle_young(random_);
  }

  Worker<P, M> worker_;
  SharedTableSettings own_;
  SplitMix64 random_; ///< this processor's
};

/// Runs one processor's part of a search with a shared table.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const SharedTableSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return SharedTable<P, M>(processor, settings, own).run(root);
}

/// Runs one processor's part of Lazy SMP.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const LazySmpSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return SharedTable<P, M>(processor, settings, {own.order, own.stagger}).run(root);
}

} // namespace eldest
