#include "games.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <string>
#include <string_view>

namespace eldest::othello {
namespace {

using Catch::Matchers::Message;

std::string replaced(std::string text, std::size_t at, char c) {
  text.at(at) = c;
  return text;
}

void check_text_error(std::string_view text, const std::string& message) {
  CHECK_THROWS_MATCHES(parse_position(text), InputError, Message(message));
}

} // namespace

TEST_CASE("the start position has a name and a text") {
  CHECK(to_text(start_position) == start_text);
  CHECK(parse_position("startpos") == start_position);
  CHECK(parse_position(start_text) == start_position);
}

TEST_CASE("other usual signs for discs and squares are read") {
  CHECK(parse_position("...........................ox......xo........................... x") ==
        start_position);
  CHECK(parse_position("---------------------------O*------*O--------------------------- *") ==
        start_position);
  CHECK(parse_position("---------------------------WB------bw--------------------------- B") ==
        start_position);
  CHECK(parse_position("  " + start_text + "\t\r") == start_position);
  CHECK(parse_position(replaced(start_text, 64, '\t')) == start_position);
}

TEST_CASE("the side to move is read") {
  CHECK(parse_position(replaced(start_text, 65, 'O')).side_to_move() == Color::white);
  CHECK(to_text(parse_position(replaced(start_text, 65, 'w'))) == replaced(start_text, 65, 'O'));
}

TEST_CASE("errors in a position say where, what and what would be right") {
  check_text_error("", "Othello position: board: 0 squares, should be 64 (a1, b1, ..., h8)");
  check_text_error("--XO-- X",
                   "Othello position: board: 6 squares, should be 64 (a1, b1, ..., h8)");
  check_text_error("-" + start_text,
                   "Othello position: board: 65 squares, should be 64 (a1, b1, ..., h8)");
  check_text_error(replaced(start_text, 10, '?'),
                   "Othello position: square c2: '?' should be X (black), O (white) or - (empty)");
  check_text_error(
      replaced(start_text, 63, '\xff'),
      "Othello position: square h8: '\\xff' should be X (black), O (white) or - (empty)");
  check_text_error(start_text.substr(0, 64),
                   "Othello position: side to move: '' should be X (black) or O (white)");
  check_text_error(replaced(start_text, 65, '-'),
                   "Othello position: side to move: '-' should be X (black) or O (white)");
  check_text_error(
      start_text + " and more than twenty bytes",
      "Othello position: side to move: 'X and more than twenty bytes' should be X (black) or O "
      "(white)");
}

TEST_CASE("any string of bytes is a position or an InputError") {
  constexpr std::string_view alphabet = "XxOo*-. BbWw?8;\t\n\xff";
  SplitMix64 random{8};
  int parsed = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = start_text;
    for (auto changes = random() % 4; changes > 0; --changes) {
      const auto at = random() % text.size();
      if (random() % 8 == 0)
        text.erase(at, random() % 3);
      else
        text[at] = alphabet[random() % alphabet.size()];
    }
    try {
      const auto position = parse_position(text);
      REQUIRE((position.mover() & position.opponent()) == 0);
      REQUIRE(parse_position(to_text(position)) == position);
      ++parsed;
    } catch (const InputError& error) {
      REQUIRE(std::string_view{error.what()}.find('\n') == std::string_view::npos);
    }
  }
  CHECK(parsed > 5000);
  CHECK(parsed < 19'000);
}

TEST_CASE("strings of random bytes are InputErrors") {
  SplitMix64 random{9};
  for (int i = 0; i < 2000; ++i) {
    std::string text(random() % 80, ' ');
    for (char& c : text)
      c = static_cast<char>(random());
    REQUIRE_THROWS_AS(parse_position(text), InputError);
  }
}

TEST_CASE("moves are written and read as column and row, or pass") {
  CHECK(to_text(Move{0}) == "a1");
  CHECK(to_text(Move{37}) == "f5");
  CHECK(to_text(Move{63}) == "h8");
  CHECK(to_text(Move::pass()) == "pass");
  CHECK(start_position.text(parse_move(start_position, "f5")) == "f5");
  CHECK(parse_move(start_position, "F5") == Move{37});
  const auto must_pass = Position{0x7e, 0x80, Color::black};
  for (const auto* const pass : {"Pass", "PA", "ps", "--", "@@"})
    CHECK(parse_move(must_pass, pass) == Move::pass());
}

TEST_CASE("errors in a move say what would be legal") {
  CHECK_THROWS_MATCHES(parse_move(start_position, "e3"), InputError,
                       Message("'e3' is not legal; legal: d3 c4 f5 e6"));
  CHECK_THROWS_MATCHES(parse_move(start_position, "pass"), InputError,
                       Message("'pass' is not legal; legal: d3 c4 f5 e6"));
  CHECK_THROWS_MATCHES(parse_move(Position{0xff, 0, Color::black}, "a8"), InputError,
                       Message("'a8' is not legal; the game is over"));
}

} // namespace eldest::othello
