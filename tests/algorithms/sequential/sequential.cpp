#include "algorithms/sequential/sequential.hpp"
#include "algorithms/search/minimax.hpp"
#include "algorithms/search/worker.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/explicit_stack.hpp"
#include "tests/support/local_processor.hpp"
#include "tests/support/random_trees.hpp"
#include "tests/support/same_search.hpp"
#include "trees/checkers/position.hpp"
#include "trees/checkers/position_file.hpp"
#include "trees/chess/epd.hpp"
#include "trees/chess/root.hpp"
#include "trees/othello/position.hpp"
#include "trees/othello/position_file.hpp"
#include "trees/othello/text.hpp"
#include "trees/synthetic/position.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

using namespace eldest;
using test::LocalProcessor;

namespace {

constexpr std::size_t small_table = 64; // small enough for replacement
constexpr std::size_t large_table = 1 << 16;

SearchSettings exact_settings(Search search, int depth) {
  SearchSettings settings;
  settings.search = search;
  settings.depth = depth;
  settings.table_depth = TableDepth::exact;
  return settings;
}

template <template <class, class> class Algorithm, Position P>
SearchOutcome run(const P& root, const SearchSettings& settings, std::size_t entries) {
  LocalProcessor processor(entries);
  Algorithm<P, LocalProcessor> search(processor, settings);
  return search.run(root);
}

/// Checks that every iteration's value is the minimax value, and that the search without recursion
/// visits the same nodes.
template <Position P>
void check_sequential(const P& root, const SearchSettings& settings, std::size_t entries) {
  const auto outcome = run<SequentialSearch>(root, settings, entries);
  REQUIRE(outcome.iterations.size() == static_cast<std::size_t>(settings.depth));
  for (const auto& iteration : outcome.iterations)
    REQUIRE(iteration.value == minimax(root, iteration.depth));

  const auto without_recursion = run<ExplicitStackSearch>(root, settings, entries);
  test::check_same_search(without_recursion, outcome);
  REQUIRE(without_recursion.counters.cutoffs == outcome.counters.cutoffs);
}

/// Checks that a search with an option, set to `value`, finds the same mate as without, although
/// silent moves prepare it. `count` counts what the option does.
void check_silent_mate(int SearchSettings::*option, int value, std::uint64_t Counters::*count) {
  // 1. Kf7, and against any move of Black's, 2. Rh1 is mate.
  const chess::Root root("7k/8/5K2/n7/8/8/8/R7 w - - 0 1");
  auto settings = exact_settings(Search::negascout, 5);
  settings.quiescence = true;
  const auto without = run<SequentialSearch>(root.position(), settings, large_table);
  settings.*option = value;
  const auto with = run<SequentialSearch>(root.position(), settings, large_table);
  CHECK(with.counters.*count > 0);
  CHECK(is_win(without.iterations.back().value));
  CHECK(with.iterations.back().value == without.iterations.back().value);
  CHECK(with.iterations.back().move == without.iterations.back().move);
}

} // namespace

TEST_CASE("sequential searches find the minimax value of random synthetic trees") {
  SplitMix64 random(1);
  for (int i = 0; i < 1500; ++i) {
    const auto text = test::random_tree_parameters(random);
    const synthetic::Tree tree(synthetic::parse_parameters(text));
    const auto search = test::draw(random, 0, 1) == 0 ? Search::alphabeta : Search::negascout;
    const int depth = test::draw(random, 1, 5);
    const auto entries = test::draw(random, 0, 1) == 0 ? small_table : large_table;
    CAPTURE(text, depth, entries, static_cast<int>(search));
    check_sequential(synthetic::Position(tree), exact_settings(search, depth), entries);
  }
}

