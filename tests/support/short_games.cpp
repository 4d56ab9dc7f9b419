#include "tests/support/short_games.hpp"

#include "algorithms/all.hpp"

namespace eldest::test {

SearchOutcome search_short_game(const Algorithm& algorithm, const SearchSettings& settings,
                                const ShortGame& root, AnyProcessor& processor) {
  return Algorithms::run(algorithm, settings, root, processor);
}

} // namespace eldest::test
