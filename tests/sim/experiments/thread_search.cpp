#include "sim/experiments/thread_search.hpp"
#include "algorithms/registry.hpp"
#include "algorithms/ybwc/settings.hpp"

#include "sim/experiments/json.hpp"
#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/files.hpp"
#include "tests/support/simulated_search.hpp"
#include "tests/support/trace_checks.hpp"
#include "trees/base/errors.hpp"

#include <atomic>
#include <csignal>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

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

/// Checks that a trace agrees with the account of every processor. Boundaries are exact to the
/// nanosecond.
void check_accounts(const test::ReadTrace& trace, const SearchResult& result) {
  REQUIRE(trace.accounts.size() == result.processors.size());
  for (std::size_t rank = 0; rank < trace.accounts.size(); ++rank) {
    for (const auto category : time_categories)
      CHECK(trace.accounts[rank].*category ==
            Approx(result.processors[rank].account.*category).margin(1e-5));
    CHECK(trace.ends[rank] == Approx(result.time).margin(1e-8));
  }
}

} // namespace

TEST_CASE("one thread searches the nodes of one simulated processor") {
  for (const auto& algorithm : algorithms()) {
    CAPTURE(algorithm.name());
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

TEST_CASE("a search on threads writes timelines with the times of its account") {
  for (const auto& algorithm : algorithms()) {
    CAPTURE(algorithm.name());
    const auto test = test::shared_work(algorithm, algorithm.is_sequential() ? 1 : 3);
    const auto problem = test::synthetic_problem(test.tree);
    auto search = to_threads(test);
    const test::TemporaryFile json("", ".json");
    search.trace = json.path();
    const auto result = search_on_threads(search, problem);
    CHECK(result.trace_error.empty());
    const auto events = test::check_trace_events(test::read(json.path()), search.processors);
    check_accounts(events, result);
    CHECK(events.marks.size() == result.iterations.size());
    CHECK_THAT(events.title, Catch::Contains("threads of"));

    const test::TemporaryFile text("", ".paje");
    search.trace = text.path();
    const auto again = search_on_threads(search, problem);
    check_accounts(test::check_paje(test::read(text.path()), search.processors), again);
  }
}

TEST_CASE("a search on threads shows how far it has got") {
  for (const int processors : {1, 3}) {
    SearchProgress progress;
    ThreadSearch search;
    search.processors = processors;
    search.algorithm = AbdadaSettings{};
    search.settings.depth = 5;
    search.tables.entries = 1 << 16;
    search.progress = &progress;
    const auto problem = open_problems({"chess", "startpos"}).front();
    search.settings.costs = problem.costs;
    const auto result = search_on_threads(search, problem);
    CHECK_FALSE(progress.running);
    CHECK(progress.time == SearchTime::real);
    CHECK(progress.seconds > 0);
    CHECK(progress.nodes > 0);
    CHECK(progress.nodes <= result.nodes());
    CHECK(progress.depth >= 4); // the last may end before it is shown
    CHECK(progress.nominal_depth == 5);
  }
}

TEST_CASE("a search on threads that is stopped has a timeline up to then") {
  auto test = test::shared_work(YbwcSettings{}, 3);
  test.settings.depth = max_depth;
  auto search = to_threads(test);
  search.time_limit = 0.05;
  const test::TemporaryFile file("", ".paje");
  search.trace = file.path();
  const auto result = search_on_threads(search, test::synthetic_problem(test.tree));
  REQUIRE(result.was_stopped());
  check_accounts(test::check_paje(test::read(file.path()), 3), result);
}

TEST_CASE("a search that is stopped says why, and has no value beyond its last iteration") {
  auto test = test::shared_work(AbdadaSettings{}, 5);
  test.settings.depth = max_depth;
  auto search = to_threads(test);
  search.time_limit = 0.1;
  std::optional<StopReason> told;
  const auto result = search_on_threads(search, test::synthetic_problem(test.tree),
                                        [&](StopReason reason) { told = reason; });
  CHECK(told == StopReason::time);
  CHECK(result.stopped_by == "time");
  REQUIRE(!result.iterations.empty());
  CHECK(result.iterations.size() < max_depth);
  CHECK(result.value == result.iterations.back().value);
}

TEST_CASE("a search that is stopped before its first iteration has no result") {
  const auto test = test::shared_work(NegaScoutSettings{}, 1);
  auto search = to_threads(test);
  search.time_limit = 1e-9;
  auto problem = test::synthetic_problem(test.tree);
  problem.search = [search_tree = problem.search](const Algorithm& algorithm,
                                                  const SearchSettings& settings,
                                                  AnyProcessor& processor) {
    until_stopped([&] {
      while (true)
        static_cast<void>(processor.poll());
    });
    return search_tree(algorithm, settings, processor);
  };
  CHECK_THROWS_AS(search_on_threads(search, problem), RunError);
}

TEST_CASE("a search on threads survives the way through JSON") {
  const auto test = test::shared_work(YbwcSettings{}, 3);
  const auto result = search_on_threads(to_threads(test), test::synthetic_problem(test.tree));
  const Json json = result;
  CHECK(json.at("stopped_by").is_null());
  CHECK(json.at("cpu_s").get<double>() > 0);
  CHECK(Json(json.get<SearchResult>()) == json);
}

TEST_CASE("an interrupt stops all searches that run at once") {
  auto test = test::shared_work(NegaScoutSettings{}, 1);
  test.settings.depth = max_depth;
  auto problem = test::synthetic_problem(test.tree);
  std::atomic<int> begun = 0;
  problem.search = [&, search = problem.search](const Algorithm& algorithm,
                                                const SearchSettings& settings,
                                                AnyProcessor& processor) {
    auto first = settings; // a stopped search needs an iteration to have a result
    first.depth = 1;
    auto outcome = search(algorithm, first, processor);
    if (++begun == 2)
      ::kill(::getpid(), SIGINT);
    auto deeper = search(algorithm, settings, processor);
    return deeper.iterations.empty() ? std::move(outcome) : std::move(deeper);
  };
  const auto results = search_concurrently(to_threads(test), problem, 2);
  REQUIRE(results.size() == 2);
  for (const auto& result : results)
    CHECK(result.stopped_by == "interrupt");
}

TEST_CASE("an error of one of several searches at once ends the others, and is thrown") {
  auto test = test::shared_work(NegaScoutSettings{}, 1);
  test.settings.depth = max_depth; // takes forever
  auto problem = test::synthetic_problem(test.tree);
  std::atomic<int> begun = 0;
  problem.search = [&, search = problem.search](const Algorithm& algorithm,
                                                const SearchSettings& settings,
                                                AnyProcessor& processor) {
    if (++begun == 2)
      throw RunError("no memory");
    return search(algorithm, settings, processor);
  };
  CHECK_THROWS_WITH(search_concurrently(to_threads(test), problem, 3), "no memory");
}

#ifndef __SANITIZE_ADDRESS__ // AddressSanitizer takes all addresses
TEST_CASE("a search whose threads cannot all be made runs on none of them, and ends") {
  const auto task = []() -> Json {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    // Addresses for the stacks of some of the threads.
    constexpr rlim_t room = 100 << 20;
    const rlim_t most = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + room;
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_AS, &limit);
    auto test = test::shared_work(AbdadaSettings{}, 1000);
    test.tables.entries = 1000;
    return search_on_threads(to_threads(test), test::synthetic_problem(test.tree));
  };
  const auto outcome =
      run_in_child_processes({task}, 1, [](std::size_t) {}, nullptr, {.wall_seconds = 20}).front();
  CHECK_THAT(outcome.failure.value().what(),
             Catch::StartsWith("cannot make thread ") && Catch::Contains(" of 1000: "));
}
#endif
