#include "trees/chess/position_file.hpp"

#include "trees/base/random.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/root.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::chess {
namespace {

/// The number of moves in a position of the list.
std::size_t moves_of(const PositionList& list, std::size_t index) {
  const Root root(list.positions.at(index).position);
  Position::MoveList moves;
  root.position().generate_moves(moves);
  return moves.size();
}

const std::string first = "7k/8/8/8/8/8/P7/4K3 w - - bm a4;";
const std::string second = "8/P6k/8/8/8/8/8/4K3 w - - bm a8Q;";

TEST_CASE("each line is a position or a bad record") {
  const auto list = list_positions("# a comment\n\n" + first + " id \"a\";\n4k3/8/8 w - -\n" +
                                   second + "\n  \n" + first + " id \"a\"");
  REQUIRE(list.positions.size() == 3);
  CHECK(list.positions[0].id == "a");
  CHECK(list.positions[0].position == "7k/8/8/8/8/8/P7/4K3 w - - 0 1");
  CHECK(list.positions[0].line == 3);
  CHECK(list.positions[1].id == "#3");
  CHECK(list.positions[2].id == "a#2");
  REQUIRE(list.bad.size() == 1);
  CHECK(list.bad[0].line == 4);
  CHECK(list.bad[0].reason == "FEN field 1 (pieces): \"4k3/8/8\" has 3 ranks, not 8");
  CHECK(list.games == 0);
}

TEST_CASE("a list is read with a byte order mark and any line ends") {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const auto list = list_positions("\xef\xbb\xbf" + first + end + second);
    REQUIRE(list.positions.size() == 2);
    CHECK(list.bad.empty());
    CHECK(moves_of(list, 0) == 7);
    CHECK(moves_of(list, 1) == 9);
  }
}

TEST_CASE("equal ids are told apart") {
  const auto list = list_positions(first + " id \"?\";\n" + second + " id \"?\";\n");
  REQUIRE(list.positions.size() == 2);
  CHECK(list.positions[0].id == "?");
  CHECK(list.positions[1].id == "?#2");
  CHECK(moves_of(list, 0) == 7);
  CHECK(moves_of(list, 1) == 9);
}

TEST_CASE("two joined lines are a bad record") {
  const auto list = list_positions(first +
                                   " id \"first\";r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; "
                                   "id \"second\";\n" +
                                   second);
  CHECK(list.positions.size() == 1);
  REQUIRE(list.bad.size() == 1);
  CHECK(list.bad[0].line == 1);
  CHECK(list.bad[0].reason == "a second position begins at 'r3k2r/8/8/8/8/8/8/R3K2R', should be on "
                              "a line of its own");
}

TEST_CASE("every record of a changed list is a position or is named as bad") {
  const std::string suite =
      first + " id \"a\";\n" + second +
      "\nr1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 14 bm Nd5 a4; id b\n";
  SplitMix64 random{5};
  std::size_t bad = 0;
  for (int trial = 0; trial < 5'000; ++trial) {
    auto changed = suite;
    auto& byte = changed[random() % changed.size()];
    if (byte == '\n')
      continue;
    byte = static_cast<char>(' ' + random() % 95);
    const auto list = list_positions(changed);
    const auto starts_comment = changed[0] == '#' || changed.find("\n#") != std::string::npos;
    REQUIRE(list.positions.size() + list.bad.size() == (starts_comment ? 2 : 3));
    for (const auto& [id, position, line] : list.positions)
      REQUIRE(to_fen(parse_fen(position)) == position);
    bad += list.bad.size();
  }
  CHECK(bad > 2'000);
  CHECK(bad < 4'900);
}

} // namespace
} // namespace eldest::chess
