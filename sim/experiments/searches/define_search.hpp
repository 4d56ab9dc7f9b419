#pragma once

#include "sim/experiments/searches/compiled_search.hpp"

namespace eldest {

template <AlgorithmSettings Own, Position P>
SearchOutcome compiled_search(const Own& own, const SearchSettings& settings, const P& root,
                              AnyProcessor& processor) {
  return search(own, settings, root, processor);
}

} // namespace eldest