TEST_CASE("internal iterative deepening and aspiration find the minimax value") {
  SplitMix64 random(2);
  Counters all;
  for (int i = 0; i < 1000; ++i) {
    const auto text = test::random_tree_parameters(random);
    const synthetic::Tree tree(synthetic::parse_parameters(text));
    const synthetic::Position root(tree);
    const auto search = test::draw(random, 0, 1) == 0 ? Search::alphabeta : Search::negascout;
    auto settings = exact_settings(search, test::draw(random, 3, 6));
    settings.internal_deepening = test::draw(random, 0, 1) * test::draw(random, 3, 5);
    settings.aspiration = test::draw(random, 0, 60);
    const auto entries = test::draw(random, 0, 1) == 0 ? small_table : large_table;
    CAPTURE(text, settings.depth, entries, static_cast<int>(search), settings.internal_deepening,
            settings.aspiration);
    const auto outcome = run<SequentialSearch>(root, settings, entries);
    for (const auto& iteration : outcome.iterations)
      REQUIRE(iteration.value == minimax(root, iteration.depth));
    all += outcome.counters;
  }
  CHECK(all.internal_deepenings > 500);
  CHECK(all.root_researches > 1000);
}

TEST_CASE("internal iterative deepening helps a search whose table forgets") {
  const synthetic::Tree tree(synthetic::parse_parameters("b=20,order=0.3,falloff=0.9,noise=10"));
  auto settings = exact_settings(Search::negascout, 6);
  const auto nodes = [&](int least, std::size_t entries) {
    settings.internal_deepening = least;
    return run<SequentialSearch>(synthetic::Position(tree), settings, entries).counters.nodes();
  };
  CHECK(nodes(3, small_table) < nodes(0, small_table));
}

TEST_CASE("a node with a move from the table is not deepened internally") {
  // Iterative deepening leaves a move for the next iteration in every node, because no entry is
  // replaced and the first son is always the best.
  const synthetic::Tree tree(synthetic::parse_parameters("b=3,order=1"));
  auto settings = exact_settings(Search::alphabeta, 5);
  settings.internal_deepening = 3;
  const auto counters =
      run<SequentialSearch>(synthetic::Position(tree), settings, large_table).counters;
  CHECK(counters.internal_deepenings == 0);
}

TEST_CASE("a window that is wide enough is searched once, a narrow one again") {
  const chess::Root root("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1");
  auto settings = exact_settings(Search::negascout, 4); // values -139, -288, mate, mate
  settings.aspiration = 100'000;
  CHECK(run<SequentialSearch>(root.position(), settings, large_table).counters.root_researches ==
        1);
  settings.aspiration = 100;
  CHECK(run<SequentialSearch>(root.position(), settings, large_table).counters.root_researches ==
        2);
}

TEST_CASE("ordered by gain, nodes of depth 1 are cut off by their first sons more often") {
  const auto records = chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  Counters usual;
  Counters by_gain;
  auto settings = exact_settings(Search::negascout, 3);
  for (const auto& record : records) {
    const chess::Root root(record.fen);
    CAPTURE(record.id);
    settings.frontier_by_gain = false;
    const auto without = run<SequentialSearch>(root.position(), settings, large_table);
    settings.frontier_by_gain = true;
    const auto with = run<SequentialSearch>(root.position(), settings, large_table);
    CHECK(with.iterations.back().value == without.iterations.back().value);
    usual += without.counters;
    by_gain += with.counters;
  }
  const auto rate = [](const Counters& counters) {
    return static_cast<double>(counters.first_move_cutoffs) / static_cast<double>(counters.cutoffs);
  };
  CHECK(rate(by_gain) > rate(usual) + 0.05);
  CHECK(by_gain.nodes() < usual.nodes());
}

TEST_CASE("sequential searches find the minimax value of chess positions") {
  const auto records = chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  for (const auto& record : records) {
    const chess::Root root(record.fen);
    CAPTURE(record.id);
    check_sequential(root.position(), exact_settings(Search::negascout, 3), large_table);
    check_sequential(root.position(), exact_settings(Search::alphabeta, 2), small_table);
  }
}

