#include "sim/threads/thread_search.hpp"

#include "algorithms/minimax.hpp"
#include "sim/names.hpp"
#include "tests/support/simulated_search.hpp"
#include "trees/synthetic/position.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace eldest;

namespace {

[[nodiscard]] ThreadSearch to_threads(const test::Case& simulated) {
  ThreadSearch search;
  search.processors = simulated.processors;
  search.algorithm = simulated.algorithm;
  search.settings = simulated.settings;
  search.settings.seed = simulated.seed;
  search.tables = simulated.tables;
  return search;
}

/// Every iteration must find the minimax value, and no processor may stay counted in the table,
/// which `search_on_threads` checks.
void check_random_trees(Algorithm algorithm, std::uint64_t seed) {
  SplitMix64 random(seed);
  for (int i = 0; i < 200; ++i) {
    auto test = test::random_case(random, algorithm);
    test.processors = is_sequential(algorithm) ? 1 : test::draw(random, 1, 16);
    test.settings.abdada.push_depth = test::draw(random, 0, 3);
    test.settings.abdada.cutoff_check_depth = test::draw(random, 0, 3);
    test.settings.simplified_abdada.defer_depth = test::draw(random, 1, 3);
    test.settings.aphid.horizon = test::draw(random, 0, 2);
    CAPTURE(test::describe(test));
    const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
    const synthetic::Position root(tree);
    const auto result = search_on_threads(to_threads(test), test::synthetic_problem(test.tree));
    REQUIRE(result.iterations.size() == static_cast<std::size_t>(test.settings.depth));
    for (const auto& iteration : result.iterations)
      REQUIRE(iteration.value == minimax(root, iteration.depth));
  }
}

} // namespace

TEST_CASE("On threads every algorithm returns the minimax value: abdada") {
  check_random_trees(Algorithm::abdada, 1);
}
TEST_CASE("On threads every algorithm returns the minimax value: simplified-abdada") {
  check_random_trees(Algorithm::simplified_abdada, 2);
}
TEST_CASE("On threads every algorithm returns the minimax value: ybwc") {
  check_random_trees(Algorithm::ybwc, 3);
}
TEST_CASE("On threads every algorithm returns the minimax value: aphid") {
  check_random_trees(Algorithm::aphid, 4);
}
TEST_CASE("On threads every algorithm returns the minimax value: shared-table") {
  check_random_trees(Algorithm::shared_table, 5);
}
TEST_CASE("On threads every algorithm returns the minimax value: pvsplit") {
  check_random_trees(Algorithm::pv_split, 6);
}
TEST_CASE("On threads every algorithm returns the minimax value: sequential") {
  check_random_trees(Algorithm::alphabeta, 7);
  check_random_trees(Algorithm::negascout, 8);
}

TEST_CASE("One thread searches the nodes of one simulated processor") {
  for (const auto& [algorithm, name, description] : algorithms()) {
    CAPTURE(name);
    const auto test = test::shared_work(algorithm, 1);
    const auto simulated = test::run_isolated(test);
    const auto real = search_on_threads(to_threads(test), test::synthetic_problem(test.tree));
    CHECK(real.value == simulated.value);
    CHECK(real.nodes() == simulated.nodes());
    CHECK(real.traffic.reads == simulated.traffic.reads);
    CHECK(real.traffic.writes == simulated.traffic.writes);
    CHECK(real.principal_variation == simulated.principal_variation);
  }
}

TEST_CASE("A search that is stopped has its complete iterations and leaves nothing in the table") {
  for (const auto& [algorithm, name, description] : algorithms()) {
    CAPTURE(name);
    auto test = test::shared_work(algorithm, is_sequential(algorithm) ? 1 : 5);
    test.settings.depth = 60;
    auto search = to_threads(test);
    search.threads.time_limit = 0.1;
    const auto result = search_on_threads(search, test::synthetic_problem(test.tree));
    CHECK(result.real_time->stopped_by == "time");
    REQUIRE(!result.iterations.empty());
    CHECK(result.iterations.size() < 60);
    const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
    const synthetic::Position root(tree);
    for (const auto& iteration : result.iterations) {
      if (iteration.depth <= 4)
        CHECK(iteration.value == minimax(root, iteration.depth));
    }
    CHECK(result.value == result.iterations.back().value);
  }
}

TEST_CASE("A search on threads survives the way through JSON") {
  const auto test = test::shared_work(Algorithm::ybwc, 3);
  const auto result = search_on_threads(to_threads(test), test::synthetic_problem(test.tree));
  const Json json = result;
  CHECK(json.at("stopped_by").is_null());
  CHECK(json.at("cpu_s").get<double>() > 0);
  CHECK(Json(json.get<SearchResult>()).dump() == [&] {
    auto copy = json;
    return copy.dump();
  }());
}
