#include "sim/machines/simulated/busy_time.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/base/random.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

using namespace eldest;
using test::draw;

TEST_CASE("the busy times of processors overlap") {
  BusyTime busy(3);
  busy.add(0, 0, 4);
  busy.add(1, 2, 6);
  busy.add(0, 8, 9);
  busy.add(1, 9, 9); // no time at all
  CHECK(busy.sum() == 9);
  CHECK(busy.any() == 7);
}

TEST_CASE("busy times are those of a count of all moments, however many spans there are") {
  SplitMix64 random(1);
  constexpr std::size_t processors = 3;
  constexpr int moments = 100'000;
  BusyTime busy(processors);
  std::vector<int> busy_at(moments);
  std::vector<int> free_at(processors);
  double sum = 0;
  // The processor that is behind goes on, sometimes far ahead of the others.
  while (true) {
    const auto behind =
        static_cast<std::size_t>(std::ranges::min_element(free_at) - free_at.begin());
    const int begin = free_at[behind] + draw(random, 0, 3);
    const int end = begin + draw(random, 0, draw(random, 0, 50) == 0 ? 1000 : 3);
    if (end > moments)
      break;
    busy.add(behind, begin, end);
    sum += end - begin;
    for (int moment = begin; moment < end; ++moment)
      busy_at[static_cast<std::size_t>(moment)] = 1;
    free_at[behind] = end + 1;
  }
  CHECK(busy.sum() == sum);
  CHECK(busy.any() == static_cast<double>(std::ranges::count(busy_at, 1)));
}
