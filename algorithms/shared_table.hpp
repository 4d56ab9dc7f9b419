#pragma once

#include "algorithms/recursive_search.hpp"
#include "algorithms/worker.hpp"
#include "trees/random.hpp"

#include <cstdint>

namespace eldest {

/// A shared transposition table and nothing else: all processors search the root, and each is
/// spared what another has stored already (S. Otto and E. Felten on a hypercube, 1988); the
/// ancestor of Lazy SMP. The first to finish an iteration ends it for all.
///
/// Processors gain only where they are in different parts of the tree. Real machines are never
/// quite punctual, and programs that use the method do not rely on that; see HelperOrder and
/// `stagger` in SharedTableSettings for what they do. Processor 0 always searches as if alone.
template <Position P, Processor M> class SharedTable {
public:
  SharedTable(M& processor, const SearchSettings& settings)
      : worker_(processor, settings),
        random_(mix(settings.seed) + static_cast<std::uint64_t>(processor.rank())) {}

  [[nodiscard]] SearchOutcome run(const P& root) {
    Hooks hooks{*this};
    RecursiveSearch<P, M, Hooks> search(worker_, hooks);
    const bool ahead = worker_.settings.shared_table.stagger && worker_.processor.rank() % 2 == 1;
    return worker_.deepen(
        [&](int depth) {
          const NodeResult result = search.search(root, -infinity, infinity, depth, 0);
          return RootResult{result.score, result.move};
        },
        ahead ? 1 : 0);
  }

private:
  /// The other processors, as far as one takes notice of them.
  struct Hooks {
    SharedTable& self;

    [[nodiscard]] bool interrupts() { return self.worker_.poll_interrupted(); }
    void arrange(OrderedMoves<P>& moves, int ply) { self.shuffle(moves, ply); }
    void enter(NodeResult& /*node*/) {}
    void leave() {}
  };

  /// Puts the young brothers into an order of this processor's own.
  void shuffle(OrderedMoves<P>& moves, int ply) {
    const auto order = worker_.settings.shared_table.order;
    if (worker_.processor.rank() == 0 || order == HelperOrder::same)
      return;
    if (ply == 0 || order == HelperOrder::random)
      moves.shuffle_young(random_);
  }

  Worker<P, M> worker_;
  SplitMix64 random_; ///< of this processor
};

} // namespace eldest
