#include "algorithms/search/move_ordering.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/random.hpp"
#include "trees/chess/root.hpp"
#include "trees/chess/san.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace eldest;

namespace {

/// The moves of a position with five sons, after a first pass that has handed out all.
struct HandedOut {
  HandedOut() {
    moves.generate(root);
    moves.order(root, ordering, 0, 0);
    first_pass = rest();
  }

  /// Returns the codes of the moves not yet handed out. Sets `eldest` to the index of the eldest
  /// among them.
  std::vector<std::uint32_t> rest() {
    std::vector<std::uint32_t> codes;
    eldest = -1;
    while (const auto* const move = moves.next()) {
      if (moves.at_eldest())
        eldest = static_cast<int>(codes.size());
      codes.push_back(move->code());
    }
    return codes;
  }

  synthetic::Tree tree{synthetic::parse_parameters("b=5,seed=1")};
  synthetic::Position root{tree};
  MoveOrdering<synthetic::Position> ordering;
  OrderedMoves<synthetic::Position> moves;
  std::vector<std::uint32_t> first_pass;
  int eldest = -1;
};

} // namespace

TEST_CASE("a second pass begins at the move it is told to, and knows the eldest") {
  HandedOut test;
  REQUIRE(test.first_pass.size() == 5);
  CHECK(test.eldest == 0);
  test.moves.rewind(false);
  test.moves.rotate(7);
  const auto& order = test.first_pass;
  CHECK(test.rest() == std::vector{order[2], order[3], order[4], order[0], order[1]});
  CHECK(test.eldest == 3);
}

TEST_CASE("the next move is known once the moves are sorted as far as that") {
  HandedOut test;
  const auto& order = test.first_pass;
  OrderedMoves<synthetic::Position> moves;
  moves.generate(test.root);
  moves.order(test.root, test.ordering, 0, 0);
  for (std::size_t place = 0; place < 3; ++place) { // selected singly, the first by its rank
    CHECK((moves.known_next() == nullptr) == (place > 0));
    REQUIRE(moves.next()->code() == order[place]);
  }
  REQUIRE(moves.next()->code() == order[3]);
  REQUIRE(moves.known_next() != nullptr);
  CHECK(moves.known_next()->code() == order[4]);
  REQUIRE(moves.next()->code() == order[4]);
  CHECK(moves.known_next() == nullptr);
  moves.rewind(false);
  REQUIRE(moves.known_next() != nullptr);
  CHECK(moves.known_next()->code() == order[0]);
  moves.skip_rest();
  CHECK(moves.known_next() == nullptr);
}

TEST_CASE("a second pass over deferred moves begins at the one it is told to") {
  HandedOut test;
  const auto order = test.first_pass;
  test.moves.rewind(false);
  for (int place = 0; place < 5; ++place) {
    REQUIRE(test.moves.next() != nullptr);
    if (place == 1 || place >= 3)
      test.moves.defer();
  }
  test.moves.rewind(true);
  test.moves.rotate(1);
  CHECK(test.rest() == std::vector{order[3], order[4], order[1]});
  CHECK(test.eldest == -1);
}

TEST_CASE("moves can be deferred again and again, and the eldest is known until it is dropped") {
  HandedOut test;
  const auto order = test.first_pass;
  const auto defer = [&](int left, std::initializer_list<int> places) {
    for (int place = 0; place < left; ++place) {
      REQUIRE(test.moves.next() != nullptr);
      if (std::find(places.begin(), places.end(), place) != places.end())
        test.moves.defer();
    }
    REQUIRE(test.moves.next() == nullptr);
  };
  test.moves.rewind(false);
  defer(5, {0, 2, 3});
  test.moves.rewind(true);
  defer(3, {0, 2});
  test.moves.rewind(true);
  CHECK(test.rest() == std::vector{order[0], order[3]});
  CHECK(test.eldest == 0);
  test.moves.rewind(false);
  defer(2, {1});
  test.moves.rewind(true);
  CHECK(test.rest() == std::vector{order[3]});
  CHECK(test.eldest == -1);
  test.moves.rewind(true);
  CHECK(test.rest().empty());
}

