#pragma once

#include "algorithms/sample/settings.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/base/random.hpp"

#include <cstdint>

namespace eldest {

/// An algorithm with a shared table and nothing else. All processors search the root, and the first
/// to finish an iteration ends it for all.
template <Position P, Processor M> class Sample {
public:
  Sample(M& processor, const SearchSettings& settings, const SampleSettings& own)
      : worker_(processor, settings),
        own_(own),
        random_(mix(settings.seed) + static_cast<std::uint64_t>(processor.rank())) {}

  [[nodiscard]] SearchOutcome run(const P& root) {
    Hooks hooks{*this};
    RecursiveSearch<P, M, Hooks> search(worker_, hooks);
    return worker_.deepen([&](int depth, Score alpha, Score beta) {
      const NodeResult result = search.search(root, alpha, beta, depth, 0);
      return RootResult{result.score, result.move};
    });
  }

private:
  /// The hooks of the recursive search: see SearchHooks.
  struct Hooks {
    Sample& self;

    [[nodiscard]] bool interrupts() { return self.worker_.poll_interrupted(); }
    void arrange(OrderedMoves<P>& moves, int /*ply*/) {
      if (self.own_.random && self.worker_.processor.rank() != 0)
        moves.shuffle_young(self.random_);
    }
    void enter(NodeResult& /*node*/) {}
    void leave() {}
  };

  Worker<P, M> worker_;
  SampleSettings own_;
  SplitMix64 random_;
};

/// Runs one processor's part of the search.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const SampleSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return Sample<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
