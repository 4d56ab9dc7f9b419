#include "sim/experiments/experiment.hpp"

#include "tests/support/catch.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace eldest;

namespace {

SearchResult stopped_after(double time, int processors, bool stopped) {
  SearchResult result;
  result.time = time;
  for (int rank = 0; rank < processors; ++rank)
    result.processors.push_back({10, {time, 0, 0}});
  result.stopped_by = stopped ? "time" : "";
  return result;
}

/// Runs an experiment with two positions on two processors, with baselines that take 12 s.
/// `stops(problem, algorithm, processors)` returns true for a search that is to be stopped.
template <class Stops> std::vector<Run> run_with_stops(Stops stops) {
  std::vector<Problem> problems(2);
  problems[0].id = "one";
  problems[1].id = "two";
  Experiment experiment;
  experiment.search = [=](const Problem& problem, const SearchCase& searched,
                          SearchProgress* /*progress*/) {
    const double time = problem.id == "one" ? 12.0 : 24.0;
    return stopped_after(time / searched.processors, searched.processors,
                         stops(problem, searched.algorithm, searched.processors));
  };
  experiment.algorithm = AphidSettings{};
  experiment.processors = {2};
  experiment.baselines = true;
  experiment.jobs = std::nullopt;
  return run_experiment(experiment, problems, [](std::size_t, std::size_t) {});
}

} // namespace

TEST_CASE("a search that was stopped has no speedup, and is left out of the means") {
  const auto runs =
      run_with_stops([](const Problem& problem, const Algorithm& /*algorithm*/, int processors) {
        return problem.id == "two" && processors == 2;
      });
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].comparison()->relative_speedup == 2);
  CHECK(runs[0].aphid_overhead());
  CHECK(runs[1].baselines);
  CHECK_FALSE(runs[1].comparison());
  CHECK_FALSE(runs[1].aphid_overhead());
  const auto summary = summarize(runs).front();
  CHECK(summary.runs == 2);
  CHECK(summary.compared == 1);
  CHECK(summary.sum.time == 18);
  CHECK(summary.mean->relative_speedup == 2);
  CHECK(summary.ratio_of_sums->relative_speedup == 2);
  CHECK(summary.ratio_of_sums->total_overhead == 0);
}

TEST_CASE("every seed is a run, and positions count the same in the mean of them") {
  std::vector<Problem> problems(2);
  Experiment experiment;
  int sequential = 0;
  experiment.search = [&](const Problem& /*problem*/, const SearchCase& searched,
                          SearchProgress* /*progress*/) {
    sequential += searched.algorithm.is_sequential() ? 1 : 0;
    return stopped_after(
        12.0 / static_cast<double>(searched.seed * static_cast<std::uint64_t>(searched.processors)),
        searched.processors, false);
  };
  experiment.algorithm = AphidSettings{};
  experiment.processors = {2, 4};
  experiment.seeds = {1, 3};
  experiment.baselines = true;
  experiment.jobs = std::nullopt;
  auto runs = run_experiment(experiment, problems, [](std::size_t, std::size_t) {});
  REQUIRE(runs.size() == 8);
  CHECK(sequential == 4); // two searches of each position, for all seeds
  CHECK(runs[1].searched.seed == 3);
  CHECK(runs[2].searched.processors == 4);
  const auto repeats = repeats_of(runs);
  REQUIRE(repeats.size() == 4);
  CHECK(repeats[1].size() == 2);
  CHECK(repeats[1][0].searched.processors == 4);
  CHECK(repeats[3][0].problem == 1);

  auto summary = summarize(runs).front();
  CHECK(summary.runs == 4);
  CHECK(summary.time.mean == Approx((6 + 2) / 2.0));
  CHECK(summary.time.interval->low == Approx(4)); // positions are alike, whatever their seeds
  CHECK(summary.mean->relative_speedup == 2);
  CHECK(summary.mean->absolute_speedup == Approx((2 + 6) / 2.0));
  CHECK(summary.interval->low.absolute_speedup == Approx(4));
  CHECK(summary.interval->high.absolute_speedup == Approx(4));
  runs[0].error = RunError("crashed"); // of the first position, one run remains
  summary = summarize(runs).front();
  CHECK(summary.mean->absolute_speedup == Approx((6 + (2 + 6) / 2.0) / 2));
  // The error of 6 and 4 is a fifth of their mean; t has one degree of freedom.
  CHECK(summary.interval->low.absolute_speedup == Approx(5 / std::exp(12.706205 / 5)));
  CHECK(summary.interval->high.absolute_speedup == Approx(5 * std::exp(12.706205 / 5)));
  CHECK(summary.time.mean == Approx((2 + (6 + 2) / 2.0) / 2));
}

TEST_CASE("nothing is compared with a baseline that was stopped") {
  for (const bool relative : {false, true}) {
    const auto runs =
        run_with_stops([=](const Problem& /*problem*/, const Algorithm& algorithm, int processors) {
          return processors == 1 && algorithm.is_sequential() != relative;
        });
    for (const auto& run : runs)
      CHECK_FALSE(run.comparison());
    const auto summary = summarize(runs).front();
    CHECK(summary.compared == 0);
    CHECK_FALSE(summary.mean);
    CHECK_FALSE(summary.ratio_of_sums);
  }
}

TEST_CASE("the results of an experiment outlive whatever happens to one of its searches") {
  for (const std::optional<int> jobs : {std::optional<int>(), std::optional(2)}) {
    Experiment experiment;
    experiment.search = [](const Problem& /*problem*/, const SearchCase& searched,
                           SearchProgress* /*progress*/) -> SearchResult {
      if (searched.processors == 2)
        throw std::bad_alloc();
      if (searched.processors == 3)
        throw InputError(Subject::platform, "x.xml: no route");
      if (searched.processors == 4)
        throw std::runtime_error("no thread");
      return stopped_after(1, searched.processors, false);
    };
    experiment.algorithm = AphidSettings{};
    experiment.processors = {1, 2, 3, 4, 5};
    experiment.jobs = jobs;
    const auto runs = run_experiment(experiment, {Problem{}}, [](std::size_t, std::size_t) {});
    REQUIRE(runs.size() == 5);
    CHECK(runs[0].result.time == 1);
    CHECK(runs[1].error.value().what() == std::string("out of memory"));
    CHECK_FALSE(runs[1].has_bad_input);
    CHECK(runs[2].error.value().what() == std::string("platform x.xml: no route"));
    CHECK(runs[2].error.value().subject() == Subject::platform);
    CHECK(runs[2].has_bad_input);
    CHECK(runs[3].error.value().what() == std::string("no thread"));
    CHECK(runs[4].result.time == 1);
    experiment.processors = {2, 3};
    CHECK_THROWS_AS(run_experiment(experiment, {Problem{}}, [](std::size_t, std::size_t) {}),
                    InputError);
  }
}
