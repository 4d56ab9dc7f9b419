#pragma once

#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/sequential/settings.hpp"

#include <concepts>

namespace eldest {

/// Fail-soft αβ, NegaScout or MTD(f), with a transposition table and iterative deepening: the
/// recursive searches that parallel ones are measured against.
template <Position P, Processor M> class SequentialSearch {
public:
  SequentialSearch(M& processor, const SearchSettings& settings) : worker_(processor, settings) {}

  [[nodiscard]] SearchOutcome run(const P& root) {
    NoHooks<M> hooks{worker_.processor};
    RecursiveSearch<P, M, NoHooks<M>> search(worker_, hooks);
    return worker_.deepen([&](int depth, Score alpha, Score beta) {
      const NodeResult result = search.search(root, alpha, beta, depth, 0);
      return RootResult{result.score, result.move};
    });
  }

private:
  Worker<P, M> worker_;
};

/// Searches by the settings' own search. Ignores `settings.search`, which is meant for parallel
/// algorithms.
template <Position P, Processor M, std::derived_from<SequentialSettings> S>
[[nodiscard]] SearchOutcome search(const S& /*own*/, SearchSettings settings, const P& root,
                                   M& processor) {
  settings.search = S::own_search;
  return SequentialSearch<P, M>(processor, settings).run(root);
}

} // namespace eldest
