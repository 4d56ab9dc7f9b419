#include "sim/experiments/validation.hpp"
#include "algorithms/abdada/settings.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <new>
#include <string>
#include <thread>

using namespace eldest;

namespace {

/// Returns the result of a search that takes `time` seconds, all of them work.
SearchResult result(double time, int processors, std::uint64_t nodes) {
  SearchResult made_up;
  made_up.time = time;
  made_up.counters.interior = nodes;
  for (int rank = 0; rank < processors; ++rank)
    made_up.processors.push_back({nodes, {time, 0, 0}, false});
  made_up.real_time = RealTime{};
  return made_up;
}

/// Returns a function whose results take `seconds(kind, seed)`.
template <class Seconds> SeededSearch made_up_search(Seconds seconds) {
  return [seconds](const Problem&, const SearchKind& kind, std::uint64_t seed) {
    return result(seconds(kind, seed), kind.concurrent ? 1 : kind.processors, 1000);
  };
}

Validation made_up_validation() {
  Validation validation;
  validation.algorithms = {AbdadaSettings{}};
  validation.processors = {1, 2};
  validation.seeds = 1;
  validation.repeats = 3;
  validation.simulated = made_up_search([](const SearchKind& kind, std::uint64_t) {
    return kind.processors == 1 || kind.concurrent ? 9.0 : 6.0;
  });
  validation.real = made_up_search([](const SearchKind& kind, std::uint64_t repeat) {
    // The medians are 10 for one processor, 5 for two, and 12 for two searches at once.
    const double alone = kind.processors == 1 ? 10 : 5;
    return (kind.concurrent ? 12 : alone) + (static_cast<double>(repeat) - 2);
  });
  return validation;
}

} // namespace

TEST_CASE("simulated and real searches are compared by the medians of their times") {
  std::size_t last_done = 0;
  const auto searches = validate(made_up_validation(), {Problem{}, Problem{}},
                                 [&](std::size_t done, std::size_t all) {
                                   CHECK(done == last_done + 1);
                                   CHECK(all == std::size_t{2} * 4 * (1 + 3));
                                   last_done = done;
                                 });
  CHECK(last_done == 32);
  const auto rows = summarize(searches);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].kind.algorithm == NegaScoutSettings{});
  CHECK(rows[0].real.time == Approx(10));
  CHECK(rows[0].time_deviation == Approx(-0.1));
  CHECK(rows[0].absolute_deviation == Approx(0.1));
  CHECK(rows[0].real.spread == Approx(0.2));
  const auto& each = rows[1];
  CHECK(each.kind.concurrent);
  CHECK(each.real.comparison.absolute_speedup == Approx(10.0 / 12));
  CHECK(each.simulated.comparison.absolute_speedup == Approx(1));
  const auto& two = rows[3];
  CHECK(two.kind.processors == 2);
  CHECK(two.real.comparison.relative_speedup == Approx(2));
  CHECK(two.simulated.comparison.relative_speedup == Approx(1.5));
  CHECK(two.real.comparison.absolute_speedup == Approx(2));
  CHECK(two.speedup_deviation() == Approx(-0.25));
  CHECK(two.time_deviation == Approx(0.2));
  CHECK(two.node_deviation == Approx(0));
}

TEST_CASE("searches at once are left out where they are not wanted") {
  auto validation = made_up_validation();
  validation.concurrent = false;
  const auto searches = validate(validation, {Problem{}}, [](std::size_t, std::size_t all) {
    CHECK(all == std::size_t{3} * (1 + 3));
  });
  REQUIRE(searches.size() == 3);
  const auto rows = summarize(searches);
  REQUIRE(rows.size() == 3);
  CHECK(std::ranges::none_of(rows, [](const auto& row) { return row.kind.concurrent; }));
  CHECK(rows[2].real.comparison.absolute_speedup == Approx(2));
}

