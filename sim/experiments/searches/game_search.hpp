#pragma once

#include "algorithms/list.hpp"
#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/wire.hpp"
#include "sim/experiments/searches/compiled_search.hpp"

#include <concepts>
#include <type_traits>

namespace eldest {

/// Runs one processor's part of a search of one of the project's games.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome game_search(const Algorithm& algorithm, const SearchSettings& settings,
                                        const P& root, M& processor) {
  // The searches are compiled for these types of processors.
  using Compiled = std::conditional_t<std::derived_from<M, AnyProcessor>, AnyProcessor, M>;
  Compiled& compiled = processor;
  const wire::InGame in_game(compiled, root, settings.depth);
  return Algorithms::visit(
      algorithm, [&](const auto& own) { return compiled_search(own, settings, root, compiled); });
}

} // namespace eldest
