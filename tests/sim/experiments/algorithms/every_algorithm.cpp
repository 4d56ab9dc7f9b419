// The properties that all parallel algorithms share, and comparisons between them.

#include "algorithms/aphid/settings.hpp"
#include "algorithms/dts/settings.hpp"
#include "algorithms/pv_split/pv_split.hpp"
#include "algorithms/registry.hpp"
#include "algorithms/shared_table/shared_table.hpp"
#include "algorithms/ybwc/settings.hpp"
#include "sim/experiments/comparison.hpp"
#include "sim/machines/simulated/models/models.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"
#include "trees/base/errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

using namespace eldest;

namespace {

std::vector<Algorithm> parallel_algorithms() {
  std::vector<Algorithm> parallel;
  for (const auto& algorithm : algorithms()) {
    if (!algorithm.is_sequential())
      parallel.push_back(algorithm);
  }
  return parallel;
}

/// Returns the sequential search that visits the same nodes as an algorithm on one processor.
Algorithm sequential_search_of(const Algorithm& algorithm, Search search) {
  return sequential_algorithm(algorithm.name() == "jamboree" ? Search::negascout
                                                             : algorithm.search(search));
}

/// Returns true if the processors of an algorithm search ahead while they have nothing else to do.
/// More nodes may then be searched unnecessarily in a smaller tree.
bool searches_ahead(const Algorithm& algorithm) { return algorithm.name() == "aphid"; }

/// The settings of an algorithm that supports no features.
struct PlainSettings {
  static constexpr std::string_view name = "plain";
  static constexpr std::string_view description = "no algorithm";
  static constexpr bool sequential = true;
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() { return {}; }

  bool operator==(const PlainSettings&) const = default;
};

SearchResult run_alone(const Algorithm& algorithm, test::Case test) {
  test.algorithm = algorithm;
  test.processors = 1;
  return test::run_isolated(test);
}

/// Returns a search with late move reductions, some of which must be searched again. Mandatory work
/// first reduces moves only in nodes that are searched as a whole.
test::Case reducing(const Algorithm& algorithm, int processors) {
  auto test = test::shared_work(algorithm, processors);
  test.settings.full_depth_moves = 2;
  if (algorithm.name() == MwfSettings::name)
    test.own<MwfSettings>().min_depth = 5;
  return test;
}

Comparison compare_with_baselines(const test::Case& test) {
  const auto alphabeta = run_alone(AlphaBetaSettings{}, test);
  const auto negascout = run_alone(NegaScoutSettings{}, test);
  const bool alphabeta_is_faster = alphabeta.time < negascout.time;
  return compare(test::run_isolated(test),
                 {run_alone(test.algorithm, test), alphabeta_is_faster ? alphabeta : negascout,
                  alphabeta_is_faster ? "alphabeta" : "negascout"});
}

} // namespace

TEST_CASE("the work of a faster processor counts by what it does") {
  // Both search the whole tree, the second three times as fast. When the second ends the search,
  // the first has done a third.
  auto test = test::shared_work(SharedTableSettings{.order = HelperOrder::same}, 2);
  test.tables.sharing = TableSharing::local;
  test.machine.last_speed = "3Mf";
  const auto alone = run_alone(test.algorithm, test);
  const auto comparison = compare(test::run_isolated(test), {alone, alone, ""});
  CHECK(comparison.relative_speedup == Approx(3).epsilon(0.01));
  CHECK(comparison.search_overhead == Approx(1.0 / 3).epsilon(0.01));
  CHECK(comparison.efficiency == Approx(3.0 / 4).epsilon(0.01)); // of 4 processors like the first
}

TEST_CASE("a sequential search on several processors is refused") {
  CHECK_THROWS_WITH(test::run_isolated(test::shared_work(NegaScoutSettings{}, 2)),
                    "processors 2: negascout runs on 1 processor");
}

TEST_CASE("every algorithm's time is work, communication and idle, and its overheads add up") {
  for (const auto& algorithm : parallel_algorithms()) {
    auto test = test::shared_work(algorithm, 7);
    test.machine.properties = test::property("send-overhead", "2us");
    CAPTURE(algorithm.name());
    const auto result = test::run_isolated(test);
    for (const auto& processor : result.processors)
      CHECK(processor.account.total() == Approx(result.time).epsilon(1e-12));
    const auto comparison = compare_with_baselines(test);
    CHECK(comparison.total_overhead ==
          Approx(comparison.search_overhead * comparison.work_share +
                 comparison.communication_overhead + comparison.synchronization_overhead)
              .margin(1e-9));
  }
}

