// The promises of every algorithm on a machine with faults, as in the table in
// results/failures/README.md.
#include "algorithms/aphid/settings.hpp"
#include "algorithms/registry.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace eldest;

namespace {

enum class Fault : std::uint8_t { stop, link, partition, lost, pause, slow, doubled, late };

/// The ending of a search on a machine with faults. No test accepts a wrong value, a crash, or an
/// error other than those below.
enum class Ending : std::uint8_t {
  exact,    ///< all iterations, with the minimax values
  report,   ///< a line that says what every processor was doing, or that none is left
  time_out, ///< the time limit; all completed iterations are exact
  wrong,
};

/// Limit on the simulated seconds of a search. Without faults, the searches take less than a
/// second.
constexpr double time_limit = 20;

/// Draws a time from 0.1 ms to 1 s, in seconds.
double moment(SplitMix64& random) { return std::pow(10, -4 * unit_interval(random())); }

/// Returns a fault from `begin` on, with a random end, or without an end if it is `for_good`.
Failure failure_at(double begin, SplitMix64& random, bool for_good) {
  Failure failure{begin};
  if (!for_good)
    failure.until = begin + moment(random);
  return failure;
}

/// Adds a fault of a kind to a case with at least two processors. `survivor` does not stop.
void add_fault(Fault fault, test::Case& test, int survivor, SplitMix64& random) {
  const auto rank = [&] {
    return (survivor + test::draw(random, 1, test.processors - 1)) % test.processors;
  };
  const bool for_good = test::draw(random, 0, 1) == 0;
  auto failure = failure_at(moment(random), random, for_good || fault == Fault::stop);
  auto& messages = test.message_faults;
  const double probability = std::pow(10, -3 * unit_interval(random()));
  switch (fault) {
  case Fault::pause:
    failure = failure_at(failure.time, random, false);
    [[fallthrough]];
  case Fault::stop:
    failure.processor = rank();
    break;
  case Fault::slow:
    failure.processor = rank();
    failure.slowness = test::draw(random, 2, 20);
    break;
  case Fault::link:
    test.machine.own_links = true;
    failure.link =
        test::draw(random, 0, 4) == 0 ? "net" : fmt::format("l{}", rank() / test.machine.cores);
    break;
  case Fault::partition:
    failure.apart = {{0, test::draw(random, 0, test.processors - 2)}};
    break;
  case Fault::lost:
    messages.lost = probability / 2;
    return;
  case Fault::doubled:
    messages.doubled = probability;
    return;
  case Fault::late:
    messages.late = probability;
    messages.late_by = moment(random);
    return;
  }
  test.failures.push_back(std::move(failure));
}

/// Draws cases of an algorithm with 1 to 3 faults of a kind, on 2 to 12 processors. One processor
/// does not stop: `survivor`, or a random one.
std::vector<test::Case> cases_with(Fault fault, const Algorithm& algorithm, int count,
                                   double table_timeout = 0,
                                   std::optional<int> survivor = std::nullopt) {
  const auto seed = 100 + static_cast<std::uint64_t>(fault);
  return test::random_cases(algorithm, seed, count, [&](test::Case& test, SplitMix64& random) {
    test.processors = test::draw(random, 2, 12);
    test.machine = test::random_machine(random, test.processors);
    test.settings.depth = test::draw(random, 3, 4);
    test.settings.table_timeout = table_timeout;
    if (table_timeout == 0 && test::draw(random, 0, 1) == 0)
      test.tables.sharing = TableSharing::local; // so that only messages are lost
    test.time_limit = time_limit;
    const int drawn = test::draw(random, 0, test.processors - 1);
    const int faults = test::draw(random, 1, 3);
    for (int i = 0; i < faults; ++i)
      add_fault(fault, test, survivor.value_or(drawn), random);
  });
}

/// The ending of a search, and its time.
struct Ended {
  Ending ending = Ending::wrong;
  double time = 0;  ///< seconds of a complete search
  int given_up = 0; ///< slaves that APHID's master took for dead, in a complete search
};

Ended end_of(const test::Case& test, const TaskResult& result) {
  const auto error = test::error_of(result);
  if (error.starts_with("deadlock: ") || error.starts_with("livelock: ") ||
      error.starts_with("no processor is left: ") ||
      error.starts_with("no processor that knows a result is left: "))
    return {Ending::report};
  if (error == "the search was stopped before its first iteration was complete")
    return {Ending::time_out};
  if (!error.empty() || !result.result["exact"].get<bool>())
    return {Ending::wrong};
  const bool complete = result.result["iterations"].get<int>() == test.settings.depth;
  return {complete ? Ending::exact : Ending::time_out, result.result["time"].get<double>(),
          result.result["given_up"].get<int>()};
}

/// Simulates the cases. Fails if one has an ending that no test accepts.
std::vector<Ended> run_all(const std::vector<test::Case>& cases) {
  std::vector<Task> tasks;
  for (const auto& test : cases)
    tasks.emplace_back([&test]() -> Json {
      const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
      const synthetic::Position root(tree);
      const auto result = test::run(test, test::synthetic_problem(test.tree));
      bool exact = true;
      for (const auto& iteration : result.iterations)
        exact = exact && iteration.value == minimax(root, iteration.depth);
      const auto& counters = result.own_counters;
      return {
          {"exact", exact},
          {"iterations", result.iterations.size()},
          {"time", result.time},
          {"given_up", counters.contains("slaves_given_up") ? counters.at("slaves_given_up") : 0}};
    });
  const auto results = test::simulate_all(tasks);
  std::vector<Ended> ends;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    ends.push_back(end_of(cases[i], results[i]));
    if (ends.back().ending == Ending::wrong) {
      const auto error = test::error_of(results[i]);
      FAIL_CHECK((error.empty() ? "wrong value" : error) << ": " << test::describe(cases[i]));
    }
  }
  return ends;
}

