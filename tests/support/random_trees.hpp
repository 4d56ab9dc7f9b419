#pragma once

#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/random.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"
#include "trees/synthetic/tree.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace eldest::test {

/// Draws a number in [min, max].
[[nodiscard]] inline int draw(SplitMix64& random, int min, int max) {
  return min + static_cast<int>(random() % static_cast<std::uint64_t>(max - min + 1));
}

/// Returns the number of random cases that a test draws: `count`, times the environment variable
/// ELDEST_TEST_CASES if it is set. Throws InputError unless that is a whole number from 1 on.
[[nodiscard]] inline int cases(int count) {
  const char* const factor = std::getenv("ELDEST_TEST_CASES");
  if (factor == nullptr)
    return count;
  const auto times = to_number<int>(factor);
  if (!times || *times < 1)
    throw InputError(
        fmt::format("ELDEST_TEST_CASES is {}; should be a whole number, 1 or more", factor));
  return count * *times;
}

/// Draws the parameters of a small synthetic tree: few moves, many ties or few, well or badly
/// ordered, with and without transpositions and extensions.
[[nodiscard]] inline std::string random_tree_parameters(SplitMix64& random) {
  const auto sometimes = [&](int one_in) { return draw(random, 1, one_in) == 1; };
  const int fewest = draw(random, 1, 3);
  std::string text = fmt::format("b={}..{},seed={},noise={}", fewest, fewest + draw(random, 0, 4),
                                 draw(random, 1, 1'000'000), draw(random, 0, 60));
  text += sometimes(2) ? ",model=incremental" : fmt::format(",order=0.{}", draw(random, 1, 9));
  if (sometimes(2))
    text += fmt::format(",transpositions=0.{}", draw(random, 1, 9));
  if (sometimes(4))
    text += fmt::format(",extend=0.{}", draw(random, 1, 3));
  if (sometimes(4))
    text += ",leaf=0.1";
  if (sometimes(3))
    text += fmt::format(",grain={}", draw(random, 10, 200));
  return text;
}

} // namespace eldest::test
