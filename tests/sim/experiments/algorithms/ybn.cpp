#include "algorithms/ybn/settings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chess_positions.hpp"
#include "tests/support/simulated_search.hpp"
#include "tests/support/stealing_checks.hpp"

#include <cstdint>
#include <string>

using namespace eldest;

namespace {

/// Draws every option of Young Brothers on Notice.
void vary_ybn(test::Case& test, SplitMix64& random) {
  const auto toss = [&] { return test::draw(random, 0, 1) == 0; };
  test.own<YbnSettings>() = {.looks = test::draw(random, 1, 40),
                             .granularity = 0.5 * test::draw(random, 0, 6),
                             .needed_first = toss(),
                             .reads_if_quicker = toss(),
                             .helper_reads = toss(),
                             .past_eldest = toss() ? 0 : 0.5 * test::draw(random, 1, 40),
                             .past_eldest_looks = test::draw(random, 0, 10),
                             .guess_plies = test::draw(random, 0, 4)};
  if (test.settings.search != Search::mtdf && toss())
    test.settings.aspiration = test::draw(random, 1, 30);
}

/// Searches on a machine whose messages cost `overhead` at either end.
SearchResult search_where_messages_take(const std::string& overhead, double granularity) {
  auto test = test::shared_work(YbnSettings{}, 8);
  test.own<YbnSettings>().granularity = granularity;
  test.machine.properties = test::property("message-overhead", overhead);
  return test::run_isolated(test);
}

} // namespace

TEST_CASE("Young Brothers on Notice finds the minimax value of chess positions") {
  test::check_chess_positions(YbnSettings{}, 42, vary_ybn);
}

TEST_CASE(
    "Young Brothers on Notice finds the minimax value of random trees on random machines, answers "
    "every request, and has every slave answer or stop") {
  YbnCounters sum;
  for (const auto& [test, result] : test::check_random_cases(YbnSettings{}, 41, 120, vary_ybn)) {
    const auto counters = test::counters_of<YbnCounters>(result);
    CAPTURE(describe(test));
    sum += counters;
    test::check_requests_answered(counters, test.processors);
    CHECK(counters.sons_claimed + counters.searches_in_vain <= counters.steals_asked);
    CHECK(counters.helps_claimed <= counters.helps_asked);
    if (!test.own<YbnSettings>().helper_reads)
      CHECK(counters.helps_claimed == 0);
    if (!test.own<YbnSettings>().reads_if_quicker)
      CHECK(counters.sons_claimed + counters.searches_in_vain == counters.steals_asked);
  }
  // Every event has occurred at least once.
  CHECK(sum.sons_claimed > 0);
  CHECK(sum.searches_in_vain > 0);
  CHECK(sum.helps_claimed > 0);
  CHECK(sum.masters_helping > 0);
  CHECK(sum.requests_refused > 0);
  CHECK(sum.bound_cutoffs > 0);
  CHECK(sum.early_splits > 0);
  CHECK(sum.early_repeated > 0);
}

TEST_CASE("young brothers that do not wait for the eldest shorten the critical path") {
  auto test = test::shared_work(YbnSettings{}, 48);
  const auto waits = test::run_isolated(test);
  CHECK(waits.own_counters.at("early_splits") == 0);
  test.own<YbnSettings>().past_eldest = 1;
  const auto goes_past = test::run_isolated(test);
  CHECK(goes_past.own_counters.at("early_splits") > 0);
  CHECK(goes_past.value == waits.value);
  REQUIRE(waits.critical_path());
  REQUIRE(goes_past.critical_path());
  CHECK(*goes_past.critical_path() < *waits.critical_path());
}

TEST_CASE("an oracle shortens the critical path and changes nothing else") {
  auto test = test::shared_work(YbnSettings{}, 8);
  const auto searched = test::run_isolated(test);
  double sum_of_one = 0;
  for (const auto oracle : {Oracle::pv, Oracle::cut, Oracle::all, Oracle::outside, Oracle::any}) {
    test.own<YbnSettings>().oracle = oracle;
    const auto foreknown = test::run_isolated(test);
    CHECK(foreknown.time == searched.time);
    CHECK(foreknown.nodes() == searched.nodes());
    CHECK(*foreknown.critical_path() <= *searched.critical_path());
    if (oracle == Oracle::any)
      CHECK(*foreknown.critical_path() < sum_of_one / 4);
    else
      sum_of_one += *foreknown.critical_path();
  }
}

TEST_CASE("Young Brothers on Notice on one processor is the sequential search") {
  const auto test = test::shared_work(YbnSettings{}, 1);
  test::check_sequential_alone(test, test.settings.search);
}

TEST_CASE("Young Brothers on Notice gains from two processors already, and from more") {
  test::check_gain_with_any_tables(YbnSettings{});
}

TEST_CASE("Young Brothers on Notice loses to latency time, never the value") {
  test::check_latency_costs_time_only(YbnSettings{});
}

TEST_CASE(
    "the dearer messages are, the fewer sons are given away, if the granularity is measured") {
  const auto cheap = search_where_messages_take("1us", 1);
  const auto dear = search_where_messages_take("500us", 1);
  const auto any = search_where_messages_take("500us", 0);
  CHECK(dear.own_counters.at("splits") < cheap.own_counters.at("splits") / 2);
  CHECK(dear.own_counters.at("splits") < any.own_counters.at("splits") / 2);
  CHECK(dear.time < any.time);
}

TEST_CASE("notices are read where memory answers quicker than a processor") {
  auto test = test::shared_work(YbnSettings{}, 8);
  test.machine.properties = test::property("message-overhead", "20us");
  const auto read = test::run_isolated(test);
  CHECK(read.own_counters.at("sons_claimed") + read.own_counters.at("searches_in_vain") ==
        read.own_counters.at("steals_asked"));
  test.machine.properties = test::property("service-time", "500us");
  const auto asked = test::run_isolated(test);
  CHECK(asked.own_counters.at("sons_claimed") + asked.own_counters.at("searches_in_vain") <
        asked.own_counters.at("steals_asked") / 2);
  CHECK(asked.value == read.value);
}

TEST_CASE("the same search on notice twice gives the same result to the bit") {
  auto test = test::shared_work(YbnSettings{}, 7);
  test.jitter = 20e-6;
  test::check_repeatable(test);
}
