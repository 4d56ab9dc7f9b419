#include "algorithms/all.hpp"
#include "sim/experiments/searches/define_search.hpp"
#include "trees/synthetic/position.hpp"

#include <tuple>

namespace eldest::test {
namespace {

/// Returns the searches of synthetic trees, which are compiled here for a test program without
/// those of all games.
template <class... Settings> auto searches_of(AlgorithmList<Settings...> /*all*/) {
  return std::tuple{&compiled_search<Settings, synthetic::Position>...};
}

} // namespace

extern const decltype(searches_of(Algorithms{})) synthetic_searches;
const decltype(synthetic_searches) synthetic_searches = searches_of(Algorithms{});

} // namespace eldest::test
