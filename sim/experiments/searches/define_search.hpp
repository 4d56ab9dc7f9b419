#pragma once

#include "sim/experiments/searches/compiled_search.hpp"

namespace eldest {

template <AlgorithmSettings Own, Position P, Processor M>
SearchOutcome compiled_search(const Own& own, const SearchSettings& settings, const P& root,
                              M& processor) {
  return search(own, settings, root, processor);
}

} // namespace eldest
