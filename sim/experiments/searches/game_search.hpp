#pragma once

#include "algorithms/list.hpp"
#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/wire.hpp"
#include "sim/experiments/searches/compiled_search.hpp"

namespace eldest {

/// Runs one processor's part of a search of one of the project's games.
template <Position P>
[[nodiscard]] SearchOutcome game_search(const Algorithm& algorithm, const SearchSettings& settings,
                                        const P& root, AnyProcessor& processor) {
  const wire::InGame in_game(processor, root, settings.depth);
  return Algorithms::visit(
      algorithm, [&](const auto& own) { return compiled_search(own, settings, root, processor); });
}

} // namespace eldest