TEST_CASE("sequential searches find the minimax value of Othello positions") {
  const auto records = othello::load_positions(ELDEST_SOURCE_DIR "/trees/othello/wc1996-final.txt");
  for (const auto& record : records) {
    CAPTURE(record.id);
    const auto root = othello::parse_position(record.position);
    check_sequential(root, exact_settings(Search::alphabeta, 4), small_table);
    check_sequential(root, exact_settings(Search::negascout, 4), large_table);
  }
}

TEST_CASE("sequential searches find the minimax value of Othello's endings") {
  // These trees have passes, and games that end above the horizon.
  for (const auto* const text :
       {"XXXXXXX-XXXXXXXOXXXXXXOOXXXXXOOOXXXXOOOOXXXOOOOOXXOOOOOO-OOOOO-- X",
        "--XXXXX--OOOXX-O-OOOXXOXOXOOXXOXOXOOXXOXOOOOXXOX-OOOXX-O--OOOO-- O"}) {
    CAPTURE(text);
    check_sequential(othello::parse_position(text), exact_settings(Search::negascout, 6),
                     large_table);
  }
}

TEST_CASE("sequential searches find the minimax value of checkers positions") {
  const auto records =
      checkers::load_positions(ELDEST_SOURCE_DIR "/trees/checkers/chinook-tinsley-1992.fen");
  for (const auto& record : records) {
    CAPTURE(record.id);
    check_sequential(record.position, exact_settings(Search::alphabeta, 6), small_table);
    check_sequential(record.position, exact_settings(Search::negascout, 6), large_table);
  }
}

