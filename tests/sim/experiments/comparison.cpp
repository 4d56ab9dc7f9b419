#include "sim/experiments/comparison.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;

namespace {

/// Returns a result in which every processor worked, communicated and idled for the same times.
SearchResult result(int processors, const TimeAccount& each, std::uint64_t nodes) {
  SearchResult result;
  result.time = each.total();
  result.counters.leaves = nodes;
  for (int rank = 0; rank < processors; ++rank)
    result.processors.push_back({nodes / static_cast<std::uint64_t>(processors), each});
  return result;
}

const Baselines baselines{result(1, {90, 10, 0}, 1000), result(1, {75, 5, 0}, 900), "negascout"};

} // namespace

TEST_CASE("speedups and overheads follow Weill's definitions") {
  const auto comparison = compare(result(4, {30, 6, 4}, 1400), baselines);
  CHECK(comparison.relative_speedup == Approx(100.0 / 40));
  CHECK(comparison.absolute_speedup == Approx(80.0 / 40));
  CHECK(comparison.efficiency == Approx(0.5));
  CHECK(comparison.total_overhead == Approx(4 * 40.0 / 100 - 1));
  CHECK(comparison.search_overhead == Approx(120.0 / 90 - 1));
  CHECK(comparison.node_overhead == Approx(0.4));
  CHECK(comparison.communication_overhead == Approx((24.0 - 10) / 100));
  CHECK(comparison.synchronization_overhead == Approx(16.0 / 100));
}

TEST_CASE("the overheads add up to the total one") {
  for (const double idle : {0.0, 0.3, 17.0}) {
    const auto comparison = compare(result(7, {23.7, 3.1, idle}, 1234), baselines);
    CHECK(comparison.total_overhead ==
          Approx(comparison.search_overhead * comparison.work_share +
                 comparison.communication_overhead + comparison.synchronization_overhead)
              .margin(1e-9));
  }
}

TEST_CASE("processors of different speed are compared by their work, not by their seconds") {
  // The second processor is twice as fast. Its 5 s of work and the 10 s of the first equal the 20 s
  // of the first alone.
  SearchResult both = result(1, {10, 0, 0}, 20);
  both.processors.push_back({0, {5, 0, 5}, false, 2});
  const auto alone = result(1, {20, 0, 0}, 20);
  const auto comparison = compare(both, {alone, alone, "negascout"});
  CHECK(comparison.relative_speedup == 2);
  CHECK(comparison.search_overhead == 0);
  CHECK(comparison.synchronization_overhead == Approx(0.5));
  CHECK(comparison.total_overhead == Approx(0.5)); // of 3 processors like the first
  CHECK(comparison.efficiency == Approx(2.0 / 3));
}

TEST_CASE("APHID's overheads multiply to the total one") {
  for (const double idle : {0.0, 0.3, 17.0}) {
    auto result_of_five = result(5, {23.7, 3.1, idle}, 2000);
    result_of_five.processors.front().nodes = 50;
    result_of_five.counters.speculative = 300;
    const auto overhead = aphid_overhead(result_of_five, baselines);
    CHECK(overhead.total == Approx(5 * result_of_five.time / 100 - 1));
    CHECK(overhead.master == Approx(0.25));
    CHECK(overhead.search == Approx((2000.0 - 50 - 300) / 1000 - 1));
    CHECK(overhead.speculative == Approx(0.3));
    CHECK(overhead.total + 1 == Approx((1 + overhead.master) * (1 + overhead.parallelization) *
                                       (1 + overhead.search + overhead.speculative))
                                    .epsilon(1e-12));
  }
}

TEST_CASE("one processor against itself has speedup 1 and no overhead") {
  const auto comparison = compare(baselines.relative, baselines);
  CHECK(comparison.relative_speedup == 1);
  CHECK(comparison.total_overhead == 0);
  CHECK(comparison.search_overhead == 0);
  CHECK(comparison.communication_overhead == 0);
  CHECK(comparison.synchronization_overhead == 0);
}

TEST_CASE("a mean is of the figures, a ratio of sums weighs the positions by their time") {
  const auto small = result(2, {5, 0, 5}, 100);
  const auto large = result(2, {50, 0, 0}, 1000);
  const Baselines small_baselines{result(1, {10, 0, 0}, 100), result(1, {10, 0, 0}, 100),
                                  "alphabeta"};
  const Baselines large_baselines{result(1, {100, 0, 0}, 1000), result(1, {100, 0, 0}, 1000),
                                  "alphabeta"};
  const auto mean_of_both =
      mean({{compare(small, small_baselines)}, {compare(large, large_baselines)}});
  CHECK(mean_of_both.relative_speedup == Approx((1.0 + 2.0) / 2));
  const auto sums =
      compare(sum({small, large}), {sum({small_baselines.relative, large_baselines.relative}),
                                    sum({small_baselines.absolute, large_baselines.absolute}), ""});
  CHECK(sums.relative_speedup == Approx(110.0 / 60));
}