TEST_CASE("a move is late by its place in the ordering, in whatever order moves are handed out") {
  HandedOut test;
  const auto late = [&] {
    std::vector<bool> places;
    while (test.moves.next() != nullptr)
      places.push_back(test.moves.at_late(2));
    return places;
  };
  test.moves.rewind(false);
  CHECK(late() == std::vector{false, false, true, true, true});
  test.moves.rewind(false);
  test.moves.rotate(3);
  CHECK(late() == std::vector{true, true, false, false, true});
  test.moves.rewind(false);
  while (test.moves.next() != nullptr) {
    if (!test.moves.at_late(3) && test.moves.at_late(1)) // the second and third
      test.moves.defer();
  }
  test.moves.rewind(true);
  CHECK(late() == std::vector{false, true});
}

TEST_CASE("moves that are put into another order are late as before") {
  HandedOut test;
  test.moves.order(test.root, test.ordering, 0, 0);
  SplitMix64 random(3);
  test.moves.shuffle_young(random);
  std::vector<std::uint32_t> late;
  std::vector<std::uint32_t> all;
  while (const auto* const move = test.moves.next()) {
    all.push_back(move->code());
    if (test.moves.at_late(3))
      late.push_back(move->code());
  }
  REQUIRE(all != test.first_pass);
  std::sort(late.begin(), late.end());
  auto last = std::vector(test.first_pass.begin() + 3, test.first_pass.end());
  std::sort(last.begin(), last.end());
  CHECK(late == last);
}

TEST_CASE(
    "all orders of the young brothers are drawn equally often, and the eldest is always first") {
  HandedOut test;
  SplitMix64 random(5);
  std::map<std::vector<std::uint32_t>, int> drawn;
  constexpr int draws = 24'000;
  for (int i = 0; i < draws; ++i) {
    test.moves.order(test.root, test.ordering, 0, 0);
    test.moves.shuffle_young(random);
    ++drawn[test.rest()];
  }
  REQUIRE(test.first_pass.size() == 5);
  CHECK(drawn.size() == 24); // 4!
  for (const auto& [order, times] : drawn) {
    CHECK(order.front() == test.first_pass.front());
    CHECK(std::abs(times - draws / 24) < 5 * 31); // five standard deviations
  }
}

TEST_CASE("the table's move, killers and captures are never late") {
  // White may capture the guarded pawn on d5 with the bishop or the queen.
  const chess::Root root("4k3/8/2p5/3p4/8/5B2/8/3QK3 w - - 0 1");
  const auto& position = root.position();
  const auto not_late = [&](const MoveOrdering<chess::Position>& ordering, std::uint32_t best) {
    OrderedMoves<chess::Position> moves;
    moves.generate(position);
    moves.order(position, ordering, best, 1);
    std::vector<std::string> texts;
    while (const auto* const move = moves.next()) {
      if (!moves.at_late(0))
        texts.push_back(chess::Position::text(*move));
    }
    return texts;
  };
  MoveOrdering<chess::Position> ordering;
  const std::vector<std::string> captures{"f3d5", "d1d5"};
  CHECK(not_late(ordering, 0) == captures);
  OrderedMoves<chess::Position> moves;
  moves.generate(position);
  moves.order(position, ordering, 0, 1);
  const auto table_move = *moves.next();
  const auto killer = *moves.next();
  REQUIRE(chess::Position::quiet(table_move));
  REQUIRE(chess::Position::quiet(killer));
  ordering.record_cutoff(position, killer, 2, 1);
  CHECK(not_late(ordering, table_move.code()) == std::vector{chess::Position::text(table_move),
                                                             chess::Position::text(killer),
                                                             captures[0], captures[1]});
}

TEST_CASE("a second pass without moves has none to begin at") {
  HandedOut test;
  test.moves.rewind(true);
  test.moves.rotate(3);
  CHECK(test.rest().empty());
}

