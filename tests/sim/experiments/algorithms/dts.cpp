#include "algorithms/dts/settings.hpp"
#include "algorithms/pv_split/pv_split.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chess_positions.hpp"
#include "tests/support/simulated_search.hpp"
#include "tests/support/stealing_checks.hpp"

#include <string>

using namespace eldest;

namespace {

/// Draws every option of DTS.
void vary_dts(test::Case& test, SplitMix64& random) {
  test.own<DtsSettings>() = {.min_split_depth = test::draw(random, 1, 3),
                             .all_confidence = test::draw(random, 0, 2),
                             .cut_confidence = test::draw(random, 1, 4),
                             .polling = test.seed % 4 == 0 ? Polling::son : Polling::node};
}

} // namespace

TEST_CASE("DTS finds the minimax value of chess positions") {
  test::check_chess_positions(DtsSettings{}, 42, vary_dts);
}

TEST_CASE(
    "DTS finds the minimax value of random trees on random machines, and the last processor at a "
    "split point returns it or gives it up") {
  DtsCounters sum;
  for (const auto& [test, result] : test::check_random_cases(DtsSettings{}, 41, 200, vary_dts)) {
    const auto counters = test::counters_of<DtsCounters>(result);
    CAPTURE(describe(test));
    sum += counters;
    CHECK(counters.splits() == counters.returns + counters.split_points_dropped);
    // A new split point has one son being searched, and each processor that joins searches one
    // more. Each of these sons is the last of its processor, or is recalled.
    CHECK(counters.splits() + counters.joins ==
          counters.returns + counters.dismissals + counters.sons_recalled);
    CHECK(counters.returns_by_others <= counters.returns);
    CHECK(counters.split_points_above <= counters.splits());
    CHECK(counters.splits() <= counters.joins);
    // The end of the search answers the last choice of each processor.
    const auto answered = counters.joins + counters.paths_attended + counters.joins_refused;
    CHECK(answered <= counters.joins_tried);
    CHECK(counters.joins_tried <= answered + static_cast<std::uint64_t>(test.processors));
    CHECK(counters.joins_tried <= counters.offers + counters.late_offers);
    CHECK(counters.offers_declined <= counters.late_offers);
    CHECK(counters.paths_attended <= counters.paths_unattended);
    CHECK(counters.paths_unattended <= counters.split_points_dropped);
    // A processor does not ask again before it has had work, has given up by itself, or has been
    // told to stop.
    CHECK(counters.help_broadcasts <= counters.joins + counters.dismissals + counters.results_late +
                                          counters.sons_recalled + counters.paths_attended +
                                          static_cast<std::uint64_t>(test.processors));
  }
  // Every event has occurred at least once, except one that takes more processors.
  for (const auto& description : DtsCounters::descriptions) {
    if (description.counter == &DtsCounters::paths_attended)
      continue;
    CAPTURE(description.name);
    CHECK(sum.*description.counter > 0);
  }
}

TEST_CASE("a DTS search that a new window leaves without a processor is taken up by an idle one") {
  auto test = test::shared_work(DtsSettings{}, 32);
  const auto sums = test::search_trees(test);
  CHECK(sums.own_counters.at("paths_unattended") > 0);
  CHECK(sums.own_counters.at("paths_attended") > 0);
}

TEST_CASE("DTS on one processor searches the nodes of the sequential search") {
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    auto test = test::shared_work(DtsSettings{}, 1);
    test.settings.search = search;
    test::check_sequential_alone(test, search);
  }
}

TEST_CASE("DTS gains from two processors already, and from more, with any tables") {
  test::check_gain_with_any_tables(DtsSettings{});
}

TEST_CASE("DTS loses to latency time, never the value") {
  test::check_latency_costs_time_only(DtsSettings{});
}

TEST_CASE("idle processors of DTS ask once, and wait while there is no split point") {
  auto test = test::shared_work(DtsSettings{}, 16);
  test.own<DtsSettings>().min_split_depth = test.settings.depth + 1;
  const auto result = test::run_isolated(test);
  CHECK(result.own_counters.at("help_broadcasts") == 15);
  CHECK(result.own_counters.at("processors_asked") == 15UL * 15);
  CHECK(result.own_counters.at("offers") == 0);
  CHECK(result.own_counters.at("late_offers") == 0);
  test::check_others_idle(result);
}

TEST_CASE("DTS splits a CUT node only when enough of its sons have failed to cut it off") {
  auto test = test::shared_work(DtsSettings{}, 8);
  const auto with = test::search_trees(test);
  CHECK(with.own_counters.at("split_points_cut") > 0);
  test.own<DtsSettings>().cut_confidence = 256;
  const auto without = test::search_trees(test);
  CHECK(without.own_counters.at("split_points_cut") == 0);
  CHECK(without.own_counters.at("split_points_all") > 0);
  CHECK(without.own_counters.at("split_points_pv") > 0);
}

TEST_CASE("on a perfectly ordered tree DTS searches the nodes of the sequential search") {
  auto test = test::shared_work(DtsSettings{}, 1);
  test.tree = "b=10,order=1";
  test.settings.search = Search::alphabeta;
  const auto alone = test::run_isolated(test);
  for (const int all_confidence : {0, 1, 3}) {
    test.processors = test.machine.hosts = 8;
    test.own<DtsSettings>().all_confidence = all_confidence;
    const auto crowd = test::run_isolated(test);
    CAPTURE(all_confidence);
    CHECK(crowd.nodes() == alone.nodes());
    CHECK(crowd.own_counters.at("split_points_cut") == 0);
    CHECK(4 * crowd.time < alone.time);
  }
}

TEST_CASE("DTS is faster than PV-Split, which splits at PV nodes only") {
  // Hyatt (1997) gives the reason why DTS is faster.
  auto test = test::shared_work(DtsSettings{}, 8);
  const double dts = test::search_trees(test).time;
  test.algorithm = PvSplitSettings{};
  CHECK(dts < test::search_trees(test).time);
}

TEST_CASE("every second of a DTS search is work, communication or idle") {
  test::check_accounts(test::shared_work(DtsSettings{}, 6));
}

TEST_CASE("the same DTS simulation twice gives the same result to the bit") {
  auto test = test::shared_work(DtsSettings{}, 7);
  test.jitter = 20e-6;
  test::check_repeatable(test);
}

TEST_CASE("processors that look for messages before each son wait less in DTS") {
  auto test = test::shared_work(DtsSettings{}, 8);
  const auto usual = test::search_trees(test);
  test.own<DtsSettings>().polling = Polling::son;
  CHECK(test::search_trees(test).account.idle < usual.account.idle);
}