TEST_CASE("the sequential algorithms search by their own method, whatever the settings say") {
  const chess::Root root(chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd")[1].fen);
  const auto nodes_of = [&](const auto& algorithm, Search search) {
    LocalProcessor processor(large_table);
    return eldest::search(algorithm, exact_settings(search, 4), root.position(), processor)
        .counters.nodes();
  };
  const auto nodes_by = [&](Search search) {
    return run<SequentialSearch>(root.position(), exact_settings(search, 4), large_table)
        .counters.nodes();
  };
  CHECK(nodes_by(Search::alphabeta) != nodes_by(Search::negascout));
  CHECK(nodes_by(Search::mtdf) != nodes_by(Search::negascout));
  for (const auto ignored : {Search::alphabeta, Search::negascout, Search::mtdf}) {
    CHECK(nodes_of(MtdfSettings{}, ignored) == nodes_by(Search::mtdf));
    CHECK(nodes_of(AlphaBetaSettings{}, ignored) == nodes_by(Search::alphabeta));
    CHECK(nodes_of(NegaScoutSettings{}, ignored) == nodes_by(Search::negascout));
  }
}

TEST_CASE("NegaScout finds the value of αβ with quiescence search") {
  const auto records = chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  for (const auto& record : records) {
    const chess::Root root(record.fen);
    auto settings = exact_settings(Search::negascout, 3);
    settings.quiescence = true;
    const auto negascout = run<SequentialSearch>(root.position(), settings, large_table);
    settings.search = Search::alphabeta;
    const auto alphabeta = run<SequentialSearch>(root.position(), settings, large_table);
    CAPTURE(record.id);
    CHECK(negascout.iterations.back().value == alphabeta.iterations.back().value);
    CHECK(negascout.counters.quiescence > 0);
  }
}

TEST_CASE("a quiescence search need not look at captures that lose material") {
  // Black's pawn on d5 is guarded. Either capture of White's loses by static exchange, and neither
  // is worth more than standing pat.
  const chess::Root root("4k3/8/2p5/3p4/8/5B2/8/3QK3 w - - 0 1");
  auto settings = exact_settings(Search::alphabeta, 1);
  settings.quiescence = true;
  const auto all = run<SequentialSearch>(root.position(), settings, large_table);
  settings.losing_captures = false;
  const auto sound = run<SequentialSearch>(root.position(), settings, large_table);
  CHECK(sound.iterations.back().value == all.iterations.back().value);
  CHECK(sound.counters.quiescence < all.counters.quiescence);
}

namespace {

/// Returns the value of a position over captures that lose no material. In check, all evasions of
/// quiescence search are included.
Score sound_captures(const chess::Position& position, Score alpha, Score beta) {
  MoveList<chess::Move> captures;
  position.generate_captures(captures);
  if (captures.empty())
    return position.evaluate();
  Score best = position.may_stand_pat() ? position.evaluate() : -infinity;
  for (const auto move : captures) {
    if (best >= beta)
      break;
    if (position.in_check() || position.ordering(move) >= 0)
      best = std::max(best, -sound_captures(position.after(move), -beta, -std::max(alpha, best)));
  }
  return best;
}

Score search_over_sound_captures(const chess::Position& position, int depth, Score alpha,
                                 Score beta) {
  if (depth == 0)
    return sound_captures(position, alpha, beta);
  MoveList<chess::Move> moves;
  position.generate_moves(moves);
  if (moves.empty())
    return position.terminal_value(depth);
  Score best = -infinity;
  for (const auto move : moves) {
    const auto son = position.after(move);
    best = std::max(best, -search_over_sound_captures(son, depth - 1 + son.extension(), -beta,
                                                      -std::max(alpha, best)));
    if (best >= beta)
      break;
  }
  return best;
}

/// Returns the value of an Othello position. At the leaves, the sides may take corners, or decline.
Score minimax_with_corners(const othello::Position& position, int depth) {
  MoveList<othello::Move> moves;
  position.generate_moves(moves);
  if (depth > 0 && moves.empty())
    return position.terminal_value(depth);
  Score best = depth > 0 ? -infinity : position.evaluate();
  for (const auto move : moves)
    if (depth > 0 || (!move.is_pass() && othello::contains(othello::corners, move.square())))
      best = std::max(best, -minimax_with_corners(position.after(move), std::max(depth - 1, 0)));
  return best;
}

} // namespace

TEST_CASE("below the leaves of Othello, corners are taken where that is worth it") {
  auto settings = exact_settings(Search::negascout, 3);
  settings.quiescence = true;
  std::uint64_t taken = 0;
  for (const auto& record :
       othello::load_positions(ELDEST_SOURCE_DIR "/trees/othello/wc1996-final.txt")) {
    CAPTURE(record.id);
    const auto root = othello::parse_position(record.position);
    const auto outcome = run<SequentialSearch>(root, settings, large_table);
    CHECK(outcome.iterations.back().value == minimax_with_corners(root, 3));
    taken += outcome.counters.quiescence;
  }
  CHECK(taken > 50);
}

TEST_CASE("without losing captures, all others and all evasions of checks are searched") {
  const auto records = chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  auto settings = exact_settings(Search::negascout, 2);
  settings.quiescence = true;
  settings.losing_captures = false;
  for (const auto& record : records) {
    CAPTURE(record.id);
    const chess::Root root(record.fen);
    const auto outcome = run<SequentialSearch>(root.position(), settings, large_table);
    CHECK(outcome.iterations.back().value ==
          search_over_sound_captures(root.position(), 2, -infinity, infinity));
  }
}

TEST_CASE("null-move pruning solves as many positions with fewer nodes, the same way twice") {
  const auto records = chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  const auto solve = [&](int reduction) {
    auto settings = exact_settings(Search::negascout, 4);
    settings.table_depth = TableDepth::at_least;
    settings.quiescence = true;
    settings.losing_captures = false;
    settings.null_move_reduction = reduction;
    std::pair<int, Counters> result;
    for (const auto& record : records) {
      const chess::Root root(record.fen);
      const auto outcome = run<SequentialSearch>(root.position(), settings, large_table);
      result.second += outcome.counters;
      for (const auto move : record.best_moves)
        result.first += move.code() == outcome.iterations.back().move ? 1 : 0;
    }
    return result;
  };
  const auto [solved, counters] = solve(0);
  CHECK(counters.null_moves == 0);
  const auto [solved_with, counters_with] = solve(2);
  CAPTURE(solved, solved_with, counters.nodes(), counters_with.nodes());
  CHECK(solved_with >= solved);
  CHECK(counters_with.nodes() < counters.nodes() * 4 / 5);
  CHECK(counters_with.null_move_cutoffs > 0);
  CHECK(counters_with.null_move_cutoffs < counters_with.null_moves);
  CHECK(solve(2) == std::pair(solved_with, counters_with));
}

TEST_CASE("null-move pruning finds a mate that silent moves prepare") {
  check_silent_mate(&SearchSettings::null_move_reduction, 2, &Counters::null_moves);
}

TEST_CASE("with kings and pawns alone, no pass is searched") {
  // The side to move loses the pawn. A pass would be better than any move.
  const chess::Root root("8/8/8/2k5/2p1K3/2P5/8/8 w - - 0 1");
  auto settings = exact_settings(Search::negascout, 6);
  const auto without = run<SequentialSearch>(root.position(), settings, large_table);
  settings.null_move_reduction = 2;
  const auto with = run<SequentialSearch>(root.position(), settings, large_table);
  CHECK(with.counters.null_moves == 0);
  CHECK(with.nodes == without.nodes);
  CHECK(with.iterations.back().value == without.iterations.back().value);
}

TEST_CASE("late move reductions save most of the nodes in chess, the same way twice") {
  const auto records = chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  const auto search_all = [&](Search search, int full_depth_moves) {
    auto settings = exact_settings(search, 5);
    settings.table_depth = TableDepth::at_least;
    settings.quiescence = true;
    settings.losing_captures = false;
    settings.full_depth_moves = full_depth_moves;
    Counters counters;
    for (std::size_t i = 0; i < records.size(); i += 3)
      counters +=
          run<SequentialSearch>(chess::Root(records[i].fen).position(), settings, large_table)
              .counters;
    return counters;
  };
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    const auto full = search_all(search, 0);
    CHECK(full.reductions == 0);
    const auto reduced = search_all(search, 3);
    CAPTURE(full.nodes(), reduced.nodes(), reduced.reductions, reduced.reduction_researches);
    CHECK(reduced.nodes() < full.nodes() * 2 / 3);
    CHECK(reduced.reduction_researches > 0);
    CHECK(reduced.reduction_researches < reduced.reductions / 10);
    CHECK(search_all(search, 3) == reduced);
  }
}