TEST_CASE("every algorithm twice gives the same result to the bit") {
  for (const auto& algorithm : parallel_algorithms()) {
    auto test = test::shared_work(algorithm, 6);
    test.jitter = 1e-4;
    CAPTURE(algorithm.name());
    test::check_repeatable(test);
  }
}

TEST_CASE(
    "with internal iterative deepening or aspiration, every algorithm finds the minimax value "
    "of random trees on random machines") {
  for (const auto& algorithm : parallel_algorithms()) {
    for (const bool deepening : {false, true}) {
      CAPTURE(algorithm.name(), deepening);
      test::check_random_cases(algorithm, deepening ? 91 : 92, 7,
                               [=](test::Case& test, SplitMix64& random) {
                                 if (deepening)
                                   test.settings.internal_deepening = test::draw(random, 3, 5);
                                 else
                                   test.settings.aspiration = test::draw(random, 1, 60);
                               });
    }
  }
}

TEST_CASE("in MTD(f), every algorithm finds the minimax value of random trees on random machines") {
  int searched = 0;
  for (const auto& algorithm : algorithms()) {
    if (algorithm.is_sequential() || algorithm.name() == "uidpabs")
      continue;
    CAPTURE(algorithm.name());
    test::check_random_cases(algorithm, 93, 20, [](test::Case& test, SplitMix64& /*random*/) {
      test.settings.search = Search::mtdf;
    });
    ++searched;
  }
  CHECK(searched > 10);
}

TEST_CASE(
    "in MTD(f), every algorithm on one processor searches the nodes of the sequential search") {
  for (const auto& algorithm : parallel_algorithms()) {
    if (algorithm.name() == "uidpabs")
      continue;
    auto test = test::shared_work(algorithm, 1);
    test.settings.search = Search::mtdf;
    const auto alone = test::run_isolated(test);
    const auto sequential = run_alone(MtdfSettings{}, test);
    CAPTURE(algorithm.name());
    CHECK(alone.counters.root_researches > 0);
    CHECK(alone.counters.root_researches == sequential.counters.root_researches);
    CHECK(alone.nodes() == sequential.nodes());
    CHECK(alone.best_move == sequential.best_move);
  }
}

TEST_CASE("the sequential MTD(f) is a third candidate for the best sequential search") {
  const auto took = [](double time) {
    SearchResult result;
    result.time = time;
    return result;
  };
  CHECK(make_baselines(took(1), took(3), took(2)).absolute_algorithm == "negascout");
  CHECK(make_baselines(took(1), took(2), took(3)).absolute_algorithm == "alphabeta");
  CHECK(make_baselines(took(1), took(3), took(2), took(1.5)).absolute_algorithm == "mtdf");
  CHECK(make_baselines(took(1), took(3), took(2), took(1.5)).absolute.time == 1.5);
  CHECK(make_baselines(took(1), took(3), took(2), took(2.5)).absolute_algorithm == "negascout");
}

TEST_CASE("every algorithm deepens internally and aspires as the sequential search on one "
          "processor") {
  for (const auto& algorithm : parallel_algorithms()) {
    for (const bool deepening : {false, true}) {
      auto test = test::shared_work(algorithm, 1);
      test.tables.sharing = deepening ? TableSharing::none : TableSharing::global;
      (deepening ? test.settings.internal_deepening : test.settings.aspiration) = 3;
      const auto alone = test::run_isolated(test);
      test.algorithm = sequential_search_of(algorithm, test.settings.search);
      const auto sequential = test::run_isolated(test);
      CAPTURE(algorithm.name(), deepening);
      const auto count = deepening ? &Counters::internal_deepenings : &Counters::root_researches;
      CHECK(alone.counters.*count > 0);
      CHECK(alone.counters.*count == sequential.counters.*count);
      CHECK(alone.nodes() == sequential.nodes());
    }
  }
}

