#include "algorithms/aphid/aphid.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

using namespace eldest;

namespace {

/// Returns a case with a horizon and a granularity that suit a small tree.
test::Case divided_work(int processors) {
  auto test = test::shared_work(AphidSettings{}, processors);
  test.own<AphidSettings>().horizon = 2;
  test.own<AphidSettings>().granularity = 1;
  return test;
}

} // namespace

TEST_CASE(
    "APHID finds the minimax value of random trees on random machines, whatever its options") {
  const auto vary = [](test::Case& test, SplitMix64& random) {
    const auto flag = [&] { return test::draw(random, 0, 3) != 0; };
    test.settings.depth = test::draw(random, 3, 5);
    auto& settings = test.own<AphidSettings>();
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
    settings.load = test::draw(random, 0, 2) * test::draw(random, 1, 10);
    settings.division = static_cast<AphidDivision>(test::draw(random, 0, 2));
    settings.pv_window = static_cast<AphidPvWindow>(test::draw(random, 0, 1));
    if (!flag())
      settings.failure_timeout =
          std::pow(10, -test::draw(random, 2, 5)); // shorter than some searches
  };
  test::check_random_cases(AphidSettings{}, 30, 80, vary);
}

TEST_CASE("APHID on one processor is the sequential search") {
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    auto test = test::shared_work(AphidSettings{}, 1);
    test.settings.search = search;
    const auto aphid = test::run_isolated(test);
    test.algorithm = sequential_algorithm(search);
    const auto sequential = test::run_isolated(test);
    CHECK(aphid.nodes() == sequential.nodes());
    CHECK(aphid.time == Approx(sequential.time));
    CHECK(aphid.traffic.messages == 0);
    CHECK(aphid.own_counters.at("passes") == 0);
  }
}

namespace {

/// Counts the bounds that a table has for positions near a root, and those among them that minimax
/// shows to be wrong.
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

TEST_CASE("no guess gets into the table, which the slaves use, too") {
  auto test = divided_work(4);
  test.own<AphidSettings>().horizon = 4; // passes leave nodes that later ones do not visit
  const test::TemporaryFile file(test::to_xml(test.machine));
  for (const int seed : {1, 2, 3, 4}) {
    const auto found = run_in_child_process([&]() -> Json {
      const auto parameters = fmt::format("b=5,order=0.5,noise=60,seed={}", seed);
      const synthetic::Tree tree(synthetic::parse_parameters(parameters));
      const synthetic::Position root(tree);
      SimulatedMachine machine(read_platform_file(file.path()), 4, {test.tables});
      machine.run([&](SimulatedProcessor& processor) {
        static_cast<void>(search(test.own<AphidSettings>(), test.settings, root, processor));
      });
      TableCheck check;
      check.look_at(machine.tables().transpositions(0), root, 0);
      return {check.bounds, check.wrong};
    });
    CHECK(found[0].get<int>() > 20);
    CHECK(found[1].get<int>() == 0);
  }
}

namespace {

/// A program with fail-soft alpha-beta and no table. It chooses its slaves' windows itself, here at
/// random.
class OwnWindows {
public:
  using Move = synthetic::Position::Move;

  OwnWindows(SimulatedProcessor& processor, const synthetic::Position& root, int depth,
             const AphidSettings& settings, std::uint64_t seed)
      : processor_(processor), root_(root), process_(processor, depth, settings), random_(seed) {}

  [[nodiscard]] aphid::Outcome run() { return process_.run(*this); }

  [[nodiscard]] RootResult search_root(int depth) {
    return {search(root_, -infinity, infinity, depth, 0), 0};
  }
  [[nodiscard]] Score search_leaf(std::span<const Move> path, const aphid::Window& window,
                                  int depth) {
    auto position = root_;
    for (const auto move : path)
      position = position.after(move);
    return search(position, window.alpha, window.beta, depth, static_cast<int>(path.size()));
  }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] aphid::Window select_window(const aphid::WindowRequest& request) {
    windows_chosen_ += request.iteration > 0 && request.priority > 0 ? 1 : 0;
    const Score alpha = test::draw(random_, -200, 200);
    return {alpha, alpha + test::draw(random_, 1, 100)};
  }