TEST_CASE("a countermove comes after the killers, where the opponent has made the same move") {
  const chess::Root root("4k3/7p/8/8/8/8/P7/4K3 b - - 0 1");
  const auto after = [&](std::string_view san) {
    return root.position().after(chess::parse_san(root.position(), san));
  };
  const auto place_of = [](const MoveOrdering<chess::Position>& ordering,
                           const chess::Position& position, chess::Move wanted) {
    OrderedMoves<chess::Position> moves;
    moves.generate(position);
    moves.order(position, ordering, 0, 3);
    int place = 0;
    while (*moves.next() != wanted)
      ++place;
    return place;
  };
  const auto position = after("h6");
  OrderedMoves<chess::Position> moves;
  moves.generate(position);
  moves.order(position, MoveOrdering<chess::Position>(), 0, 3);
  std::vector<chess::Move> order;
  while (const auto* const move = moves.next())
    order.push_back(*move);
  const auto last = order.back();
  const auto killer = order[order.size() - 2];
  for (const bool countermoves : {false, true}) {
    MoveOrdering<chess::Position> ordering({.countermoves = countermoves});
    for (const auto move : order) // so that each move has more history than `last`
      ordering.record_cutoff(position, move, 20, 1);
    ordering.record_cutoff(position, last, 1, 1);
    ordering.record_cutoff(position, killer, 1, 3);
    ordering.record_cutoff(position, last, 1, 1);
    CHECK(place_of(ordering, position, killer) == 0);
    CHECK((place_of(ordering, position, last) == 1) == countermoves);
    // The same position after another move of the opponent, and after a pass
    CHECK(place_of(ordering, after("h5"), last) > 1);
    CHECK(place_of(ordering, root.position().after_pass(), last) > 1);
  }
}

namespace {

/// A position in which White may capture the guarded pawn on d5 with the bishop or the queen, and
/// loses material by it.
const chess::Root& two_captures() {
  static const chess::Root root("4k3/8/2p5/3p4/8/5B2/8/3QK3 w - - 0 1");
  return root;
}

/// Returns the texts of a position's moves at ply 1, best first.
std::vector<std::string> ordered(const chess::Position& position,
                                 const MoveOrdering<chess::Position>& ordering,
                                 std::uint32_t table_move = 0) {
  OrderedMoves<chess::Position> moves;
  moves.generate(position);
  moves.order(position, ordering, table_move, 1);
  std::vector<std::string> texts;
  while (const auto* const move = moves.next())
    texts.push_back(chess::Position::text(*move));
  return texts;
}

/// Returns the texts of a position's moves in the order of generation.
std::vector<std::string> generated(const chess::Position& position) {
  MoveList<chess::Move> moves;
  position.generate_moves(moves);
  std::vector<std::string> texts;
  for (const auto move : moves)
    texts.push_back(chess::Position::text(move));
  return texts;
}

constexpr MoveOrder no_order{
    .table = false, .captures = false, .static_order = false, .killers = false, .history = false};

} // namespace

TEST_CASE("without any part of the order, moves keep the order of generation") {
  const auto& position = two_captures().position();
  MoveOrdering<chess::Position> ordering(no_order);
  MoveList<chess::Move> moves;
  position.generate_moves(moves);
  for (const auto move : moves)
    ordering.record_cutoff(position, move, 3, 1);
  CHECK(ordered(position, ordering, moves.back().code()) == generated(position));
}

TEST_CASE("each part of the order alone decides on it") {
  const auto& position = two_captures().position();
  MoveList<chess::Move> moves;
  position.generate_moves(moves);
  const auto last = *std::find_if(moves.rbegin(), moves.rend(), chess::Position::quiet);
  const auto text = chess::Position::text(last);

  auto order = no_order;
  order.table = true;
  CHECK(ordered(position, MoveOrdering<chess::Position>(order), last.code()).front() == text);

  order = no_order;
  order.captures = true;
  const auto captures_last = ordered(position, MoveOrdering<chess::Position>(order));
  CHECK(std::vector(captures_last.end() - 2, captures_last.end()) ==
        std::vector<std::string>{"f3d5", "d1d5"});

  const chess::Root free_pawn("4k3/8/8/3p4/8/5B2/8/3QK3 w - - 0 1");
  const auto captures_first = ordered(free_pawn.position(), MoveOrdering<chess::Position>(order));
  CHECK(std::vector(captures_first.begin(), captures_first.begin() + 2) ==
        std::vector<std::string>{"f3d5", "d1d5"});

  order = no_order;
  order.static_order = true; // the queen's capture gains as much as the bishop's
  const auto by_gain = ordered(position, MoveOrdering<chess::Position>(order));
  CHECK(std::set<std::string>(by_gain.begin(), by_gain.begin() + 2) ==
        std::set<std::string>{"f3d5", "d1d5"});

  for (const bool killers : {false, true}) {
    order = no_order;
    (killers ? order.killers : order.history) = true;
    MoveOrdering<chess::Position> ordering(order);
    ordering.record_cutoff(position, last, 1, 1);
    CHECK(ordered(position, ordering).front() == text);
    // At another ply there is no killer, but the history is the same.
    OrderedMoves<chess::Position> at_another_ply;
    at_another_ply.generate(position);
    at_another_ply.order(position, ordering, 0, 2);
    CHECK((chess::Position::text(*at_another_ply.next()) == text) == !killers);
  }
}

