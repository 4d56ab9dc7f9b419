#include "trees/checkers/position_file.hpp"

#include "input_errors.hpp"
#include "random_boards.hpp"
#include "random_edit.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/game_notation.hpp"
#include "trees/base/text.hpp"
#include "trees/checkers/notation.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace eldest::checkers::test {
namespace {

/// The reason why the only record of a file is bad.
std::string reason(std::string_view text) {
  const auto list = list_positions(text);
  CHECK(list.positions.empty());
  REQUIRE(list.bad.size() == 1);
  return list.bad[0].reason;
}

/// The number of lines that are neither empty nor a comment.
std::size_t lines_of(std::string_view text) {
  const auto lines = split(text, "\n");
  return static_cast<std::size_t>(std::ranges::count_if(
      lines, [](auto line) { return !trim(line).empty() && !trim(line).starts_with('#'); }));
}

} // namespace

TEST_CASE("a file of positions is read line by line", "[position file]") {
  const auto list =
      list_positions("# positions\r\n\nB:W32:B1; id \"first\"\r\nstartpos ;id second\n"
                     "w:w32:b 1\nB:W32:B1; moves 3; id \"first\" # end");
  REQUIRE(list.bad.empty());
  REQUIRE(list.positions.size() == 4);
  CHECK(list.positions[0].id == "first");
  CHECK(list.positions[0].position == "B:W32:B1");
  CHECK(list.positions[0].line == 3);
  CHECK(list.positions[1].id == "second");
  CHECK(list.positions[1].position == fen(Position{}));
  CHECK(list.positions[2].id == "#3");
  CHECK(list.positions[2].position == "W:W32:B1");
  CHECK(list.games == 0);
}

TEST_CASE("bad records of a file of positions are named", "[position file]") {
  const auto list = list_positions("B:W32:B33; id \"x\"\nB:W32:B1\n1-12; id \"y\"");
  CHECK(list.positions.size() == 1);
  REQUIRE(list.bad.size() == 2);
  CHECK(list.bad[0].line == 1);
  CHECK(list.bad[0].reason ==
        "position 'B:W32:B33': Black's pieces: '33' is not a square from 1 to 32 or a range "
        "such as 1-12, with K before it for kings");
  CHECK(list.bad[1].line == 3);
  CHECK(reason("B:W32:B1; id \"x\";B:W32:B2; id \"y\"") ==
        "a second position begins at 'B:W32:B2', should be on a line of its own");
  CHECK(reason("B:W32:B1; id \"x\"W:W32:B2") ==
        "a second position begins at 'W:W32:B2', should be on a line of its own");
  CHECK(reason("B:W32:B1; id \"x\"; id \"y\"") == "'id' occurs twice, should occur once");
  CHECK(reason("B:W32:B1; id \"x") == "no closing \" in 'id \"x'");
}

TEST_CASE("the position of a game is the last one, or the chosen one", "[position file]") {
  const std::string game = "[Event \"x\"]\n[GameType \"21\"]\n[Result \"*\"]\n\n"
                           "1. 9-14 22-17 2. 11-15 25-22 3. 15-19 *\n";
  const auto list = list_positions(game);
  CHECK(list.games == 1);
  REQUIRE(list.positions.size() == 1);
  CHECK(list.positions[0].id == "1@5");
  const auto position = parse_position(list.positions[0].position);
  CHECK(position.board().turn == Colour::white);
  REQUIRE(legal_moves(position).size() == 2);
  for (const auto move : legal_moves(position))
    CHECK(move.is_capture());
  CHECK(list_positions(game, {1, 0}).positions.at(0).position == fen(Position{}));
}

TEST_CASE("games are read with set-up and any signs of moves", "[position file]") {
  const auto list = list_positions("[FEN \"w:w10:b1,2:H0:F1\"]\n[gametype \"21,B,8,8,N2,0\"]\n"
                                   "1. 10-6 $2 2x9 (2-9) 2-0\n\n[FEN \"W:W10:B1,2\"]\n1. 10x6 2:9");
  CHECK(list.bad.empty());
  REQUIRE(list.positions.size() == 2);
  CHECK(list.positions[0].position == "W:W:B1,9");
  CHECK(list.positions[1].position == "W:W:B1,9");
}

TEST_CASE("bad games are named, and leave the others", "[position file]") {
  const auto list = list_positions("1. 9-14 22-18 *\n1. 9-14\n22-17\n2. 14x19 *\n1. 9-14 12 *");
  CHECK(list.positions.size() == 2);
  REQUIRE(list.bad.size() == 1);
  CHECK(list.bad[0].line == 2);
  CHECK(list.bad[0].reason ==
        "line 4, ply 3: '14x19' is not a legal move; legal: 6-9, 11-15, 12-16, 5-9, 10-15, "
        "11-16, 14-18");
  CHECK(reason("[GameType \"20\"]\n*") == "GameType '20': should be 21, English draughts");
  CHECK(reason("[FEN \"B:W21\"]\n*") == "position 'B:W21': should be startpos or three fields such "
                                        "as B:W21-32:B1-12");
}

TEST_CASE("every record of a changed file is a position or is named as bad", "[position file]") {
  const std::string lines = "B:W32:B1; id \"a\"\nW:WK1, 22:BK5,12\nstartpos; id b\n";
  const std::string game = "[Event \"x\"]\n[FEN \"W:W10:B1,2\"]\n\n1. 10-6 {a} 2x9 (2x9) *\n\n";
  SplitMix64 random{9};
  std::size_t bad = 0;
  for (int round = 0; round < 4'000; ++round) {
    const bool is_game = round % 2 == 0;
    auto text = is_game ? game : lines;
    for (auto edits = 1 + random_below(random, 3); edits > 0; --edits)
      edit_randomly(text, "[]{}()\";%\\.*$1-x: K\x80", random);
    const auto list = list_positions(text);
    const auto records = has_games(text) ? parse_games(text).size() : lines_of(text);
    REQUIRE(list.positions.size() + list.bad.size() == records);
    for (const auto& [id, position, line] : list.positions)
      REQUIRE(fen(parse_position(position)) == position);
    bad += list.bad.size();
  }
  CHECK(bad > 1'000);
  CHECK(bad < 6'000);
}

TEST_CASE("a file that cannot be read is an error", "[position file]") {
  CHECK(error_of([] { static_cast<void>(load_positions("no/such/file")); }) ==
        "no/such/file: cannot be read: No such file or directory");
  CHECK(error_of([] { static_cast<void>(load_positions("/")); }) ==
        "/: is a directory, should be a file");
}

} // namespace eldest::checkers::test
