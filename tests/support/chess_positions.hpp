#pragma once

#include "algorithms/search/minimax.hpp"
#include "sim/experiments/problem.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"
#include "trees/chess/root.hpp"

#include <cstdint>
#include <functional>

namespace eldest::test {

/// Checks that an algorithm finds the minimax value of the Bratko-Kopec positions. It searches on
/// five processors, in αβ and in NegaScout. `vary` draws further settings from a generator with the
/// seed `seed`.
inline void check_chess_positions(const Algorithm& algorithm, std::uint64_t seed,
                                  const std::function<void(Case&, SplitMix64&)>& vary) {
  SplitMix64 random(seed);
  for (const auto& problem :
       open_problems({"chess", ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd"})) {
    const chess::Root root(problem.position);
    Case test;
    test.algorithm = algorithm;
    test.processors = test.machine.hosts = 5;
    vary(test, random);
    for (const auto search : {Search::alphabeta, Search::negascout}) {
      test.settings.search = search;
      CAPTURE(problem.id, static_cast<int>(search));
      CHECK(run_isolated(test, problem).value == minimax(root.position(), test.settings.depth));
    }
  }
}

} // namespace eldest::test
