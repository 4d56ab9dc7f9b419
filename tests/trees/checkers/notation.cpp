#include "trees/checkers/notation.hpp"

#include "input_errors.hpp"
#include "random_boards.hpp"
#include "random_edit.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <string_view>

namespace eldest::checkers::test {
namespace {

std::string fen_error(std::string_view text) {
  return error_of([&] { static_cast<void>(parse_position(text)); });
}

std::string move_error(std::string_view fen_text, std::string_view move) {
  const auto position = parse_position(fen_text);
  return error_of([&] { static_cast<void>(parse_move(position, move)); });
}

using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

} // namespace

TEST_CASE("FEN is read with kings, ranges and lists in either order", "[notation]") {
  const auto position = parse_position("B:W21,22,K30:B1,2,K5");
  CHECK(position.board().turn == Colour::black);
  CHECK(position.board().of(Colour::white) == (square_range(21, 22) | square_set(30)));
  CHECK(position.board().of(Colour::black) == (square_range(1, 2) | square_set(5)));
  CHECK(position.board().kings == (square_set(30) | square_set(5)));

  CHECK(parse_position("B:B1,2,K5:W21,22,K30") == position);
  CHECK(parse_position(" B:W21-22,K30:B1-2,K5.\n") == position);
  CHECK(parse_position("B:W21-32:B1-12") == parse_position("startpos"));
  CHECK(parse_position("W:WK1-3:B5") == parse_position("W:WK1,K2,K3:B5"));
  CHECK(parse_position("W:W:B5").board().of(Colour::white) == 0);
}

TEST_CASE("FEN is read as people write it", "[notation]") {
  const auto position = parse_position("W:WK1,22,K30:B3,12");
  for (const auto* const text :
       {"W:WK1,22,K30:B3,12.", "W:WK1,22,K30.:B3,12.", "W:W K1, 22, K30 : B 3, 12",
        "W:WK1 22 K30:B3 12", "w:wk1,22,k30:b3,12", "W:B3,12:WK1,22,K30:H0:F1",
        "\"W:WK1,22,K30:B3,12\"", "W : W K 1,\t22, K30 : B03 12 .", "W:WK1,22,K30:B3,12:F7"})
    CHECK(parse_position(text) == position);
  CHECK(parse_position("B:W 21 - 32:B 1 - 12") == Position{});
  CHECK(fen_error("W:W21 K:B3") == "position 'W:W21 K:B3': White's pieces: '' is not a square from "
                                   "1 to 32 or a range such as 1-12, with K before it for kings");
  for (const auto* const text : {"W:WK1:B3:X0", "W:WK1:B3:H", "W:WK1:B3:Hx", "W:WK1:B3:B4"})
    CHECK_THAT(fen_error(text), EndsWith("should be startpos or three fields such as "
                                         "B:W21-32:B1-12"));
}

TEST_CASE("FEN is written as it is read", "[notation]") {
  CHECK(fen(Position{}) == "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
  CHECK(fen(parse_position("W:BK5,1:WK30,21")) == "W:W21,K30:B1,K5");
  SplitMix64 random{6};
  for (int round = 0; round < 2'000; ++round) {
    const Position position{random_board(random)};
    REQUIRE(parse_position(fen(position)) == position);
  }
}

TEST_CASE("bad FEN is refused with the field that is wrong", "[notation]") {
  CHECK(fen_error("") == "position '': should be startpos or three fields such as B:W21-32:B1-12");
  CHECK(fen_error("B:W21") ==
        "position 'B:W21': should be startpos or three fields such as B:W21-32:B1-12");
  CHECK(fen_error("X:W21:B1") == "position 'X:W21:B1': side to move 'X': should be B or W");
  CHECK(fen_error("B:W21:W1") == "position 'B:W21:W1': pieces 'W21' and 'W1': one list should "
                                 "start with W, the other with B");
  CHECK(fen_error("B::") == "position 'B::': pieces '' and '': one list should start with W, "
                            "the other with B");
  CHECK(fen_error("B:W21,33:B1") ==
        "position 'B:W21,33:B1': White's pieces: '33' is not a square from 1 to 32 or a range "
        "such as 1-12, with K before it for kings");
  CHECK(fen_error("B:W21:B4,,5") ==
        "position 'B:W21:B4,,5': Black's pieces: '' is not a square from 1 to 32 or a range "
        "such as 1-12, with K before it for kings");
  CHECK(fen_error("B:W21:B5,K5") ==
        "position 'B:W21:B5,K5': Black's pieces: square 5 has a piece already");
  CHECK(fen_error("B:W21:B20-21") ==
        "position 'B:W21:B20-21': Black's pieces: square 21 has a piece already");
  CHECK(fen_error("B:W21:B30") ==
        "position 'B:W21:B30': Black's pieces: a man on 30 would be a king, K30");
  CHECK(fen_error("B:W2:B30") ==
        "position 'B:W2:B30': White's pieces: a man on 2 would be a king, K2");
  CHECK(fen_error("B:W20-32:B1") ==
        "position 'B:W20-32:B1': White's pieces: 13 pieces, but a side has at most 12");
  for (const auto* const range : {"12-1", "1-", "-1", "1-2-3", "0-3", "1-99999999999"})
    CHECK_THAT(fen_error(std::string{"B:W:B"} + range),
               StartsWith("position 'B:W:B" + std::string{range} + "': Black's pieces: '" + range +
                          "' is not a square"));
}

TEST_CASE("any text is either a position or refused in one printable line", "[notation]") {
  SplitMix64 random{7};
  constexpr std::string_view characters = "BWK:,-.0123456789 startpos\n\x80;\"";
  int accepted = 0;
  for (int round = 0; round < 100'000; ++round) {
    auto text = fen(Position{random_board(random)});
    for (auto edits = 1 + random_below(random, 3); edits > 0; --edits)
      edit_randomly(text, characters, random);
    try {
      const auto position = parse_position(text);
      REQUIRE(parse_position(fen(position)) == position);
      ++accepted;
    } catch (const InputError& error) {
      const std::string message = error.what();
      REQUIRE_THAT(message, StartsWith("position '"));
      REQUIRE(message.find_first_of("\n\x80") == std::string::npos);
    }
  }
  CHECK(accepted > 1'000);
  CHECK(accepted < 90'000);
}

TEST_CASE("every legal move is read back from its text", "[notation]") {
  SplitMix64 random{8};
  for (int round = 0; round < 2'000; ++round) {
    const Position position{random_board(random)};
    for (const auto move : legal_moves(position))
      REQUIRE(parse_move(position, Position::text(move)) == move);
  }
}

TEST_CASE("a capture may be given by its ends where that is clear", "[notation]") {
  const auto chain = parse_position("B:W6,14:B2");
  CHECK(Position::text(parse_move(chain, "2x18")) == "2x9x18");
  for (const auto* const text : {"2-9-18", "2-18", "2:18", "02x18"})
    CHECK(Position::text(parse_move(chain, text)) == "2x9x18");
  CHECK(Position::text(parse_move(parse_position("B:W32:B18"), "18x22")) == "18-22");
  const auto circle = parse_position("B:W6,7,14,15:BK2");
  CHECK(parse_move(circle, "2x2") == legal_moves(circle).front());
  CHECK(move_error("B:W6,7,14,15:B2", "2x18") == "'2x18' may be any of 2x9x18, 2x11x18");
}

TEST_CASE("a move that is not legal is refused with those that are", "[notation]") {
  CHECK(move_error("B:W18:B5,15", "5-9") == "'5-9' is not a legal move; legal: 15x22");
  CHECK(move_error("B:W6,14:B2", "2x9") == "'2x9' is not a legal move; legal: 2x9x18");
  CHECK(move_error("B:W32:B", "\n") == "'\\n' is not a legal move; legal: none");
}

} // namespace eldest::checkers::test
