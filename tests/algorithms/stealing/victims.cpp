#include "algorithms/stealing/victims.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/base/random.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

using namespace eldest;
using test::draw;

namespace {

/// Returns the nearest unvisited processors, found by examining all of them.
std::vector<int> nearest_unvisited(int own_rank, const std::vector<double>& distances,
                                   const std::vector<int>& visited) {
  std::vector<int> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (int rank = 0; rank < static_cast<int>(distances.size()); ++rank) {
    const double distance = distances[static_cast<std::size_t>(rank)];
    const bool excluded =
        rank == own_rank || std::find(visited.begin(), visited.end(), rank) != visited.end();
    if (excluded || distance > least)
      continue;
    if (distance < least)
      nearest.clear();
    least = distance;
    nearest.push_back(rank);
  }
  return nearest;
}

} // namespace

TEST_CASE("a victim is any of the nearest that have not been asked, and no other") {
  SplitMix64 random(5);
  for (int round = 0; round < 300; ++round) {
    const int processors = draw(random, 1, 12);
    const int own_rank = draw(random, 0, processors - 1);
    std::vector<double> distances;
    const int farthest = draw(random, 0, 3);
    for (int rank = 0; rank < processors; ++rank)
      distances.push_back(draw(random, 0, farthest));
    std::vector<int> visited;
    for (int count = draw(random, 0, 8); count > 0; --count)
      visited.push_back(draw(random, 0, processors - 1));
    const auto distance = [&](int rank) { return distances[static_cast<std::size_t>(rank)]; };
    const auto victims =
        farthest == 0 ? Victims(own_rank, processors) : Victims(own_rank, processors, distance);

    const auto expected = nearest_unvisited(own_rank, distances, visited);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto victim = victims.choose(visited, [&](std::size_t count) {
        CHECK(count == expected.size());
        return i;
      });
      CHECK(victim == expected[i]);
    }
    if (expected.empty())
      CHECK(victims.choose(visited, [](std::size_t) { return std::size_t{0}; }) == std::nullopt);
  }
}