TEST_CASE("nothing is reduced in the root, nor in nodes of depth 2") {
  const auto records = chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  auto settings = exact_settings(Search::negascout, 3);
  for (const auto& record : records) {
    const chess::Root root(record.fen, {.check_extension = false});
    settings.full_depth_moves = 0;
    const auto full = run<SequentialSearch>(root.position(), settings, large_table);
    settings.full_depth_moves = 1;
    const auto reduced = run<SequentialSearch>(root.position(), settings, large_table);
    CHECK(reduced.counters == full.counters);
  }
}

TEST_CASE("late move reductions find a mate that silent moves prepare") {
  check_silent_mate(&SearchSettings::full_depth_moves, 1, &Counters::reductions);
}

TEST_CASE("a reduction grows with the logarithms of depth and place") {
  using ChessWorker = Worker<chess::Position, test::LocalProcessor>;
  CHECK(ChessWorker::logarithmic_reduction(3, 3) == 0);
  CHECK(ChessWorker::logarithmic_reduction(3, 4) == 1);
  CHECK(ChessWorker::logarithmic_reduction(6, 8) == 1);
  CHECK(ChessWorker::logarithmic_reduction(6, 9) == 2);
  CHECK(ChessWorker::logarithmic_reduction(12, 40) == 4);
}