std::map<Ending, int> endings_of(const std::vector<test::Case>& cases) {
  std::map<Ending, int> endings;
  for (const auto& ended : run_all(cases))
    ++endings[ended.ending];
  return endings;
}

/// Returns the same cases in a model, without jitter, which would make the order of events depend
/// on the model.
std::vector<test::Case> in_model(std::vector<test::Case> cases, const Model& model) {
  for (auto& test : cases) {
    test.model = model;
    test.jitter = 0;
  }
  return cases;
}

constexpr std::array lossy{Fault::stop, Fault::link, Fault::partition, Fault::lost};
constexpr std::array harmless{Fault::pause, Fault::slow, Fault::doubled, Fault::late};

/// Returns true if an algorithm continues without a table's answer, and without any other
/// processor.
bool is_resistant(const Algorithm& algorithm) {
  if (algorithm.name() == AphidSettings::name) // needs its master
    return false;
  try {
    SearchSettings settings;
    settings.table_timeout = 1;
    algorithm.check_supports(settings);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

} // namespace

TEST_CASE("faults that lose nothing cost time only, in every algorithm") {
  for (const auto fault : harmless) {
    for (const auto& algorithm : algorithms()) {
      if (algorithm.is_sequential())
        continue;
      CAPTURE(static_cast<int>(fault), algorithm.name());
      auto endings = endings_of(cases_with(fault, algorithm, 3));
      CHECK(endings[Ending::exact] == test::cases(3));
    }
  }
}

TEST_CASE("with a table time-out a search survives whatever is lost") {
  for (const auto fault : lossy) {
    for (const auto& algorithm : algorithms()) {
      if (algorithm.is_sequential() || !is_resistant(algorithm))
        continue;
      for (const double timeout : {1e-4, 1e-2}) {
        CAPTURE(static_cast<int>(fault), algorithm.name(), timeout);
        auto endings = endings_of(cases_with(fault, algorithm, 3, timeout));
        CHECK(endings[Ending::exact] == test::cases(3));
      }
    }
  }
}

TEST_CASE("with a failure time-out APHID survives whatever its slaves lose") {
  int given_up = 0;
  for (const auto fault : lossy) {
    for (const double timeout : {1e-3, 1e-1}) {
      AphidSettings settings;
      settings.horizon = 2;
      settings.granularity = 1;
      settings.failure_timeout = timeout;
      CAPTURE(static_cast<int>(fault), timeout);
      const auto ends = run_all(cases_with(fault, settings, 15, 1e-3, 0));
      for (const auto& ended : ends) {
        CHECK(ended.ending == Ending::exact);
        given_up += ended.given_up;
      }
    }
  }
  CHECK(given_up > 30);
}

TEST_CASE("what is lost ends a search without a time-out in a report, or does no harm") {
  for (const auto fault : lossy) {
    for (const auto& algorithm : algorithms()) {
      if (algorithm.is_sequential())
        continue;
      CAPTURE(static_cast<int>(fault), algorithm.name());
      auto endings = endings_of(cases_with(fault, algorithm, 8));
      CHECK(endings[Ending::exact] + endings[Ending::report] + endings[Ending::time_out] ==
            test::cases(8));
      CHECK(endings[Ending::report] + endings[Ending::time_out] > 0);
    }
  }
}

TEST_CASE("the models flow and loggp have the same failures") {
  for (const auto fault : {Fault::stop, Fault::link, Fault::partition, Fault::pause, Fault::slow}) {
    for (const double timeout : {0.0, 1e-3}) {
      constexpr int drawn = 15;
      const auto cases = cases_with(fault, AbdadaSettings{}, drawn, timeout);
      const auto flow = run_all(in_model(cases, Model::flow));
      const auto loggp = run_all(in_model(cases, Model::loggp));
      int alike = 0;
      double sum = 0; // of the logarithms of the ratios of the times
      double magnitudes = 0;
      for (std::size_t i = 0; i < cases.size(); ++i) {
        if (flow[i].ending != loggp[i].ending)
          continue;
        ++alike;
        if (flow[i].ending != Ending::exact)
          continue;
        sum += std::log(flow[i].time / loggp[i].time);
        magnitudes += std::abs(std::log(flow[i].time / loggp[i].time));
      }
      CAPTURE(static_cast<int>(fault), timeout, alike, sum / alike, magnitudes / alike);
      CHECK(alike >= test::cases(drawn) -
                         (timeout > 0 ? 0 : test::cases(1))); // some end near the time of a failure
      CHECK(std::abs(sum / alike) < 0.02);
      CHECK(magnitudes / alike < 0.06);
    }
  }
}