TEST_CASE("every algorithm reduces late moves as the sequential search on one processor") {
  for (const auto& algorithm : parallel_algorithms()) {
    for (const auto search : {Search::alphabeta, Search::negascout}) {
      for (const auto* const reduction : {"", ",reduction=0.3"}) { // of the tree, down to leaves
        auto test = reducing(algorithm, 1);
        test.settings.search = search;
        test.tree += reduction;
        const auto alone = test::run_isolated(test);
        test.algorithm = sequential_search_of(algorithm, search);
        const auto sequential = test::run_isolated(test);
        CAPTURE(algorithm.name(), test.tree);
        CHECK(alone.value == sequential.value);
        CHECK(alone.nodes() == sequential.nodes());
        CHECK(alone.counters.reductions == sequential.counters.reductions);
        CHECK(alone.counters.reduction_researches == sequential.counters.reduction_researches);
        CHECK(alone.counters.reduction_researches > 0);
      }
    }
  }
}

TEST_CASE("searches with late move reductions end on any machine, with fewer nodes") {
  for (const auto& algorithm : parallel_algorithms()) {
    for (const auto& model : models()) {
      auto test = reducing(algorithm, 7);
      test.model = model;
      const auto reduced = test::run_isolated(test);
      test.settings.full_depth_moves = 0;
      CAPTURE(algorithm.name(), model.name);
      CHECK(reduced.iterations.size() == static_cast<std::size_t>(test.settings.depth));
      CHECK(reduced.counters.reduction_researches > 0);
      CHECK(reduced.counters.reduction_researches < reduced.counters.reductions);
      if (!searches_ahead(algorithm))
        CHECK(reduced.nodes() < test::run_isolated(test).nodes());
    }
  }
}

TEST_CASE("late move reductions of moves that no node has leave random trees as they are") {
  for (const auto& algorithm : parallel_algorithms())
    test::check_random_cases(algorithm, 93, 6, [](test::Case& test, SplitMix64& /*random*/) {
      test.settings.full_depth_moves = 7; // the number of moves in the trees
    });
}

namespace {

/// αβ or NegaScout with late move reductions and futility pruning, without a table.
struct PlainSelectiveSearch {
  SearchSettings settings;
  std::uint64_t nodes = 0;

  Score value(const synthetic::Position& position, Score alpha, Score beta, int depth, int ply) {
    ++nodes;
    if (depth <= 0)
      return position.evaluate();
    const Score margin = depth * settings.futility_margin;
    if (margin > 0 && ply > 0 && depth <= 3 && position.extension() == 0 && beta < infinity &&
        position.evaluate() >= beta + margin)
      return position.evaluate() - margin;
    MoveList<synthetic::Move> moves;
    position.generate_moves(moves);
    std::stable_sort(moves.begin(), moves.end(), [](const auto& one, const auto& other) {
      return synthetic::Position::ordering(one) > synthetic::Position::ordering(other);
    });
    Score best = moves.empty() ? position.terminal_value(depth) : -infinity;
    for (int place = 0; place < static_cast<int>(moves.size()) && best < beta; ++place) {
      const auto son = position.after(moves[static_cast<std::size_t>(place)]);
      best =
          std::max(best, son_value(position, son, std::max(alpha, best), beta, depth, ply, place));
    }
    return best;
  }

  Score son_value(const synthetic::Position& position, const synthetic::Position& son, Score alpha,
                  Score beta, int depth, int ply, int place) {
    const auto search_son = [&](Score lower, Score upper, int son_depth) {
      return -value(son, -upper, -lower, son_depth, ply + 1);
    };
    const int full = depth - 1 + son.extension();
    const bool late = place >= settings.full_depth_moves && ply > 0 && depth >= 3;
    const int reduction = reduced_by(depth, place, full);
    if (late && position.extension() == 0 && son.extension() == 0 && reduction > 0) {
      const Score reduced = search_son(alpha, alpha + 1, full - reduction);
      if (reduced <= alpha)
        return reduced;
    }
    if (settings.search == Search::alphabeta || place == 0)
      return search_son(alpha, beta, full);
    const Score scouted = search_son(alpha, alpha + 1, full);
    return scouted > alpha && scouted < beta && full > 0 ? search_son(scouted, beta, full)
                                                         : scouted;
  }

