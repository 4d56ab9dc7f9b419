#include "algorithms/all.hpp"
#include "sim/experiments/searches/define_search.hpp"
#include "sim/machines/threads/thread_processor.hpp"
#include "trees/synthetic/position.hpp"

#include <tuple>

namespace eldest::test {
namespace {

/// Returns the searches of synthetic trees on threads, which are compiled here for a test program
/// without those of all games.
template <class... Settings> auto searches_of(AlgorithmList<Settings...> /*all*/) {
  return std::tuple{&compiled_search<Settings, synthetic::Position, ThreadProcessor>...};
}

} // namespace

extern const decltype(searches_of(Algorithms{})) thread_searches;
const decltype(thread_searches) thread_searches = searches_of(Algorithms{});

} // namespace eldest::test
