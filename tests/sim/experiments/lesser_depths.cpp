#include "sim/experiments/lesser_depths.hpp"

#include "algorithms/aphid/settings.hpp"
#include "algorithms/registry.hpp"
#include "sim/system/sanitizers.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random_settings.hpp"
#include "tests/support/simulated_search.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace eldest;

namespace {

/// Results without the fields of the host, or errors, by depth.
using Results = std::map<int, std::string>;

const std::string error_mark = "error: ";                                  // NOLINT(cert-err58-cpp)
const std::string on_its_own = error_mark + "must be searched on its own"; // NOLINT(cert-err58-cpp)

Json without_host_fields(Json json) {
  json.erase("wall_s");
  json.erase("peak_rss_bytes");
  return json;
}

std::string text_of(const TaskResult& outcome) {
  const auto error = test::error_of(outcome);
  return error.empty() ? without_host_fields(outcome.result).dump() : error_mark + error;
}

/// Simulates once, and takes the results of the lesser `depths` from that.
Results at_once(Simulation simulation, const Problem& problem, const std::vector<int>& depths) {
  ChildProcesses children;
  children.start(0, TaskOfSeveral([&](const SendEarly& send) -> Json {
                   simulation.lesser = {
                       depths, [&](int depth, const std::optional<SearchResult>& result) {
                         const auto number = static_cast<std::size_t>(depth);
                         if (result)
                           send(number, {*result, {}, {}});
                         else
                           send(number, {{}, {}, RunError("must be searched on its own")});
                       }};
                   return simulate(simulation, problem);
                 }));
  Results results;
  while (children.running() > 0) {
    for (const auto& ended : children.wait(-1)) {
      const auto text = text_of(ended.outcome);
      if (ended.early) {
        CHECK(results.emplace(*ended.early, text).second);
        continue;
      }
      results.emplace(simulation.settings.depth, text);
      for (const int depth : depths)
        results.emplace(depth, text); // unless the depth has a result
    }
  }
  return results;
}

/// Simulates each of the depths on its own.
Results one_by_one(Simulation simulation, const Problem& problem, std::vector<int> depths) {
  depths.push_back(simulation.settings.depth);
  std::vector<Task> tasks;
  for (const int depth : depths)
    tasks.emplace_back([=, &problem]() mutable -> Json {
      simulation.settings.depth = depth;
      return simulate(simulation, problem);
    });
  const auto outcomes = test::simulate_all(tasks);
  Results results;
  for (std::size_t i = 0; i < depths.size(); ++i)
    results.emplace(depths[i], text_of(outcomes[i]));
  return results;
}

/// Checks that the results of all depths are the same, whether they are simulated at once or one by
/// one. Returns the number of depths with a result that must be searched on their own.
int check_same(const Simulation& simulation, const Problem& problem,
               const std::vector<int>& depths) {
  const auto together = at_once(simulation, problem, depths);
  int alone = 0;
  for (const auto& [depth, result] : one_by_one(simulation, problem, depths)) {
    CAPTURE(depth);
    if (together.at(depth) == on_its_own)
      alone += result.starts_with(error_mark) ? 0 : 1;
    else
      CHECK(together.at(depth) == result);
  }
  return alone;
}

/// Returns true if the results of lesser depths can be taken from the search of a test. With
/// AddressSanitizer, SimGrid makes threads, so that the process cannot be copied.
bool shares_depths(const test::Case& test) {
  return !test.algorithm.plans_for_depth(test.processors) &&
         !(address_sanitizer && test.model == Model::flow);
}

/// Returns the depths from 1 to one less than that of a test.
std::vector<int> depths_below(const test::Case& test) {
  std::vector<int> depths;
  for (int depth = 1; depth < test.settings.depth; ++depth)
    depths.push_back(depth);
  return depths;
}

} // namespace

TEST_CASE("a search of any game by any algorithm has the results of lesser depths, as if searched "
          "on their own") {
  const auto algorithm = GENERATE(from_range(algorithms()));
  const auto model = GENERATE(Model::flow, Model::loggp);
  const auto trees =
      model == Model::flow ? std::vector{"chess"} : std::vector{"othello", "checkers"};
  for (const auto* const tree : trees) {
    auto test = test::shared_work(algorithm, algorithm.is_sequential() ? 1 : 5);
    test.machine.properties = test::property("send-overhead", "2us");
    test.model = model;
    test.settings.depth = 4;
    test.settings.quiescence = tree == std::string_view("chess");
    CAPTURE(algorithm.name(), model.name, tree);
    const auto problem = open_problems({tree, "startpos"}).front();
    const int alone = check_same(simulation_of(test), problem, depths_below(test));
    CHECK(alone == (shares_depths(test) ? 0 : 3));
  }
}

TEST_CASE(
    "the results of lesser depths are right in random searches, with faults and time limits") {
  const auto algorithm = GENERATE(from_range(algorithms()));
  CAPTURE(algorithm.name());
  SplitMix64 random(50);
  for (int i = 0; i < test::cases(3); ++i) {
    auto test = test::random_case(random, test::vary(algorithm, random));
    test.settings.depth = test::draw(random, 2, 5);
    if (algorithm.is_sequential())
      test.processors = 1;
    test.settings.aspiration = test::draw(random, 0, 40);
    if (i % 3 == 1)
      test.time_limit = 1e-3 * test::draw(random, 1, 200);
    if (i % 3 == 2) {
      test.failures = {
          {.time = 1e-3 * test::draw(random, 1, 100), .processor = test.processors - 1}};
      test.message_faults.late = 0.1;
      test.message_faults.late_by = 1e-3;
    }
    CAPTURE(describe(test));
    const auto problem = test::synthetic_problem(test.tree);
    const int alone = check_same(simulation_of(test), problem, depths_below(test));
    if (!test.time_limit && shares_depths(test))
      CHECK(alone == 0);
  }
}

TEST_CASE("only the depths that are asked for are taken from a search") {
  auto test = test::shared_work(AbdadaSettings{}, 4);
  const auto problem = test::synthetic_problem(test.tree);
  CHECK(check_same(simulation_of(test), problem, {2, 5}) == (shares_depths(test) ? 0 : 2));
}

TEST_CASE("APHID's depths are searched one by one if it has slaves") {
  for (const int processors : {1, 2}) {
    auto test = test::shared_work(AphidSettings{}, processors);
    const auto problem = test::synthetic_problem(test.tree);
    const int alone = check_same(simulation_of(test), problem, {3, 4});
    CHECK(test.algorithm.plans_for_depth(processors) == (processors == 2));
    CHECK(alone == (shares_depths(test) ? 0 : 2));
  }
}
