#pragma once

#include "algorithms/all.hpp"
#include "sim/experiments/searches/define_search.hpp"
#include "trees/synthetic/position.hpp"

#include <tuple>

namespace eldest::test {

/// Compiles the searches of synthetic trees on a kind of machine, for a test program that is not
/// linked with those of all games.
template <class M> struct SyntheticSearches {
  template <class... Settings> [[nodiscard]] static auto of(AlgorithmList<Settings...> /*all*/) {
    return std::tuple{&compiled_search<Settings, synthetic::Position, M>...};
  }
};

} // namespace eldest::test