  [[nodiscard]] int reduced_by(int depth, int place, int full) const {
    if (settings.reduction == Reduction::one_ply)
      return 1;
    // 0.33 + ln(depth) ln(place + 1) / 2.25 is at least 1 or 2 from these places on
    const std::array<int, 7> one{99, 99, 99, 3, 2, 2, 2};
    const std::array<int, 7> two{99, 99, 99, 30, 15, 10, 8};
    const auto at = static_cast<std::size_t>(depth);
    return std::min(place >= two.at(at) ? 2 : place >= one.at(at) ? 1 : 0, full - 1);
  }
};

} // namespace

TEST_CASE("late move reductions and futility pruning without a table are those of a plain search") {
  SplitMix64 random(94);
  Counters sum;
  for (int i = 0; i < 90; ++i) {
    auto test = test::random_case(random, NegaScoutSettings{});
    if (test.settings.search == Search::mtdf)
      test.settings.search = Search::alphabeta;
    test.algorithm = sequential_algorithm(test.settings.search);
    test.settings.move_order = {};
    test.processors = 1;
    test.tables.sharing = TableSharing::none;
    test.settings.depth = test::draw(random, 4, 6);
    test.settings.full_depth_moves = test::draw(random, 1, 3);
    test.settings.reduction = i % 2 == 0 ? Reduction::one_ply : Reduction::logarithmic;
    test.settings.futility_margin = i % 3 == 0 ? test::draw(random, 1, 20) : 0;
    CAPTURE(test::describe(test));
    const auto result = test::run_isolated(test);
    sum += result.counters;
    const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
    for (const auto& iteration : result.iterations) {
      PlainSelectiveSearch plain{test.settings};
      CHECK(iteration.value ==
            plain.value(synthetic::Position(tree), -infinity, infinity, iteration.depth, 0));
      CHECK(iteration.nodes == plain.nodes);
    }
  }
  CHECK(sum.reductions > 500);
  CHECK(sum.futility_cutoffs > 500);
}