  [[nodiscard]] int windows_chosen() const { return windows_chosen_; }

private:
  Score search(const synthetic::Position& position, Score alpha, Score beta, int depth, int ply) {
    ++nodes_;
    processor_.work(1000);
    if (depth <= 0)
      return position.evaluate();
    if (process_.at_horizon(position.key(), ply, depth))
      return process_.leaf_value({alpha, beta}, [&] { return position.evaluate(); });
    if (process_.stopping())
      return 0;
    MoveList<Move> moves;
    position.generate_moves(moves);
    Score best = moves.empty() ? position.terminal_value(depth) : -infinity;
    for (const auto move : moves) {
      process_.moving(ply, move);
      const auto son = position.after(move);
      const int son_depth = depth - 1 + son.extension();
      best = std::max(best, -search(son, -beta, -std::max(alpha, best), son_depth, ply + 1));
      if (best >= beta || process_.stopped())
        break;
    }
    static_cast<void>(process_.leave(ply, best)); // no table to store the value in
    return best;
  }

  SimulatedProcessor& processor_;
  synthetic::Position root_;
  aphid::Process<Move, SimulatedProcessor> process_;
  SplitMix64 random_;
  std::uint64_t nodes_ = 0;
  int windows_chosen_ = 0;
};

} // namespace

TEST_CASE("whatever windows a program's call-back chooses, APHID finds the minimax value (3.5)") {
  constexpr int depth = 5;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    auto test = divided_work(4);
    const test::TemporaryFile file(test::to_xml(test.machine));
    const auto found = run_in_child_process([&]() -> Json {
      const auto parameters = fmt::format("b=1..5,noise=60,seed={}", seed);
      const synthetic::Tree tree(synthetic::parse_parameters(parameters));
      const synthetic::Position root(tree);
      SimulatedMachine machine(read_platform_file(file.path()), 4, {test.tables});
      int windows = 0;
      int right = 0;
      machine.run([&](SimulatedProcessor& processor) {
        OwnWindows program(processor, root, depth, test.own<AphidSettings>(), seed);
        for (const auto& iteration : program.run().iterations)
          right += iteration.value == minimax(root, iteration.depth) ? 1 : 0;
        windows += program.windows_chosen();
      });
      return {windows, right};
    });
    CHECK(found[0].get<int>() > 0);
    CHECK(found[1].get<int>() == depth);
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
    CHECK(crowd.own_counters.at("guesses") > 0);
    CHECK(crowd.own_counters.at("leaves_moved") > 0);
  }
}