TEST_CASE("futility pruning saves half of the nodes and mostly finds the same move") {
  const auto records = chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  const auto search_all = [&](Score margin) {
    auto settings = exact_settings(Search::negascout, 5);
    settings.table_depth = TableDepth::at_least;
    settings.quiescence = true;
    settings.losing_captures = false;
    settings.futility_margin = margin;
    std::pair<std::vector<std::uint32_t>, Counters> result;
    for (std::size_t i = 0; i < records.size(); i += 2) {
      const chess::Root root(records[i].fen);
      const auto outcome = run<SequentialSearch>(root.position(), settings, large_table);
      result.first.push_back(outcome.iterations.back().move);
      result.second += outcome.counters;
    }
    return result;
  };
  const auto [moves, counters] = search_all(0);
  CHECK(counters.futility_cutoffs == 0);
  const auto pruned = search_all(100);
  const auto& [pruned_moves, pruned_counters] = pruned;
  std::size_t same = 0;
  for (std::size_t i = 0; i < moves.size(); ++i)
    same += moves[i] == pruned_moves[i] ? 1 : 0;
  CAPTURE(same, moves.size(), counters.nodes(), pruned_counters.nodes());
  CHECK(3 * same >= 2 * moves.size());
  CHECK(pruned_counters.nodes() < counters.nodes() / 2);
  CHECK(pruned_counters.futility_cutoffs > 0);
  CHECK(pruned_counters.futility_cutoffs < pruned_counters.leaves);
  CHECK(search_all(100) == pruned);
}

TEST_CASE("a margin above all values prunes nothing") {
  const auto records = chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  auto settings = exact_settings(Search::negascout, 4);
  settings.quiescence = true;
  for (std::size_t i = 0; i < records.size(); i += 6) {
    const chess::Root root(records[i].fen);
    settings.futility_margin = 0;
    const auto without = run<SequentialSearch>(root.position(), settings, large_table);
    settings.futility_margin = 100'000;
    const auto with = run<SequentialSearch>(root.position(), settings, large_table);
    CHECK(with.counters == without.counters);
    CHECK(with.iterations.back().value == without.iterations.back().value);
  }
}

TEST_CASE("futility pruning finds a mate that silent moves prepare") {
  check_silent_mate(&SearchSettings::futility_margin, 100, &Counters::futility_cutoffs);
}

TEST_CASE("a perfectly ordered tree has Knuth and Moore's number of leaves") {
  // Knuth & Moore, "An analysis of alpha-beta pruning" (1975): b^⌈d/2⌉ + b^⌊d/2⌋ - 1.
  const synthetic::Tree tree(synthetic::parse_parameters("b=5,order=1"));
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    const auto outcome =
        run<SequentialSearch>(synthetic::Position(tree), exact_settings(search, 6), large_table);
    CHECK(outcome.iterations.back().value == tree.root().value);
    if (search == Search::alphabeta) {
      std::uint64_t leaves = 0;
      for (const auto& [up, down] :
           {std::pair{5, 1}, {5, 5}, {25, 5}, {25, 25}, {125, 25}, {125, 125}})
        leaves += static_cast<std::uint64_t>(up + down - 1);
      CHECK(outcome.counters.leaves == leaves);
    }
  }
}

TEST_CASE("the work of a search is the sum of its nodes' costs") {
  const synthetic::Tree tree(synthetic::parse_parameters("b=4,order=0.5"));
  auto settings = exact_settings(Search::alphabeta, 4);
  settings.costs = {1, 10, 100, 0};
  LocalProcessor processor(large_table);
  SequentialSearch<synthetic::Position, LocalProcessor> search(processor, settings);
  const auto counters = search.run(synthetic::Position(tree)).counters;
  const auto generated = counters.interior - counters.table_hits;
  CHECK(*processor.work_done() ==
        static_cast<double>(counters.nodes()) + 110 * static_cast<double>(generated));
}
