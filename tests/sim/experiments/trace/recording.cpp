// The content of the traces of simulations.

#include "algorithms/felten_otto/settings.hpp"
#include "algorithms/pv_split/pv_split.hpp"
#include "algorithms/registry.hpp"
#include "algorithms/simplified_abdada/simplified_abdada.hpp"
#include "algorithms/ybwc/settings.hpp"
#include "sim/experiments/trace/slices.hpp"
#include "sim/experiments/trace/trace_file.hpp"
#include "sim/experiments/visits_alone.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/files.hpp"
#include "tests/support/simulated_search.hpp"
#include "tests/support/trace_checks.hpp"

#include <cmath>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace eldest;

namespace {

/// Returns a text on the error in a processor's timeline. Returns an empty text if the timeline is
/// complete and agrees with the processor's account.
std::string fault(const Timeline& timeline, const MachineProcessor& processor, double end) {
  double until = 0;
  TimeAccount sum;
  for (const auto& cell : timeline.cells()) {
    if (cell.begin != until)
      return fmt::format("a gap or overlap at {}", until);
    until = cell.end;
    for (std::size_t phase = 0; phase < phase_count; ++phase) {
      sum += cell.seconds[phase];
      if (cell.wasted[phase] > cell.seconds[phase].work * (1 + 1e-9))
        return "more work is wasted than done";
    }
  }
  if (std::abs(until - end) > 1e-9)
    return fmt::format("ends at {}, not {}", until, end);
  for (const auto category : time_categories) {
    const double accounted = processor.account().*category;
    if (std::abs(sum.*category - accounted) > 1e-9)
      return fmt::format("{} s, but {} accounted", sum.*category, accounted);
  }
  return "";
}

/// Returns a text on the error in the log of messages, or an empty text.
std::string fault(const MessageLog& messages, const SimulatedMachine& machine) {
  std::uint64_t carried = 0;
  for (const auto& processor : machine.processors())
    carried += processor->traffic().messages;
  const bool all_on_network = machine.platform().cores() == machine.platform().hosts();
  if (all_on_network && messages.sent_count() > carried)
    return "more messages than on the network";
  if (messages.one_in() == 1 && messages.entries().size() != messages.sent_count())
    return "messages are missing";
  for (const auto& message : messages.entries()) {
    if (message.arrived < message.sent || message.sent > machine.time())
      return fmt::format("a message from {} to {}", message.sent, message.arrived);
  }
  return "";
}

/// Simulates a search, and records it in a trace with `limits`. Returns a text on the error in the
/// trace, or an empty text.
std::string fault(const test::Case& test, const TraceLimits& limits) {
  const test::TemporaryFile file(to_xml(test.machine));
  SimulatedMachine machine(
      read_platform_file(file.path()), test.processors,
      {test.algorithm.tables(test.tables), test.jitter, test.seed, test.failures, test.model});
  Trace trace(test.processors, limits);
  machine.record(trace);
  const auto problem = test::synthetic_problem(test.tree);
  machine.run([&](SimulatedProcessor& processor) {
    (void)problem.search(test.algorithm, test.settings, processor);
  });
  if (auto found = fault(trace.messages, machine); !found.empty())
    return found;
  for (const auto& processor : machine.processors()) {
    const auto found = fault(trace.timeline(processor->rank()), *processor, machine.time());
    if (!found.empty())
      return fmt::format("processor {}: {}", processor->rank(), found);
  }
  return "";
}

/// Simulates a search, and counts its visits of nodes.
Json visits_of(const test::Case& test) {
  const test::TemporaryFile file(to_xml(test.machine));
  SimulatedMachine machine(
      read_platform_file(file.path()), test.processors,
      {test.algorithm.tables(test.tables), test.jitter, test.seed, test.failures, test.model});
  const auto problem = test::synthetic_problem(test.tree);
  Trace trace(test.processors);
  trace.searched.compare_with(visits_alone(test.algorithm, test.settings, test.tables, problem));
  machine.record(trace);
  Counters counters;
  machine.run([&](SimulatedProcessor& processor) {
    counters += problem.search(test.algorithm, test.settings, processor).counters;
  });
  const auto uses = total_uses(trace);
  double below_moves = 0;
  for (const auto& move : trace.searched.moves())
    below_moves += move.useful + move.wasted;
  return {{"visits", trace.searched.visits()},
          {"useful", trace.searched.useful_visits()},
          {"wasted", trace.searched.wasted_visits()},
          {"alone", trace.searched.sequential()->visits()},
          {"nodes", counters.nodes()},
          {"deferred", counters.deferred},
          {"work", uses[0] + uses[1]},
          {"wasted_work", uses[1]},
          {"below_moves", below_moves}};
}

test::Case small_case(const Algorithm& algorithm, Model model) {
  auto test = test::shared_work(algorithm, algorithm.is_sequential() ? 1 : 5);
  test.machine.properties =
      test::property("send-overhead", "2us") + test::property("service-time", "3us");
  test.settings.depth = 5;
  test.model = model;
  return test;
}

constexpr auto agree = [](double left, double right) {
  return left == Approx(right).margin(1e-7).epsilon(0); // boundaries are exact to the nanosecond
};

/// Checks that a trace file agrees with the simulation's result.
void check_agreement(const test::ReadTrace& trace, const SearchResult& result) {
  REQUIRE(trace.accounts.size() == result.processors.size());
  for (std::size_t rank = 0; rank < trace.accounts.size(); ++rank) {
    for (const auto category : time_categories)
      CHECK(agree(trace.accounts[rank].*category, result.processors[rank].account.*category));
    CHECK(agree(trace.ends[rank], result.time));
  }
  REQUIRE(trace.marks.size() == result.iterations.size());
  for (std::size_t i = 0; i < trace.marks.size(); ++i) {
    const auto& iteration = result.iterations[i];
    CHECK(agree(trace.marks[i].first, iteration.time));
    CHECK(trace.marks[i].second ==
          fmt::format("depth {}: value {}", iteration.depth, iteration.value));
  }
}

} // namespace