TEST_CASE("every algorithm prunes as the sequential search on one processor, and ends on several "
          "with fewer nodes") {
  const auto problem =
      open_problems({"chess", ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd:BK.02"}).front();
  for (const auto& algorithm : parallel_algorithms()) {
    auto test = test::shared_work(algorithm, 1);
    test.settings.depth = 4;
    test.settings.quiescence = true;
    test.settings.null_move_reduction = 2;
    test.settings.futility_margin = 80;
    test.settings.move_order.countermoves = true;
    const auto alone = test::run_isolated(test, problem);
    test.algorithm = sequential_search_of(algorithm, test.settings.search);
    const auto sequential = test::run_isolated(test, problem);
    CAPTURE(algorithm.name());
    CHECK(alone.value == sequential.value);
    CHECK(alone.nodes() == sequential.nodes());
    CHECK(alone.counters.null_moves == sequential.counters.null_moves);
    CHECK(alone.counters.null_move_cutoffs == sequential.counters.null_move_cutoffs);
    CHECK(alone.counters.null_move_cutoffs > 0);
    CHECK(alone.counters.futility_cutoffs == sequential.counters.futility_cutoffs);
    CHECK(alone.counters.futility_cutoffs > 0);

    test.algorithm = algorithm;
    test.processors = test.machine.hosts = 5;
    const auto pruned = test::run_isolated(test, problem);
    CHECK(pruned.iterations.size() == 4);
    CHECK(pruned.counters.null_move_cutoffs > 0);
    CHECK(pruned.counters.futility_cutoffs > 0);
    test.settings.null_move_reduction = 0;
    test.settings.futility_margin = 0;
    if (!searches_ahead(algorithm))
      CHECK(pruned.nodes() < test::run_isolated(test, problem).nodes());
  }
}

TEST_CASE("in a table that keeps everything, principal variations go on to the last ply") {
  std::size_t lines = 0;
  std::size_t whole = 0;
  for (const auto& algorithm : algorithms()) {
    const auto searched =
        test::check_random_cases(algorithm, 98, 6, [](test::Case& test, SplitMix64& random) {
          test.tables.entries = 1 << 14;
          test.tables.sharing = TableSharing::global;
          test.settings.depth = test::draw(random, 3, 5);
          if (test.algorithm.is_sequential())
            test.processors = 1;
        });
    std::size_t own = 0;
    for (const auto& [test, result] : searched) {
      if (result.iterations.empty()) // it has failed
        continue;
      const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
      own += test::check_principal_variation(synthetic::Position(tree), result) ? 1 : 0;
    }
    CAPTURE(algorithm.name(), own, searched.size());
    CHECK(own > 0);
    // Helpers that are ahead replace the results of the search's own depth, so that lines end
    // there.
    if (algorithm.settings_if<StockfishLazySmpSettings>() != nullptr)
      continue;
    whole += own;
    lines += searched.size();
  }
  CAPTURE(whole, lines);
  CHECK(whole >= lines * 9 / 10);
}

TEST_CASE("every algorithm generates moves while it waits or after the answer, as it is told") {
  for (const auto& algorithm : parallel_algorithms()) {
    auto test = test::shared_work(algorithm, 4);
    test.settings.move_generation = MoveGeneration::while_waiting;
    const auto early = test::run_isolated(test);
    test.settings.move_generation = MoveGeneration::after_answer;
    const auto late = test::run_isolated(test);
    CAPTURE(algorithm.name());
    CHECK(early.value == late.value);
    const bool waits = algorithm.name() != "tdsab"; // whose own accesses are local
    CHECK((early.time != late.time) == waits);
  }
}

TEST_CASE("every algorithm spends the cost of an iteration at its beginning") {
  constexpr double cost = 10; // seconds, far more than the searches take
  for (const auto& algorithm : algorithms()) {
    auto test = test::shared_work(algorithm, algorithm.is_sequential() ? 1 : 6);
    const auto without = test::run_isolated(test);
    test.iteration_cost = cost;
    const auto with = test::run_isolated(test);
    CAPTURE(algorithm.name());
    REQUIRE(with.iterations.size() == without.iterations.size());
    CHECK(with.value == without.value);
    for (std::size_t i = 0; i < with.iterations.size(); ++i) {
      const double rest = with.iterations[i].time - cost * static_cast<double>(i + 1);
      CHECK(rest > 0);
      // UIDPABS's leader has begun its next iteration when the other results come.
      CHECK(rest < (algorithm.name() == "uidpabs" ? 1.5 : 0.5) * cost);
    }
  }
}

TEST_CASE("every algorithm finds the minimax value in any order of moves") {
  SplitMix64 random(12);
  for (const auto& [tree, position] : std::to_array<std::array<const char*, 2>>(
           {{"chess", ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd:BK.02"},
            {"othello:order=squares", ELDEST_SOURCE_DIR "/trees/othello/wc1996-final.txt:WC96-20"},
            {"checkers", "startpos"}})) {
    const auto problem = open_problems({tree, position}).front();
    const auto value = problem.measure(4).value;
    for (const auto& algorithm : parallel_algorithms()) {
      auto test = test::shared_work(algorithm, 5);
      test.settings.depth = 4;
      test.settings.table_depth = TableDepth::exact;
      auto& order = test.settings.move_order;
      for (auto* const part :
           {&order.table, &order.captures, &order.static_order, &order.killers, &order.history})
        *part = draw(random, 0, 1) == 1;
      order.noise = draw(random, 0, 1) * 30;
      CAPTURE(tree, algorithm.name(), order.table, order.captures, order.static_order,
              order.killers, order.history, order.noise);
      CHECK(test::run_isolated(test, problem).value == value);
    }
  }
}

TEST_CASE("an algorithm that does not support an option of the search refuses it") {
  struct Option {
    const char* name;
    int SearchSettings::*setting;
  };
  for (const auto& [name, setting] :
       {Option{"internal iterative deepening", &SearchSettings::internal_deepening},
        Option{"aspiration", &SearchSettings::aspiration},
        Option{"null-move pruning", &SearchSettings::null_move_reduction},
        Option{"late move reductions", &SearchSettings::full_depth_moves}}) {
    SearchSettings settings;
    settings.*setting = 3;
    CHECK_THROWS_WITH(Algorithm(PlainSettings{}).check_supports(settings),
                      fmt::format("algorithm plain: does not support {}, which must be 0", name));
    for (const auto& algorithm : algorithms())
      CHECK_NOTHROW(algorithm.check_supports(settings));
  }
  SearchSettings settings;
  settings.search = Search::mtdf;
  CHECK_THROWS_WITH(find_algorithm("uidpabs").check_supports(settings),
                    "algorithm uidpabs: does not support MTD(f)");
  CHECK_NOTHROW(find_algorithm("dts").check_supports(settings));
  CHECK_NOTHROW(find_algorithm("negascout").check_supports(settings));
  settings = {};
  settings.internal_deepening = 2;
  CHECK_THROWS_WITH(Algorithm(NegaScoutSettings{}).check_supports(settings),
                    "internal iterative deepening 2: must be 0, or 3 or more");
}

TEST_CASE("every algorithm gains from processors, and 2 or 3 are no slower than 1") {
  for (const auto& algorithm : parallel_algorithms()) {
    CAPTURE(algorithm.name());
    const auto alone = test::run_isolated(test::shared_work(algorithm, 1));
    for (const int processors : {2, 3, 8}) {
      // At two, masters that do not search have a single slave, and mandatory work first searches
      // more than twice the nodes, since it has no deep cut-offs.
      const std::vector<std::string_view> slow_at_two{"aphid", "felten-otto", "tree-splitting",
                                                      "mwf"};
      if (processors == 2 && std::ranges::count(slow_at_two, algorithm.name()) > 0)
        continue;
      CAPTURE(processors);
      const auto crowd = test::run_isolated(test::shared_work(algorithm, processors));
      CHECK(crowd.value == alone.value);
      CHECK(crowd.time < alone.time);
    }
  }
}

TEST_CASE("every algorithm's counters add up to its nodes") {
  for (const auto& algorithm : parallel_algorithms()) {
    CAPTURE(algorithm.name());
    const auto result = test::run_isolated(test::shared_work(algorithm, 5));
    std::uint64_t by_processor = 0;
    for (const auto& processor : result.processors)
      by_processor += processor.nodes;
    std::uint64_t by_iteration = 0;
    for (const auto& iteration : result.iterations)
      by_iteration += iteration.nodes;
    CHECK(by_processor == result.nodes());
    CHECK(by_iteration == result.nodes());
    CHECK(result.counters.first_move_cutoffs <= result.counters.cutoffs);
    CHECK(result.counters.cutoffs <= result.counters.interior);
  }
}

TEST_CASE("with tables of their own, APHID loses least as latency grows") {
  const auto seconds = [](const Algorithm& algorithm, const std::string& latency) {
    double sum = 0;
    for (int seed = 1; seed <= 4; ++seed) {
      auto test = test::shared_work(algorithm, 8);
      test.tree = "b=10,order=0.8,noise=20,seed=" + std::to_string(seed);
      test.machine.latency = latency;
      test.tables.sharing = TableSharing::local;
      sum += test::run_isolated(test).time;
    }
    return sum;
  };
  const auto loss = [&](const Algorithm& algorithm) {
    return seconds(algorithm, "5ms") / seconds(algorithm, "5us");
  };
  const double aphid = loss(AphidSettings{});
  CHECK(aphid < loss(PvSplitSettings{}));
  CHECK(aphid < loss(YbwcSettings{}));
  // Because it is asynchronous, APHID overtakes YBWC, which is better where messages are fast.
  CHECK(seconds(YbwcSettings{}, "5us") < seconds(AphidSettings{}, "5us"));
  CHECK(seconds(YbwcSettings{}, "5ms") > seconds(AphidSettings{}, "5ms"));
}

TEST_CASE("a cost by move is paid for every move that is ordered") {
  auto test = test::shared_work(NegaScoutSettings{}, 1); // 10 moves in every node
  test.settings.costs = {.visit = 1, .ordering = 20};
  const auto by_node = test::run_isolated(test).time;
  test.settings.costs = {.visit = 1, .move = 2};
  const auto by_move = test::run_isolated(test).time;
  CHECK(by_move == Approx(by_node).epsilon(1e-9));
  test.settings.costs = {.visit = 1};
  CHECK(by_move > test::run_isolated(test).time);
}
