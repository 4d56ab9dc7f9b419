#include "algorithms/aphid_table.hpp"
#include "sim/experiments/make_problem.hpp"
#include "tests/support/simulated_search.hpp"

#include <catch2/catch.hpp>

#include <numeric>

using namespace eldest;
using namespace eldest::aphid;

namespace {

/// Results of a leaf: its evaluation, and the bounds of greater depths.
DepthResults leaf_results(Score evaluation, const std::vector<Bounds>& deeper) {
  DepthResults results{{{evaluation, evaluation}, 0}};
  for (const auto& bounds : deeper)
    results.push_back({bounds, 100});
  return results;
}

constexpr Bounds unknown{};

/// Horizon and sizes that a small tree is big enough for.
test::Case divided_work(int processors) {
  auto test = test::shared_work(Algorithm::aphid, processors);
  test.settings.aphid.horizon = 2;
  test.settings.aphid.granularity = 1;
  return test;
}

} // namespace

TEST_CASE(
    "APHID finds the minimax value of random trees on random machines, whatever its options") {
  const auto vary = [](test::Case& test, SplitMix64& random) {
    const auto flag = [&] { return test::draw(random, 0, 3) != 0; };
    test.settings.depth = test::draw(random, 3, 5);
    auto& settings = test.settings.aphid;
    settings.horizon = test::draw(random, 0, 3);
    settings.leaves = test::draw(random, 1, 20);
    settings.passes = test::draw(random, 0, 1) == 0 ? 1 : test::draw(random, 2, 50);
    settings.granularity = test::draw(random, 1, 2);
    settings.exemption = test::draw(random, 0, 3);
    settings.ahead = test::draw(random, 0, 3);
    settings.load_balancing = flag();
    settings.parity = flag();
    settings.preemption = flag();
    settings.window_margin = test::draw(random, 0, 2) * 0.2;
    settings.window_growth = test::draw(random, 0, 2) * 0.1;
  };
  test::check_random_cases(Algorithm::aphid, 30, 2000, vary);
}

TEST_CASE("a guess shifts an earlier result as the root's value has shifted (appendix A)") {
  // A search whose root was 7 found at least 6; now the root is taken to be 5, so the guess is 4.
  RootScores root{{0, 0, 0, 7}, 5};
  const auto results = leaf_results(100, {unknown, {6, infinity}});
  CHECK(guessed_score({-infinity, 4}, results, 5, 3, 1, root) == 4);
  CHECK(guessed_score({3, 4}, results, 5, 3, 1, root) == 4);
  // For a window that the bound is not enough for, the evaluation counts: that of iteration 2.
  CHECK(guessed_score({-infinity, 5}, results, 5, 3, 1, root) == 5);
  CHECK(guessed_score({-infinity, 200}, results, 5, 3, 1, root) == 105);
}

