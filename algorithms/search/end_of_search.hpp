#pragma once

#include "algorithms/search/iterations.hpp"
#include "algorithms/search/wire.hpp"

#include <cstddef>
#include <vector>

namespace eldest {

/// A message that ends the search, with its iterations.
struct EndOfSearch {
  std::vector<IterationResult> results;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    std::size_t count = self.results.size();
    wire::word<4>(wire, wire::tag<8>(wire), wire::part<0, max_depth>(count));
    if constexpr (Wire::reads)
      self.results.resize(count);
    for (auto& result : self.results)
      IterationResult::fields(result, wire);
  }

  bool operator==(const EndOfSearch&) const = default;
};

} // namespace eldest
