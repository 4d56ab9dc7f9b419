#include "algorithms/move_ordering.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <vector>

using namespace eldest;

namespace {

/// The moves of a position with five sons, all handed out once.
struct HandedOut {
  HandedOut() {
    moves.generate(root);
    moves.order(root, ordering, 0, 0);
    first_pass = rest();
  }

  /// The codes of the moves that are still to be handed out; `eldest` is the place of the eldest.
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

TEST_CASE("a second pass without moves has none to begin at") {
  HandedOut test;
  test.moves.rewind(true);
  test.moves.rotate(3);
  CHECK(test.rest().empty());
}