TEST_CASE("a search that fails has a reason that says whose it is, and the others have results") {
  Problem problem;
  problem.position = "somewhere";
  const auto on_two = [](const SearchKind& kind) {
    return kind.processors == 2 && !kind.concurrent;
  };
  for (const bool simulated : {true, false}) {
    auto validation = made_up_validation();
    int failed = 0;
    auto& function = simulated ? validation.simulated : validation.real;
    function = [&, usual = function](const Problem& of, const SearchKind& kind,
                                     std::uint64_t seed) -> SearchResult {
      if (!on_two(kind))
        return usual(of, kind, seed);
      ++failed;
      throw std::bad_alloc();
    };
    const auto searches = validate(validation, {problem, problem}, [](std::size_t, std::size_t) {});
    REQUIRE(searches.size() == 8);
    CHECK(searches[3].failure.value().what() ==
          std::string(simulated ? "simulated " : "") +
              "abdada on 2 processors, somewhere: out of memory");
    CHECK(searches[7].failure);
    CHECK_FALSE(searches[0].failure);
    if (!simulated)
      CHECK(failed == 2); // the failed search has not been repeated
    const auto rows = summarize(searches);
    REQUIRE(rows.size() == 3);
    CHECK(rows[2].real.time == Approx(10));
    CHECK(rows[2].real.comparison.relative_speedup == Approx(1));
  }
}

TEST_CASE("nothing is compared with a baseline that has failed") {
  auto validation = made_up_validation();
  validation.real = [usual = validation.real](const Problem& of, const SearchKind& kind,
                                              std::uint64_t seed) -> SearchResult {
    if (kind.processors == 1 && kind.algorithm.is_sequential())
      throw RunError("killed");
    return usual(of, kind, seed);
  };
  const auto searches = validate(validation, {Problem{}}, [](std::size_t, std::size_t) {});
  CHECK(searches[3].real.size() == 3);
  CHECK(summarize(searches).empty());
}

TEST_CASE("an interrupt leaves the positions that are done") {
  auto validation = made_up_validation();
  int made = 0;
  validation.real = [&](const Problem&, const SearchKind& kind, std::uint64_t) {
    auto made_up = result(1, kind.processors, 1);
    if (++made == 4 * 3 + 2) // in the second position
      made_up.stopped_by = "interrupt";
    return made_up;
  };
  const auto searches =
      validate(validation, {Problem{}, Problem{}}, [](std::size_t, std::size_t) {});
  CHECK(searches.size() == 8);
  CHECK(searches[4].real.size() == 1);
  CHECK(searches[5].real.empty());
  CHECK(summarize(searches).size() == 4);
  CHECK(summarize(searches)[0].real.nodes == 1);
}

TEST_CASE("an interrupt in the first position leaves the searches that are done") {
  for (std::size_t left = 0; left <= 5; ++left) {
    auto validation = made_up_validation();
    validation.real = [&, made = std::size_t{0}](const Problem&, const SearchKind& kind,
                                                 std::uint64_t) mutable {
      auto made_up = result(1, kind.processors, 1);
      if (++made > left)
        made_up.stopped_by = "interrupt";
      return made_up;
    };
    const auto searches =
        validate(validation, {Problem{}, Problem{}}, [](std::size_t, std::size_t) {});
    CHECK(summarize(searches).size() == std::min(left, std::size_t{4}));
  }
}

TEST_CASE("an interrupt ends the simulations of a validation, and makes no real search") {
  const Interrupts interrupts;
  auto validation = made_up_validation();
  validation.interrupts = &interrupts;
  validation.simulated = [](const Problem&, const SearchKind& kind, std::uint64_t) {
    if (kind.processors > 1)
      std::this_thread::sleep_for(std::chrono::hours(1));
    return result(1, kind.processors, 1);
  };
  validation.real = [](const Problem&, const SearchKind&, std::uint64_t) -> SearchResult {
    throw RunError("not to be made");
  };
  const auto searches = validate(validation, {Problem{}}, [](std::size_t, std::size_t) {
    ::kill(::getpid(), SIGTERM); // after the first has ended
  });
  CHECK(searches[0].simulated.size() == 1);
  CHECK(searches[1].simulated.empty());
  CHECK(summarize(searches).empty());
}
