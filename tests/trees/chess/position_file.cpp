#include "trees/chess/position_file.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/game_notation.hpp"
#include "trees/base/random.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/root.hpp"

#include <fmt/format.h>

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
    const auto list = list_positions(fmt::format("\xef\xbb\xbf{}{}{}", first, end, second));
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
    if (has_games(changed))
      continue;
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

const std::string tags = "[Event \"x\"]\n[Site \"?\"]\n[Result \"*\"]\n\n";

/// The reason why the only game of a file is bad.
std::string reason(std::string_view text) {
  const auto list = list_positions(text);
  CHECK(list.positions.empty());
  REQUIRE(list.bad.size() == 1);
  return list.bad[0].reason;
}

TEST_CASE("the position of a game is the last one, or the chosen one") {
  const auto game = tags + "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";
  for (const auto& text :
       {game, "\xef\xbb\xbf" + game, std::string("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6")}) {
    const auto list = list_positions(text);
    CHECK(list.games == 1);
    REQUIRE(list.positions.size() == 1);
    CHECK(list.positions[0].id == "1@6");
    CHECK(list.positions[0].line == 1);
    CHECK(list.positions[0].position ==
          "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1");
    CHECK(moves_of(list, 0) == 32);
  }
  const auto chosen = list_positions(game + game, {2, 1});
  REQUIRE(chosen.positions.size() == 1);
  CHECK(chosen.positions[0].id == "2@1");
  CHECK(chosen.positions[0].position ==
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

TEST_CASE("moves of games are read as people write them") {
  const auto list = list_positions(
      "1. e2-e4 e7e5 2. Ng1f3 Nb8-c6 {a \xe9t\xe9} 3. Bb5 (3. Bc4 (3. d4)) 3... Ngf6 4. 0-0 Nxe4!\n"
      "5. d4 a6 6. dxe5 d5 7. exd6 e.p. Nxd6 8. Re1+ Be7 9. Bxc6+ bc 10. Rxe7+ $1 1-0\n"
      "[Event \"\"]\n[SetUp \"1\"]\n[FEN \"3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n[Variant "
      "\"Standard\"]\n"
      "\n1. exd8Q+ Kh7 2. Qd7+ Kg6 1/2-1/2\n"
      "\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n*");
  CHECK(list.bad.empty());
  REQUIRE(list.positions.size() == 3);
  CHECK(list.positions[0].position == "r1bqk2r/2p1Rppp/p1pn4/8/8/5N2/PPP2PPP/RNBQ2K1 b kq - 0 1");
  CHECK(list.positions[1].position == "8/3Q4/6k1/8/8/8/8/4K3 w - - 0 1");
  CHECK(list.positions[1].line == 3);
  CHECK(list.positions[2].id == "3@0");
  CHECK(moves_of(list, 2) == 26);
}

TEST_CASE("bad games are named, and leave the others") {
  const auto list = list_positions(tags + "1. e4 e5\n2. Ke3 *\n\n" + tags + "1. d4 *\n\n" + tags +
                                   "1. d4 {\n" + tags + "1. c4");
  CHECK(list.games == 4);
  REQUIRE(list.positions.size() == 2);
  CHECK(list.positions[0].id == "2@1");
  CHECK(list.positions[1].id == "4@1");
  REQUIRE(list.bad.size() == 2);
  CHECK(list.bad[0].line == 1);
  CHECK(list.bad[0].reason == "line 6, ply 3: \"Ke3\" is not a legal move");
  CHECK(list.bad[1].line == 14);
  CHECK(list.bad[1].reason == "line 18: a comment starts here and has no }");
}

TEST_CASE("games that are not of chess, or not whole, are bad") {
  CHECK(reason("[Variant \"Chess960\"]\n1. e4 *") ==
        "Variant 'Chess960': should be standard chess");
  CHECK(reason("[SetUp \"1\"]\n1. e4 *") == "SetUp is 1, but there is no FEN");
  CHECK(reason("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*") ==
        "FEN field 1 (pieces): White has 0 kings, not 1");
  for (const std::string move : {"--", "Z0"})
    CHECK(reason("1. e4 " + move + " *") ==
          "line 1, ply 2: \"" + move + "\" is a null move, which is not legal in chess");
  for (const std::string move : {"e5x", "@@@@"})
    CHECK(reason("1. e4 " + move + " *") == "line 1, ply 2: \"" + move +
                                                "\" is not a move in standard algebraic notation, "
                                                "like Nf3 or exd8=Q");
}

TEST_CASE("every game of a changed file is a position or is named as bad") {
  const std::string game =
      "[Event \"x\"]\n[Site \"y\"]\n\n1. e4 {a comment} e5 2. Nf3 (2. f4) 2... Nc6 1-0\n\n";
  const std::string characters = "{}()[];%\"\\$1.*aK-";
  SplitMix64 random{6};
  int bad = 0;
  for (int trial = 0; trial < 2'000; ++trial) {
    auto changed = game;
    changed[random() % changed.size()] = characters[random() % characters.size()];
    auto text = game;
    text += changed;
    text += game;
    const auto list = list_positions(text);
    REQUIRE(list.positions.size() + list.bad.size() == static_cast<std::size_t>(list.games));
    REQUIRE(list.games >= 2);
    REQUIRE(list.positions.front().id == "1@4");
    REQUIRE(list.positions.back().id == std::to_string(list.games) + "@4");
    bad += static_cast<int>(list.bad.size());
  }
  CHECK(bad > 500);
  CHECK(bad < 1'900);
}

} // namespace
} // namespace eldest::chess