TEST_CASE("captures that are not kept apart can be killers and have a history") {
  const auto& position = two_captures().position();
  const auto capture = chess::parse_san(position, "Qxd5");
  for (const bool apart : {false, true}) {
    MoveOrdering<chess::Position> ordering({.captures = apart});
    const auto before = ordered(position, ordering);
    ordering.record_cutoff(position, capture, 3, 1);
    const auto after = ordered(position, ordering);
    CHECK((after == before) == apart);
    CHECK((after.front() == chess::Position::text(capture)) == !apart);
  }
}

TEST_CASE("noise makes an order worse by position and move alone, and leaves captures in place") {
  const auto& position = two_captures().position();
  const MoveOrdering<chess::Position> usual;
  const MoveOrdering<chess::Position> noisy({.noise = 1000});
  const auto order = ordered(position, noisy);
  CHECK(order != ordered(position, usual));
  CHECK(order == ordered(position, MoveOrdering<chess::Position>({.noise = 1000})));
  CHECK(std::vector(order.end() - 2, order.end()) == std::vector<std::string>{"f3d5", "d1d5"});
  // By noise alone, the best move is any of those generated.
  auto alone = no_order;
  std::set<std::string> first;
  for (alone.noise = 1000; alone.noise < 1030; ++alone.noise)
    first.insert(ordered(position, MoveOrdering<chess::Position>(alone)).front());
  CHECK(first.size() > 5);
}

TEST_CASE("quiescence search keeps captures apart in any order of moves") {
  const auto& position = two_captures().position();
  OrderedMoves<chess::Position> captures;
  captures.generate_captures(position);
  captures.order_for_quiescence(position, MoveOrdering<chess::Position>(no_order));
  for (const auto* const text : {"f3d5", "d1d5"}) {
    const auto* const move = captures.next();
    REQUIRE(move != nullptr);
    CHECK(chess::Position::text(*move) == text);
    CHECK(captures.at_losing());
  }
  CHECK(captures.next() == nullptr);
}

TEST_CASE("in quiescence search, a countermove and the history order evasions") {
  const chess::Root root("4k3/8/8/8/8/8/r7/4K3 b - - 0 1"); // White will have three evasions
  const auto position = root.position().after(chess::parse_san(root.position(), "Ra1+"));
  const auto first = [&](const MoveOrdering<chess::Position>& ordering) {
    OrderedMoves<chess::Position> evasions;
    evasions.generate_captures(position);
    evasions.order_for_quiescence(position, ordering);
    REQUIRE(evasions.size() > 1);
    return *evasions.next();
  };
  OrderedMoves<chess::Position> evasions;
  evasions.generate_captures(position);
  evasions.order_for_quiescence(position, MoveOrdering<chess::Position>());
  std::optional<chess::Move> last;
  while (const auto* const move = evasions.next())
    if (chess::Position::quiet(*move))
      last = *move;
  REQUIRE(last);
  for (const bool countermoves : {false, true}) {
    MoveOrdering<chess::Position> ordering(
        {.history = !countermoves, .countermoves = countermoves});
    ordering.record_cutoff(position, *last, 60, 1);
    CHECK(first(ordering) == *last);
  }
}