TEST_CASE("a guess takes the deepest result that is enough for the window (Figure 10)") {
  const RootScores root{{10, 20, 30, 40}, 40};
  // Depths 1 and 2 of the leaf belong to the iterations 3 and 4: shifts of 10 and of 0.
  SECTION("exact") {
    CHECK(guessed_score({0, 100}, leaf_results(1, {{5, 5}, {50, 50}}), 5, 3, 1, root) == 50);
    CHECK(guessed_score({0, 100}, leaf_results(1, {{5, 5}, unknown}), 5, 3, 1, root) == 15);
    CHECK(guessed_score({0, 100}, leaf_results(1, {}), 5, 3, 1, root) == 21);
  }
  SECTION("bounds: alpha or beta, never beyond") {
    CHECK(guessed_score({60, 100}, leaf_results(1, {{5, 5}, {-infinity, 50}}), 5, 3, 1, root) ==
          60);
    CHECK(guessed_score({0, 40}, leaf_results(1, {{5, 5}, {50, infinity}}), 5, 3, 1, root) == 40);
    CHECK(guessed_score({20, 40}, leaf_results(1, {{5, 5}, {-infinity, 50}}), 5, 3, 1, root) == 20);
  }
  SECTION("the other side to move") {
    CHECK(guessed_score({-100, 100}, leaf_results(1, {{5, 5}}), 5, 3, -1, root) == -5);
  }
  SECTION("no hypothetical value: the earlier iteration's own stands for it") {
    CHECK(guessed_score({0, 100}, leaf_results(1, {{5, 5}}), 5, 3, 1, {{10, 20, 30, 40}, {}}) == 5);
  }
  SECTION("within the range of scores") {
    const RootScores won{{-900'000, 0, 0, 900'000}, 900'000};
    const auto results = leaf_results(500'000, {});
    CHECK(guessed_score({-infinity, infinity}, results, 5, 4, 1, won) == score_limit);
  }
}

TEST_CASE("what a search tells depends on its window") {
  const Window window{0, 5};
  CHECK(Bounds::of_search(3, window) == Bounds{3, 3});
  CHECK(Bounds::of_search(7, window) == Bounds{7, infinity});
  CHECK(Bounds::of_search(-2, window) == Bounds{-infinity, -2});
  CHECK(Bounds{-infinity, 0}.suffice(window));
  CHECK(Bounds{5, infinity}.suffice(window));
  CHECK_FALSE(Bounds{3, infinity}.suffice(window)); // the example of section 3.1
  CHECK_FALSE(Bounds{-infinity, 3}.suffice(window));
  Bounds bounds{3, infinity};
  bounds.add({-infinity, 4});
  CHECK(bounds == Bounds{3, 4});
  bounds.add({6, infinity}); // unstable: the later one counts
  CHECK(bounds == Bounds{6, 6});
}

TEST_CASE("priorities count the PV nodes on the path, and the critical tree (3.3)") {
  using enum NodeType;
  CHECK(son_type(pv, true) == pv);
  CHECK(son_type(pv, false) == cut);
  CHECK(son_type(cut, true) == all);
  CHECK(son_type(cut, false) == outside);
  CHECK(son_type(all, true) == cut);
  CHECK(son_type(all, false) == cut);
  CHECK(son_type(outside, true) == outside);
  CHECK(leaf_priority(1, outside) == 4); // the least of a visited leaf: the root is a PV node
  CHECK(leaf_priority(1, all) == 6);
  CHECK(principal_priority(2) == 14); // the root, its first son, and that one's first son
}

TEST_CASE("a slave prefers what the master needs, by priority, then what is searched least (3.3)") {
  const WorkState needed_high{true, 14, 3};
  const WorkState needed_low{true, 6, 1};
  const WorkState ahead_shallow{false, 4, 4};
  const WorkState ahead_deep{false, 14, 5};
  CHECK(preferred(needed_high, needed_low));
  CHECK_FALSE(preferred(needed_low, needed_high));
  CHECK(preferred(needed_low, ahead_deep));
  CHECK(preferred(ahead_shallow, ahead_deep));
  CHECK(preferred({true, 6, 0}, needed_low));
  CHECK(preferred({false, 14, 4}, ahead_shallow));
  CHECK_FALSE(preferred(needed_low, needed_low));
}

TEST_CASE("windows lie around the hypothetical value, wider for the less important (appendix B)") {
  const WindowShape shape{1, 0.5};
  const RootScores root{{0, 10, 20, 30}, 35, false}; // swing 10
  const MasterState master{5, 14, 35};
  CHECK(select_window(shape, master, root, 5, 2, 10) == Window{35 - 30, 35 + 30});
  CHECK(select_window(shape, {5, 10, 35}, root, 5, 2, 10) == Window{25, 45});
  CHECK(select_window(shape, {5, 6, 35}, root, 5, 2, 10) == Window{25, 45});
  // From the other side's point of view.
  CHECK(select_window(shape, {5, 6, 35}, root, 5, 3, 10) == Window{-45, -25});
  // The first leaf of a pass, at ply 2.
  CHECK(select_window(shape, master, root, 5, 2, 14) == Window{});
  // An iteration that is over, and one to come.
  CHECK(select_window(shape, master, root, 3, 2, 6) == Window{10, 30});
  CHECK(select_window(shape, {5, 6, 35}, root, 6, 2, 10) == Window{35 - 30, 35 + 30});
  CHECK(select_window({0, 0}, master, root, 5, 2, 10) == Window{34, 36});
}

TEST_CASE("an iteration is expected to find the value of the last or, where they swing, the last "
          "but one") {
  const RootScores steady{{0, 10, 20, 30}, {}};
  CHECK(steady.expected(5) == 30);
  CHECK(steady.swing() == 10);
  RootScores swinging{{100, -100, 110, -105}, {}};
  CHECK(swinging.expected(5) == 110);
  CHECK(swinging.swing() == 10);
  swinging.hypothetical = 115;
  CHECK(swinging.expected(6) == -105);
  CHECK(swinging.expected(7) == 115);
  swinging.parity = false;
  CHECK(swinging.expected(5) == -105);
  CHECK(RootScores{{7}, {}}.expected(2) == 7);
  CHECK(RootScores{{7}, {}}.swing() == 1);
}

TEST_CASE("load balancing moves small pieces from the most overworked slave to the idle (3.4)") {
  using Leaves = std::vector<UncertainLeaf>;
  SECTION("the smallest goes, never the first") {
    const auto transfers = balance({Leaves{{1, 5}, {2, 90}, {3, 40}}, {}, Leaves{{4, 1}}}, {});
    REQUIRE(transfers.size() == 1);
    CHECK(transfers[0].leaf == 3);
    CHECK(transfers[0].from == 0);
    CHECK(transfers[0].to == 1);
  }
  SECTION("not twice in a row") {
    CHECK(balance({Leaves{{1, 5}, {2, 90}}, {}}, {2}).empty());
    CHECK(balance({Leaves{{1, 5}, {2, 90}, {3, 40}}, {}}, {3}).front().leaf == 2);
  }
  SECTION("nobody gives away the only one, and nobody who has one takes another") {
    CHECK(balance({Leaves{{1, 5}}, {}, {}}, {}).empty());
    CHECK(balance({Leaves{{1, 5}, {2, 5}, {3, 5}}, Leaves{{4, 5}}}, {}).empty());
  }
  SECTION("each idle slave takes from whoever has most by then") {
    const auto transfers =
        balance({{}, Leaves{{1, 5}, {2, 6}, {3, 7}}, Leaves{{4, 5}, {5, 6}, {6, 7}}, {}}, {});
    REQUIRE(transfers.size() == 2);
    CHECK(transfers[0].from == 1);
    CHECK(transfers[1].from == 2);
  }
}

TEST_CASE("APHID on one processor is the sequential search") {
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    auto test = test::shared_work(Algorithm::aphid, 1);
    test.settings.search = search;
    const auto aphid = test::run_isolated(test);
    test.algorithm = search == Search::alphabeta ? Algorithm::alphabeta : Algorithm::negascout;
    const auto sequential = test::run_isolated(test);
    CHECK(aphid.nodes() == sequential.nodes());
    CHECK(aphid.time == Approx(sequential.time));
    CHECK(aphid.traffic.messages == 0);
    CHECK(aphid.counters.passes == 0);
  }
}

namespace {

/// Entries of the positions near a root that have a bound, and those of them that minimax refutes.
struct TableCheck {
  int bounds = 0;
  int wrong = 0;

  void look_at(const TranspositionTable& table, const synthetic::Position& position, int ply) {
    const Entry* const entry = table.bucket(position.key()).find(position.key());
    if (entry != nullptr && entry->bound != Bound::unset) {
      const Score value = minimax(position, entry->depth);
      const bool right = entry->bound == Bound::exact   ? entry->score == value
                         : entry->bound == Bound::lower ? entry->score <= value
                                                        : entry->score >= value;
      ++bounds;
      wrong += right ? 0 : 1;
    }
    MoveList<synthetic::Position::Move> moves;
    position.generate_moves(moves);
    for (const auto move : moves) {
      if (ply < 4)
        look_at(table, position.after(move), ply + 1);
    }
  }
};

} // namespace

TEST_CASE("no guess gets into the table, which is the slaves', too") {
  auto test = divided_work(4);
  test.settings.aphid.horizon = 4; // so that passes leave nodes that later ones do not visit
  const test::TemporaryFile file(test::to_xml(test.machine));
  for (const int seed : {1, 2, 3, 4}) {
    const auto found = run_in_child_process([&]() -> Json {
      const auto parameters = fmt::format("b=5,order=0.5,noise=60,seed={}", seed);
      const synthetic::Tree tree(synthetic::parse_parameters(parameters));
      const synthetic::Position root(tree);
      SimulatedMachine machine(read_platform_file(file.path()), 4, {test.tables});
      machine.run([&](SimulatedProcessor& processor) {
        static_cast<void>(search(root, Algorithm::aphid, test.settings, processor));
      });
      TableCheck check;
      check.look_at(machine.tables().transpositions(0), root, 0);
      return {check.bounds, check.wrong};
    });
    CHECK(found[0].get<int>() > 20);
    CHECK(found[1].get<int>() == 0);
  }
}

TEST_CASE("APHID gains from processors whatever the table, and never loses the value") {
  auto test = divided_work(1);
  test.settings.depth = 7;
  for (const auto sharing : {TableSharing::global, TableSharing::local, TableSharing::none}) {
    test.tables.sharing = sharing;
    test.processors = 1;
    test.machine.hosts = 9;
    const auto alone = test::run_isolated(test);
    test.processors = 9;
    const auto crowd = test::run_isolated(test);
    CHECK(crowd.value == alone.value);
    CHECK(alone.time / crowd.time > 2);
    CHECK(crowd.counters.guesses > 0);
    CHECK(crowd.counters.leaves_moved > 0);
  }
}

TEST_CASE("slaves are never idle once they have work, nor is a search without an end") {
  auto test = divided_work(9);
  test.settings.depth = 7;
  const auto result = test::run_isolated(test);
  double slaves_idle = 0;
  for (std::size_t rank = 1; rank < result.processors.size(); ++rank)
    slaves_idle += result.processors[rank].account.idle;
  // Before the first work list and after the last result.
  CHECK(slaves_idle / (8 * result.time) < 0.05);
  for (const auto& processor : result.processors)
    CHECK(processor.account.total() == Approx(result.time).epsilon(1e-12));
}

TEST_CASE("every node belongs to an iteration, and speculative ones are counted apart") {
  auto test = divided_work(9);
  const auto result = test::run_isolated(test);
  const auto nodes = std::accumulate(
      result.iterations.begin(), result.iterations.end(), std::uint64_t{0},
      [](std::uint64_t sum, const Iteration& iteration) { return sum + iteration.nodes; });
  CHECK(nodes == result.nodes());
  CHECK(result.counters.speculative > 0);
  CHECK(result.counters.speculative < result.nodes());
  CHECK(Json(result)["speculative_nodes"] == result.counters.speculative);
  CHECK(result.iterations.size() == 6);
}

TEST_CASE("each of APHID's options does something") {
  const auto count = [](std::uint64_t Counters::*counter, auto change) {
    auto test = divided_work(9);
    test.settings.depth = 7;
    change(test.settings.aphid);
    return test::run_isolated(test).counters.*counter;
  };
  const auto exemptions = [&](double k) {
    return count(&Counters::exemptions, [=](AphidSettings& aphid) { aphid.exemption = k; });
  };
  CHECK(exemptions(0) == 0);
  CHECK(exemptions(1.5) > exemptions(3));
  const auto moved = [&](bool balancing) {
    return count(&Counters::leaves_moved,
                 [=](AphidSettings& aphid) { aphid.load_balancing = balancing; });
  };
  CHECK(moved(false) == 0);
  CHECK(moved(true) > 0);
  const auto preemptions = [&](bool preemption) {
    return count(&Counters::preemptions,
                 [=](AphidSettings& aphid) { aphid.preemption = preemption; });
  };
  CHECK(preemptions(false) == 0);
  CHECK(preemptions(true) > 0);
  const auto leaves = [&](int horizon) {
    return count(&Counters::master_leaves, [=](AphidSettings& aphid) { aphid.horizon = horizon; });
  };
  CHECK(leaves(1) < leaves(2));
  CHECK(leaves(2) < leaves(3));
  const auto automatic = [&](int leaves_per_slave) {
    return count(&Counters::master_leaves, [=](AphidSettings& aphid) {
      aphid.horizon = 0;
      aphid.leaves = leaves_per_slave;
      aphid.passes = 1;
    });
  };
  CHECK(automatic(1) < leaves(3));
  CHECK(automatic(1) < automatic(1000));
  const auto researches = [&](double margin) {
    return count(&Counters::window_researches,
                 [=](AphidSettings& aphid) { aphid.window_margin = margin; });
  };
  CHECK(researches(0) > 0);
  CHECK(researches(1000) == 0); // infinite windows leave no question open
  CHECK(count(&Counters::passes, [](AphidSettings& aphid) { aphid.granularity = 7; }) == 0);
}

TEST_CASE("an automatic d' has a leaf for each slave, however little time the master has") {
  // With three moves in each position, ply 2 has 9 leaves at most, and ply 3 at least 11. The
  // master never has time for so many passes, and no leaf is so large as to be divided.
  auto test = test::shared_work(Algorithm::aphid, 11);
  test.tree = "b=3,order=0.5,seed=1";
  test.settings.depth = 14;
  test.settings.aphid.passes = 1'000'000;
  test.settings.aphid.exemption = 0;
  CHECK(test::run_isolated(test).counters.master_leaves >= 10);
}

TEST_CASE("a demand that the end of an iteration has overtaken is made again in the next") {
  // Here a slave goes on with a search ahead when the master demands a wider window; the iteration
  // ends without the answer, and the next one needs the same leaf.
  test::Case test;
  test.algorithm = Algorithm::aphid;
  test.tree = "b=5,noise=50,seed=48";
  test.machine.hosts = test.processors = 3;
  test.model = Model::loggp;
  test.settings.depth = 5;
  test.settings.aphid = {.horizon = 1,
                         .granularity = 1,
                         .exemption = 0,
                         .ahead = 3,
                         .preemption = false,
                         .window_margin = 0,
                         .window_growth = 0};
  CHECK(test::run_isolated(test).iterations.size() == 5);
}

TEST_CASE("the same APHID simulation twice gives the same result to the bit") {
  const auto test = divided_work(7);
  auto once = Json(test::run_isolated(test));
  auto again = Json(test::run_isolated(test));
  for (auto* const json : {&once, &again}) {
    json->erase("wall_s");
    json->erase("peak_rss_bytes");
  }
  CHECK(once.dump() == again.dump());
}
