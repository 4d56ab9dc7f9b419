#include "sim/experiments/simulation.hpp"
#include "algorithms/registry.hpp"
#include "sim/machines/simulated/models/models.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

using namespace eldest;

namespace {

/// Draws a search on a random machine, with a random time limit that usually comes before its end.
test::Case random_timed_case(SplitMix64& random, const Algorithm& algorithm) {
  auto test = test::random_case(random, algorithm);
  if (algorithm.is_sequential())
    test.processors = 1;
  if (test::draw(random, 0, 1) == 0)
    test.settings.depth = max_depth;
  test.time_limit = std::pow(10, -test::draw(random, 10, 40) / 10.0);
  return test;
}

/// Returns a text on the mistake in the result of a stopped search, or an empty text.
std::string mistake_in(const SearchResult& result, const test::Case& test) {
  constexpr int deepest = 4; // which minimax searches immediately
  const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
  const synthetic::Position root(tree);
  for (const auto& iteration : result.iterations) {
    if (iteration.depth <= deepest && iteration.value != minimax(root, iteration.depth))
      return "wrong value";
  }
  if (result.value != result.iterations.back().value)
    return "not the value of the last complete iteration";
  if (!result.was_stopped())
    return result.depth() == test.settings.depth ? "" : "ended before its depth";
  // Actions begun before the limit are completed. One of them may be an access to an entry 10 ms
  // away, whose lock all others want, too.
  constexpr double last_steps = 2;
  return result.time >= *test.time_limit && result.time < *test.time_limit + last_steps
             ? ""
             : fmt::format("ended at {}", result.time);
}

Json without_host_fields(const SearchResult& result) {
  Json json = result;
  json.erase("wall_s");
  json.erase("peak_rss_bytes");
  return json;
}

} // namespace

TEST_CASE("every algorithm can be stopped at any time of a simulation, and has its complete "
          "iterations") {
  const auto algorithm = GENERATE(from_range(algorithms()));
  CAPTURE(algorithm.name());
  SplitMix64 random(77);
  std::vector<test::Case> cases;
  std::vector<Task> tasks;
  for (int i = 0; i < test::cases(50); ++i)
    cases.push_back(random_timed_case(random, algorithm));
  for (const auto& test : cases)
    tasks.emplace_back([&test]() -> Json {
      const auto result = test::run(test, test::synthetic_problem(test.tree));
      return {{"mistake", mistake_in(result, test)}, {"stopped", result.was_stopped()}};
    });
  const auto results = test::simulate_all(tasks);
  int stopped = 0;
  int without_result = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(*cases[i].time_limit, test::describe(cases[i]));
    const auto error = test::error_of(results[i]);
    if (error == "the search was stopped before its first iteration was complete") {
      ++without_result;
      continue;
    }
    REQUIRE(error.empty());
    const auto mistake = results[i].result.at("mistake").get<std::string>();
    CAPTURE(mistake);
    CHECK(mistake.empty());
    stopped += results[i].result.at("stopped").get<bool>() ? 1 : 0;
  }
  CHECK(3 * stopped > test::cases(50));
  CHECK(3 * without_result < test::cases(50));
}

TEST_CASE("a simulation that is stopped is the same every time") {
  for (const auto& algorithm : algorithms()) {
    auto test = test::shared_work(algorithm, algorithm.is_sequential() ? 1 : 6);
    test.settings.depth = max_depth;
    test.time_limit = 0.1;
    CAPTURE(algorithm.name());
    const auto once = test::run_isolated(test);
    CHECK(once.stopped_by == "time");
    CHECK(once.depth() >= 2);
    CHECK(without_host_fields(once) == without_host_fields(test::run_isolated(test)));
  }
}

TEST_CASE("a time limit that is not reached changes nothing") {
  for (const auto& algorithm : algorithms()) {
    for (const auto& model : models()) {
      auto test = test::shared_work(algorithm, algorithm.is_sequential() ? 1 : 6);
      test.settings.depth = 5;
      test.model = model;
      CAPTURE(algorithm.name(), model.name);
      const auto free = test::run_isolated(test);
      CHECK_FALSE(free.stopped_by);
      test.time_limit = 1000;
      auto limited = test::run_isolated(test);
      CHECK(limited.stopped_by == "");
      limited.stopped_by.reset();
      CHECK(without_host_fields(limited) == without_host_fields(free));
    }
  }
}

TEST_CASE("the later a simulation is stopped the deeper it has searched") {
  for (const auto& algorithm : algorithms()) {
    auto test = test::shared_work(algorithm, algorithm.is_sequential() ? 1 : 5);
    test.settings.depth = max_depth;
    int depth = 0;
    CAPTURE(algorithm.name());
    for (const double limit : {0.02, 0.2}) {
      test.time_limit = limit;
      const auto result = test::run_isolated(test);
      CHECK(result.depth() > depth);
      CHECK(result.time == Approx(limit).epsilon(0.2));
      depth = result.depth();
    }
  }
}

TEST_CASE(
    "a critical path is measured where a search gives work away, and no longer than the search "
    "takes") {
  for (const auto* const name : {"ybwc", "ybn", "jamboree", "dts"}) {
    for (const int processors : {1, 4, 16}) {
      CAPTURE(name, processors);
      const auto test = test::shared_work(find_algorithm(name), processors);
      const auto result = test::run_isolated(test);
      REQUIRE(result.critical_path());
      CHECK(*result.critical_path() > 0);
      CHECK(*result.critical_path() < result.time);
      CHECK(*result.critical_path() < 0.5 * result.account().work);
      double before = 0;
      for (const auto& iteration : result.iterations) {
        CHECK(*iteration.critical_path > before);
        CHECK(*iteration.critical_path <= iteration.time);
        before = *iteration.critical_path;
      }
      CHECK(Json(result).get<SearchResult>().critical_path() == result.critical_path());
    }
  }
  CHECK_FALSE(test::run_isolated(test::shared_work(AbdadaSettings{}, 4)).critical_path());
}

TEST_CASE(
    "a search with next to no communication comes near its critical path with the processors") {
  for (const auto* const name : {"ybwc", "jamboree", "dts"}) {
    auto test = test::shared_work(find_algorithm(name), 64);
    test.machine.latency = "1ns";
    const auto result = test::run_isolated(test);
    CAPTURE(name, result.time, *result.critical_path());
    CHECK(result.time < 2 * *result.critical_path());
  }
}
