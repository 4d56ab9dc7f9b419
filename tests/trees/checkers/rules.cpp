#include "random_boards.hpp"
#include "reference_rules.hpp"
#include "tests/support/catch.hpp"
#include "trees/checkers/notation.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace eldest::checkers::test {
namespace {

std::set<std::string> move_texts(const std::string& fen_text) {
  std::set<std::string> texts;
  for (const auto move : legal_moves(parse_position(fen_text)))
    texts.insert(Position::text(move));
  return texts;
}

std::string fen_after(const std::string& fen_text, const std::string& move) {
  const auto position = parse_position(fen_text);
  return fen(position.after(parse_move(position, move)));
}

using Texts = std::set<std::string>;

} // namespace

TEST_CASE("Black moves first and men step forwards only", "[rules]") {
  CHECK(move_texts("startpos") ==
        Texts{"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"});
  CHECK(move_texts("W:W21-32:B1-12") ==
        Texts{"21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"});
  CHECK(move_texts("B:W32:B18") == Texts{"18-22", "18-23"});
  CHECK(move_texts("B:W32:BK18") == Texts{"18-22", "18-23", "18-14", "18-15"});
}

TEST_CASE("steps do not leave the board at its edges", "[rules]") {
  CHECK(move_texts("B:W:BK4") == Texts{"4-8"});
  CHECK(move_texts("B:W:BK5") == Texts{"5-1", "5-9"});
  CHECK(move_texts("B:W:BK12") == Texts{"12-8", "12-16"});
  CHECK(move_texts("W:WK29:B") == Texts{"29-25"});
  CHECK(move_texts("W:WK32:B") == Texts{"32-27", "32-28"});
}

TEST_CASE("a capture is compulsory and the choice among captures is free", "[rules]") {
  CHECK(move_texts("B:W18:B5,15") == Texts{"15x22"});
  CHECK(move_texts("B:W6,8,14:B2,4") == Texts{"2x9x18", "4x11"});
}

TEST_CASE("a capture goes on until no jump is left", "[rules]") {
  CHECK(move_texts("B:W6,14:B2") == Texts{"2x9x18"});
  CHECK(fen_after("B:W6,14,32:B2", "2x9x18") == "W:W32:B18");
}

TEST_CASE("men jump forwards only, kings both ways", "[rules]") {
  CHECK(move_texts("B:W6:B10") == Texts{"10-14", "10-15"});
  CHECK(move_texts("B:W6:BK10") == Texts{"10x1"});
  CHECK(move_texts("W:W23:B27") == Texts{"23-18", "23-19"});
  CHECK(move_texts("W:WK23:B27") == Texts{"23x32"});
}

TEST_CASE("a man that reaches its king row ends the move and is a king", "[rules]") {
  CHECK(move_texts("B:W26,27:B22") == Texts{"22x31"});
  CHECK(fen_after("B:W26,27:B22", "22x31") == "W:W27:BK31");
  CHECK(move_texts("B:W26,27:BK22") == Texts{"22x31x24"});
  CHECK(fen_after("W:W5:B28", "5-1") == "B:WK1:B28");
}

TEST_CASE("a king may end on the square it started from", "[rules]") {
  CHECK(move_texts("B:W6,7,14,15:BK2") == Texts{"2x9x18x11x2", "2x11x18x9x2"});
  CHECK(fen_after("B:W6,7,14,15,32:BK2", "2x11x18x9x2") == "W:W32:BK2");
}

TEST_CASE("a piece is jumped once", "[rules]") { CHECK(move_texts("B:W6:BK2") == Texts{"2x9"}); }

TEST_CASE("the longest capture takes nine", "[rules]") {
  const auto position = parse_position("B:W6,7,8,14,15,16,22,23,24:BK4");
  const auto moves = legal_moves(position);
  const auto longest = std::max_element(moves.begin(), moves.end(),
                                        [](Move a, Move b) { return a.jumps() < b.jumps(); });
  REQUIRE(longest != moves.end());
  CHECK(longest->jumps() == Move::max_jumps);
  CHECK(position.after(*longest).board().of(Colour::white) == 0);
}

TEST_CASE("a side without moves has lost", "[rules]") {
  const auto no_pieces = parse_position("B:W32:B");
  const auto blocked = parse_position("B:W25,30:B21");
  for (const auto& lost : {no_pieces, blocked}) {
    CHECK(legal_moves(lost).empty());
    CHECK(Position::terminal_value(5) == -win_score(5));
    CHECK(lost.evaluate() == -win_score(0));
  }
}

TEST_CASE("generated moves are those of a plain second implementation", "[rules]") {
  SplitMix64 random{17};
  const auto agrees = [](const Position& position) {
    std::map<std::string, std::string> moves;
    for (const auto move : legal_moves(position))
      moves[Position::text(move)] = fen(position.after(move));
    return moves == reference_moves(fen(position));
  };
  for (int round = 0; round < 20'000; ++round) {
    const Position position{random_board(random)};
    INFO(fen(position));
    REQUIRE(agrees(position));
  }
  for (int game = 0; game < 50; ++game)
    play_random_game(random, [&](const Position& position) {
      INFO(fen(position));
      REQUIRE(agrees(position));
    });
}

} // namespace eldest::checkers::test
