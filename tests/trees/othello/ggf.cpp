#include "games.hpp"
#include "listing.hpp"
#include "tests/support/catch.hpp"

#include <fmt/core.h>

#include <string>

namespace eldest::othello {
namespace {

const std::string usual_board =
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
const std::string properties = "(;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[one]PW[two]"
                               "RB[1837.50]RW[3203.5]TI[05:00//02:00]TY[8]RE[+2.000]";
const std::string five_moves = "B[f5//0.01]W[D6/-2.00/12.34]\nB[c3]W[d3/1.5] B[c4/];)";
/// Returns the reason for which a game is bad that begins with `text`.
std::string ggf_reason(const std::string& text) { return only_reason("(;" + text); }

} // namespace

TEST_CASE("a game of GGF gives the position after its moves") {
  const auto list = list_positions("# of a server\n" + properties + usual_board + five_moves);
  CHECK(list.bad.empty());
  CHECK(list.games == 1);
  REQUIRE(list.positions.size() == 1);
  CHECK(list.positions[0].id == "1@5");
  CHECK(list.positions[0].line == 2);
  CHECK(list.positions[0].position == after_five_moves);
}

TEST_CASE("the board of a GGF game may be any, written with or without blanks, or be left out") {
  const std::string squares = "------------------XO------XXX------OXX-----O--------------------";
  CHECK(only_position("(;GM[othello]BO[8 " + squares + " O];)") == after_five_moves);
  CHECK(only_position("(;BO[8\n" + squares.substr(0, 16) + " " + squares.substr(16) + "\nO];)") ==
        after_five_moves);
  CHECK(only_position(properties + five_moves) == after_five_moves);
  CHECK(only_position(properties + usual_board + ";)") == start_text);
}

TEST_CASE("a match is several GGF games after their number") {
  const auto first = properties + usual_board + "B[f5];)";
  const auto list =
      list_positions("2 " + first + properties + usual_board + five_moves + "\n2 " + first + first);
  CHECK(list.bad.empty());
  CHECK(list.games == 4);
  REQUIRE(list.positions.size() == 4);
  CHECK(list.positions[1].id == "2@5");
  CHECK(list.positions[1].line == 1);
  CHECK(list.positions[2].line == 3);
  CHECK(only_position(first + properties + usual_board + five_moves, {2, 5}) == after_five_moves);
}

TEST_CASE("passes of GGF are plies, also those that are left out") {
  const std::string moves = "B[d3]W[c3]B[b3]W[b2]B[f5]W[a3]B[a1]W[c1]";
  const auto positions = positions_of(before_pass);
  const auto after_pass = positions.back().after(Move::pass());
  const auto after_e3 = after_pass.after(parse_move(after_pass, "e3"));
  for (const auto* const end : {"B[PA]W[e3];)", "B[pass//1.67]W[E3];)", "W[e3];)"})
    CHECK(only_position(fmt::format("(;{}{}{}", usual_board, moves, end)) == to_text(after_e3));
}

TEST_CASE("games of GGF by other rules are refused") {
  CHECK(ggf_reason("GM[2]FF[4];B[d3])") == "GM is '2', should be Othello");
  CHECK(ggf_reason("GM[Amazons]") == "GM is 'Amazons', should be Othello");
  CHECK(ggf_reason("TY[s8kr20]" + usual_board + ";)") ==
        "TY is 's8kr20', a komi or anti game, should be a game that most discs win");
  CHECK(ggf_reason("TY[8A]" + usual_board + ";)") ==
        "TY is '8A', a komi or anti game, should be a game that most discs win");
  CHECK(ggf_reason("TY[10]BO[10 ---------- *];)") == "size of the board is '10', should be 8");
}

TEST_CASE("errors in a GGF game say what would be right") {
  const std::string property = " should be a property, as in B[d3], or the end of the game, ;)";
  CHECK(ggf_reason(usual_board + "B[f5]") == "''" + property);
  CHECK(ggf_reason(usual_board + "B[f5];W[d6])") == "';W[d6])'" + property);
  CHECK(ggf_reason(usual_board + "B[f5") == "'B[f5'" + property);
  CHECK(ggf_reason("B;]B[f5];)") == "'B;]B[f5];)'" + property);
  CHECK(ggf_reason("BO[];)") == "size of the board is '', should be 8");
  CHECK(ggf_reason("BO[8];)") ==
        "Othello position: board: 0 squares, should be 64 (a1, b1, ..., h8)");
  CHECK(ggf_reason("BO[8 --OX-- *];)") ==
        "Othello position: board: 6 squares, should be 64 (a1, b1, ..., h8)");
  CHECK(ggf_reason("B[f5]" + usual_board + ";)") == "BO after 1 moves, should be before them");
  CHECK(ggf_reason(usual_board + "B[f5]W[d6]B[a1];)") ==
        "move 3: 'a1' is not legal; legal: c3 c4 c5 c6 c7");
  CHECK(ggf_reason(usual_board + "B[f5]B[d6];)") == "move 2: 'd6' of Black, should be of White");
  CHECK(ggf_reason(usual_board + "W[pass];)") == "move 1: 'pass' of White, should be of Black");
}

TEST_CASE("text beside the games of GGF is an error") {
  const std::string should = " beside the game, should be in a game, as in (;GM[Othello]B[d3];)";
  const auto game = properties + usual_board + five_moves;
  CHECK(only_position("# one\n1\n" + game + "\n2\n\t# two\n") == after_five_moves);
  CHECK(only_reason(game + "\n" + start_text) == "'" + std::string(start_text) + "'" + should);
  CHECK(only_reason("Games:\n2 " + game) == "'Games:'" + should);
  const auto after_position = list_positions(start_text + "\n" + game);
  CHECK(after_position.positions.size() == 1);
  CHECK(after_position.bad.size() == 2);
}

TEST_CASE("all bad games of a GGF file are listed, and the others read") {
  const auto good = properties + usual_board + five_moves;
  const auto list = list_positions(properties + "\n" + good + "\n(;GM[Chess];)\n" + good);
  CHECK(list.games == 4);
  REQUIRE(list.positions.size() == 2);
  CHECK(list.positions[1].id == "4@5");
  REQUIRE(list.bad.size() == 2);
  CHECK(list.bad[1].line == 4);
}

} // namespace eldest::othello