TEST_CASE("slaves are never idle once they have work, and every search ends") {
  auto test = divided_work(9);
  test.settings.depth = 7;
  const auto result = test::run_isolated(test);
  double slaves_idle = 0;
  for (std::size_t rank = 1; rank < result.processors.size(); ++rank)
    slaves_idle += result.processors[rank].account.idle;
  // Slaves are idle before the first work list and after the last result.
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

TEST_CASE("the nodes of APHID's slaves are needed, ahead, abandoned or repeated") {
  auto test = divided_work(9);
  test.settings.depth = 7;
  const auto result = test::run_isolated(test);
  const auto counters = test::counters_of<AphidCounters>(result);
  CHECK(counters.needed_nodes + counters.ahead_nodes + counters.abandoned_nodes +
            counters.repeated_nodes ==
        result.nodes() - result.processors.front().nodes);
  CHECK(counters.needed_nodes > 0);
  CHECK(counters.ahead_nodes > 0);
  CHECK(counters.abandoned_nodes > 0); // at least those interrupted by the end
  CHECK(counters.repeated_nodes > 0);
  SECTION("slaves that may not search ahead do not") {
    test.own<AphidSettings>().ahead = 0;
    CHECK(test::run_isolated(test).own_counters.at("ahead_nodes") == 0);
  }
  SECTION("nothing is repeated if windows leave no question open and no leaf moves") {
    test.own<AphidSettings>().window_margin = 1000;
    test.own<AphidSettings>().load_balancing = false;
    CHECK(test::run_isolated(test).own_counters.at("repeated_nodes") == 0);
  }
}

TEST_CASE("APHID's master counts the time for which it is busy") {
  auto test = divided_work(9);
  const auto result = test::run_isolated(test);
  const auto counters = test::counters_of<AphidCounters>(result);
  const auto microseconds = [](double seconds) {
    return static_cast<std::uint64_t>(1e6 * seconds);
  };
  CHECK(counters.with_slaves_us <= microseconds(result.time));
  CHECK(counters.master_busy_us > 0);
  CHECK(counters.master_busy_us < counters.with_slaves_us);
  // The remaining time is the idle time in its account, and the reception of awaited messages.
  const auto& master = result.processors.front().account;
  CHECK(counters.with_slaves_us - counters.master_busy_us <=
        microseconds(master.idle + master.communication) + 1);
  test.own<AphidSettings>().granularity = 7;
  CHECK(test::run_isolated(test).own_counters.at("with_slaves_us") == 0);
}

TEST_CASE("each of APHID's options does something") {
  const auto count = [](std::uint64_t AphidCounters::*counter, auto change) {
    auto test = divided_work(9);
    test.settings.depth = 7;
    change(test.own<AphidSettings>());
    return test::counters_of<AphidCounters>(test::run_isolated(test)).*counter;
  };
  const auto exemptions = [&](double k) {
    return count(&AphidCounters::exemptions, [=](AphidSettings& aphid) { aphid.exemption = k; });
  };
  CHECK(exemptions(0) == 0);
  CHECK(exemptions(1.5) > exemptions(3));
  const auto moved = [&](bool balancing) {
    return count(&AphidCounters::leaves_moved,
                 [=](AphidSettings& aphid) { aphid.load_balancing = balancing; });
  };
  CHECK(moved(false) == 0);
  CHECK(moved(true) > 0);
  const auto preemptions = [&](bool preemption) {
    return count(&AphidCounters::preemptions,
                 [=](AphidSettings& aphid) { aphid.preemption = preemption; });
  };
  CHECK(preemptions(false) == 0);
  CHECK(preemptions(true) > 0);
  const auto leaves = [&](int horizon) {
    return count(&AphidCounters::master_leaves,
                 [=](AphidSettings& aphid) { aphid.horizon = horizon; });
  };
  CHECK(leaves(1) < leaves(2));
  CHECK(leaves(2) < leaves(3));
  const auto automatic = [&](int leaves_per_slave) {
    return count(&AphidCounters::master_leaves, [=](AphidSettings& aphid) {
      aphid.horizon = 0;
      aphid.leaves = leaves_per_slave;
      aphid.passes = 1;
      aphid.load = 0;
    });
  };
  CHECK(automatic(1) < leaves(3));
  CHECK(automatic(1) < automatic(1000));
  const auto researches = [&](double margin) {
    return count(&AphidCounters::window_researches,
                 [=](AphidSettings& aphid) { aphid.window_margin = margin; });
  };
  CHECK(researches(0) > 0);
  CHECK(researches(1000) == 0); // infinite windows leave no question open
  CHECK(count(&AphidCounters::passes, [](AphidSettings& aphid) { aphid.granularity = 7; }) == 0);
}

TEST_CASE("each of APHID's options for dividing and for windows does something") {
  const auto count = [](std::uint64_t AphidCounters::*counter, auto change) {
    auto test = divided_work(9);
    change(test.own<AphidSettings>());
    return test::counters_of<AphidCounters>(test::run_isolated(test)).*counter;
  };
  const auto grown = [&](double load) {
    return count(&AphidCounters::master_leaves, [=](AphidSettings& aphid) {
      aphid.horizon = 0;
      aphid.leaves = 1;
      aphid.exemption = 0;
      aphid.load = load;
    });
  };
  CHECK(grown(0) < grown(1));
  const auto divisions = [&](AphidDivision division) {
    return count(&AphidCounters::exemptions, [=](AphidSettings& aphid) {
      aphid.exemption = 1.5;
      aphid.division = division;
    });
  };
  const auto at_ends = divisions(AphidDivision::iteration);
  CHECK(divisions(AphidDivision::pass) != at_ends);
  CHECK(divisions(AphidDivision::idle) != at_ends);
  const auto searches = [&](AphidPvWindow window) {
    return count(&AphidCounters::window_researches,
                 [=](AphidSettings& aphid) { aphid.pv_window = window; });
  };
  CHECK(searches(AphidPvWindow::always) != searches(AphidPvWindow::invalid));
}

TEST_CASE("an automatic d' has a leaf for each slave, however little time the master has") {
  // With three moves in each position, ply 2 has at most 9 leaves, and ply 3 at least 11. The
  // master never has time for the required passes, and no leaf is large enough to be divided.
  auto test = test::shared_work(AphidSettings{}, 11);
  test.tree = "b=3,order=0.5,seed=1";
  test.settings.depth = 14;
  test.own<AphidSettings>().passes = 1'000'000;
  test.own<AphidSettings>().exemption = 0;
  CHECK(test::run_isolated(test).own_counters.at("master_leaves") >= 10);
}

TEST_CASE("a demand that the end of an iteration has overtaken is made again in the next") {
  // A slave goes on with a search ahead when the master demands a wider window. The iteration ends
  // without the answer, and the next one needs the same leaf.
  test::Case test;
  test.algorithm = AphidSettings{};
  test.tree = "b=5,noise=50,seed=48";
  test.machine.hosts = test.processors = 3;
  test.model = Model::loggp;
  test.settings.depth = 5;
  test.own<AphidSettings>() = {.horizon = 1,
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
  test::check_repeatable(test);
}
