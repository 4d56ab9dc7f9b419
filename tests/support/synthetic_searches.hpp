#pragma once

#include "algorithms/all.hpp"
#include "sim/experiments/searches/define_search.hpp"
#include "trees/synthetic/position.hpp"

#include <tuple>

namespace eldest::test {

/// The searches of synthetic trees on a kind of machine, compiled for a test program without those
/// of all games.
template <class M> struct SyntheticSearches {
  template <class... Settings> [[nodiscard]] static auto of(AlgorithmList<Settings...> /*all*/) {
    return std::tuple{&compiled_search<Settings, synthetic::Position, M>...};
  }
};

} // namespace eldest::test
