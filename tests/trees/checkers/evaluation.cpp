#include "trees/checkers/evaluation.hpp"

#include "random_boards.hpp"
#include "tests/support/catch.hpp"
#include "trees/checkers/notation.hpp"

namespace eldest::checkers::test {
namespace {

Score value(const char* fen_text) { return parse_position(fen_text).evaluate(); }

bool has_the_move(const char* fen_text) {
  return evaluation::has_the_move(parse_position(fen_text).board());
}

} // namespace

TEST_CASE("reversing the colours leaves the value for the side to move", "[evaluation]") {
  SplitMix64 random{5};
  const auto check = [](const Board& board) {
    REQUIRE(Position{colours_reversed(board)}.evaluate() == Position{board}.evaluate());
    REQUIRE(colours_reversed(colours_reversed(board)) == board);
  };
  for (int round = 0; round < 10'000; ++round)
    check(random_board(random));
  for (int game = 0; game < 100; ++game)
    play_random_game(random, [&](const Position& position) { check(position.board()); });
}

TEST_CASE("the balanced start is worth only the opposition, which White has", "[evaluation]") {
  CHECK_FALSE(has_the_move("startpos"));
  CHECK(value("startpos") == -evaluation::the_move);
}

TEST_CASE("a man is worth about a hundred, a king more", "[evaluation]") {
  const auto even = value("B:W21-32:B1-12");
  const auto man_up = value("B:W21,22,24-32:B1-12");
  CHECK(man_up - even > 80);
  CHECK(man_up - even < 130);
  CHECK(value("B:W32:BK18") > value("B:W32:B18"));
}

TEST_CASE("men gain by advancing, kings by centralisation", "[evaluation]") {
  CHECK(value("B:WK4:B18") > value("B:WK4:B10"));
  CHECK(value("B:W32:BK14") > value("B:W32:BK5"));
}

TEST_CASE("two kings face to face: the side not to move has the move", "[evaluation]") {
  CHECK_FALSE(has_the_move("B:WK18:BK10"));
  CHECK_FALSE(has_the_move("W:WK18:BK10"));
  CHECK(has_the_move("B:WK22:BK10"));
}

TEST_CASE("the bridge counts while both its men stand", "[evaluation]") {
  const auto board = parse_position("B:W30,32:B1,3").board();
  CHECK(evaluation::back_row(board, Colour::black) == evaluation::bridge);
  CHECK(evaluation::back_row(board, Colour::white) == evaluation::bridge);
  CHECK(evaluation::back_row(parse_position("B:W30:BK1,3").board(), Colour::black) == 0);
  CHECK(evaluation::back_row(parse_position("B:W30:BK1,3").board(), Colour::white) == 0);
}

} // namespace eldest::checkers::test