TEST_CASE("a trace has all the time of the account, in the same categories") {
  SplitMix64 random(1);
  std::vector<test::Case> cases;
  for (const auto& algorithm : algorithms()) {
    for (int i = 0; i < test::cases(6); ++i) {
      auto test = test::random_case(random, algorithm);
      if (algorithm.is_sequential())
        test.processors = 1;
      cases.push_back(test);
    }
  }
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool room = i % 2 == 0;
    tasks.emplace_back([&test = cases[i], room]() -> Json {
      return fault(test, room ? TraceLimits() : TraceLimits{.cells = 0, .messages = 100});
    });
  }
  const auto results = test::simulate_all(tasks);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(cases[i].algorithm.name(), cases[i].processors, cases[i].tree);
    REQUIRE_THAT(test::error_of(results[i]), Catch::Equals(""));
    CHECK_THAT(results[i].result.get<std::string>(), Catch::Equals(""));
  }
}

TEST_CASE("every algorithm's trace can be read in both formats, and agrees with the result") {
  for (const auto& algorithm : algorithms()) {
    for (const auto model : {Model::flow, Model::loggp}) {
      auto test = small_case(algorithm, model);
      test.settings.depth = 4;
      CAPTURE(algorithm.name(), test.processors);
      const test::TemporaryFile json("", ".json");
      test.trace = json.path();
      const auto result = test::run_isolated(test);
      const auto events = test::check_trace_events(test::read(json.path()), test.processors);
      check_agreement(events, result);
      CHECK(events.omissions.empty());
      CHECK(events.searches > 0);
      CHECK(events.counters.at("processors that work") > 0);
      CHECK(events.counters.at("table accesses a second") > 1);
      CHECK((events.messages > 0) == (test.processors > 1));

      const test::TemporaryFile text("", ".paje");
      test.trace = text.path();
      CHECK(test::run_isolated(test).time == result.time);
      const auto paje = test::check_paje(test::read(text.path()), test.processors);
      check_agreement(paje, result);
      CHECK(paje.title == events.title);
      CHECK(paje.omissions.empty());
      CHECK(paje.totals.find("wasted work") != std::string::npos);
      CHECK(paje.messages == events.messages);
      REQUIRE(paje.phases.size() == events.phases.size());
      for (const auto& [name, seconds] : paje.phases)
        CHECK(seconds == Approx(events.phases.at(name)));
    }
  }
}

TEST_CASE("one processor wastes nothing") {
  for (const auto& algorithm : algorithms()) {
    for (const auto table_depth : {TableDepth::exact, TableDepth::at_least}) {
      auto test = small_case(algorithm, Model::loggp);
      CAPTURE(algorithm.name());
      test.processors = 1;
      test.settings.table_depth = table_depth;
      const test::TemporaryFile file("", ".json");
      test.trace = file.path();
      const auto result = test::run_isolated(test);
      const auto trace = test::check_trace_events(test::read(file.path()), 1);
      CHECK_FALSE(trace.states.contains("wasted work"));
      CHECK(trace.states.at("work") == Approx(result.account().work));
      CHECK_THAT(trace.totals, Catch::Contains("wasted work 0.0 %") &&
                                   Catch::Contains(fmt::format(
                                       "{} visits of nodes, 0.0 % of them wasted; {} by one "
                                       "processor, 0.0 % of them not made here",
                                       result.nodes(), result.nodes())));
    }
  }
}

