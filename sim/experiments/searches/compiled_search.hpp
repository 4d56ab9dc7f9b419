#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/position.hpp"

namespace eldest {

/// Runs one processor's part of a search of one of the project's games. `own`: settings of the
/// algorithm, which is one of the project's. For each algorithm, a file compiles this template for
/// every game; see define_search.hpp.
template <AlgorithmSettings Own, Position P>
[[nodiscard]] SearchOutcome compiled_search(const Own& own, const SearchSettings& settings,
                                            const P& root, AnyProcessor& processor);

} // namespace eldest