TEST_CASE("the work that is wasted agrees with the search overhead") {
  for (const auto& algorithm : algorithms()) {
    auto test = small_case(algorithm, Model::loggp);
    CAPTURE(algorithm.name());
    const auto together = run_in_child_process([&] { return visits_of(test); });
    test.processors = 1;
    const auto alone = test::run_isolated(test).nodes();
    CHECK(together.at("alone") == alone);
    CHECK(together.at("useful") <= alone);
    const auto visits = together.at("visits").get<std::uint64_t>();
    CHECK(together.at("useful").get<std::uint64_t>() + together.at("wasted").get<std::uint64_t>() ==
          visits);
    // Sons that are deferred because others are searching them are visited, but do not count as
    // nodes. Neither do the leaves of APHID's master. Simplified ABDADA defers sons without
    // visiting them.
    const auto nodes = together.at("nodes").get<std::uint64_t>();
    CHECK(visits >= nodes);
    if (algorithm.name() != "aphid" && algorithm.name() != "simplified-abdada")
      CHECK(visits == nodes + together.at("deferred").get<std::uint64_t>());
    // Every second of work below the root is below one of its moves.
    CHECK(together.at("below_moves").get<double>() <= together.at("work").get<double>());
    CHECK(together.at("below_moves").get<double>() >= 0.8 * together.at("work").get<double>());
    CHECK(together.at("wasted_work").get<double>() <= together.at("work").get<double>());
    CHECK((together.at("wasted") > 0) == (together.at("wasted_work") > 0));
  }
}

TEST_CASE("a search that is stopped by the time does not tell useful work from wasted work") {
  auto test = small_case(AbdadaSettings{}, Model::loggp);
  test.time_limit = 1e3;
  const test::TemporaryFile file("", ".json");
  test.trace = file.path();
  (void)test::run_isolated(test);
  const auto trace = test::check_trace_events(test::read(file.path()), test.processors);
  CHECK_FALSE(trace.states.contains("wasted work"));
  CHECK_THAT(trace.totals, !Catch::Contains("wasted"));
}

TEST_CASE("traces show deferred and repeated searches and helping masters") {
  const auto phases = [](test::Case test) {
    const test::TemporaryFile file("", ".json");
    test.trace = file.path();
    (void)test::run_isolated(test);
    return test::check_trace_events(test::read(file.path()), test.processors).phases;
  };
  for (const Algorithm& algorithm :
       {Algorithm(AbdadaSettings{}), Algorithm(SimplifiedAbdadaSettings{})}) {
    const auto test = small_case(algorithm, Model::loggp);
    const auto found = phases(test);
    CHECK(found.size() == 1);
    CHECK(found.count("deferred search") == 1);
  }
  auto ybwc = small_case(YbwcSettings{}, Model::loggp);
  const auto helped = phases(ybwc);
  CHECK(helped.size() == 1);
  CHECK(helped.count("helping") == 1);
  ybwc.own<YbwcSettings>().helpful_master = false;
  CHECK(phases(ybwc).empty());
  CHECK(phases(small_case(PvSplitSettings{}, Model::loggp)).empty());
  auto felten_otto = small_case(FeltenOttoSettings{}, Model::loggp);
  const auto repeated = phases(felten_otto);
  CHECK(repeated.size() == 1);
  CHECK(repeated.count("repeated search") == 1);
  felten_otto.own<FeltenOttoSettings>().load_balancing = false;
  CHECK(phases(felten_otto).empty());
}

TEST_CASE("tracing changes nothing in a simulation") {
  for (const auto model : {Model::flow, Model::loggp}) {
    auto test = small_case(YbwcSettings{}, model);
    auto untraced = Json(test::run_isolated(test));
    const test::TemporaryFile file("", ".json");
    test.trace = file.path();
    auto traced = Json(test::run_isolated(test));
    for (auto* const json : {&untraced, &traced}) {
      json->erase("wall_s");
      json->erase("peak_rss_bytes");
    }
    CHECK(traced.dump() == untraced.dump());
  }
}

TEST_CASE("the timeline of a processor that fails ends there") {
  auto test = small_case(AbdadaSettings{}, Model::flow);
  test.own<AbdadaSettings>().answer_timeout = 0.01;
  test.failures = {{0.02, 3, ""}};
  const test::TemporaryFile file("", ".paje");
  test.trace = file.path();
  const auto result = test::run_isolated(test);
  const auto trace = test::check_paje(test::read(file.path()), test.processors);
  REQUIRE(result.time > 0.1);
  CHECK(trace.accounts[3].total() == Approx(0.02).margin(1e-9));
  CHECK(trace.ends[3] == Approx(0.02).margin(1e-9));
  for (const std::size_t rank : {0U, 1U, 2U, 4U})
    CHECK(agree(trace.accounts[rank].work, result.processors[rank].account.work));
  CHECK(std::count(trace.marks.begin(), trace.marks.end(),
                   std::pair(0.02, std::string("processor 3 fails"))) == 1);
}

TEST_CASE("a search that ends in a deadlock leaves a trace of the processors' waiting") {
  auto test = small_case(AbdadaSettings{}, Model::flow);
  test.failures = {{0.02, 3, ""}};
  const test::TemporaryFile file("", ".paje");
  test.trace = file.path();
  CHECK_THROWS_WITH(test::run_isolated(test), Catch::StartsWith("deadlock"));
  const auto trace = test::check_paje(test::read(file.path()), test.processors);
  CHECK(trace.ends[3] == Approx(0.02).margin(1e-9));
  for (const std::size_t rank : {0U, 1U, 2U, 4U})
    CHECK(trace.ends[rank] > 0.02);
}
