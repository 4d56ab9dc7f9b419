#include "games.hpp"
#include "listing.hpp"
#include "tests/support/catch.hpp"

#include <string>

namespace eldest::othello {
TEST_CASE("a transcript gives the position after its moves") {
  const auto list = list_positions("f5d6c3d3c4\n");
  REQUIRE(list.positions.size() == 1);
  CHECK(list.games == 1);
  CHECK(list.positions[0].id == "1@5");
  CHECK(list.positions[0].line == 1);
  CHECK(list.positions[0].position == after_five_moves);
  CHECK(legal_moves(parse_position(after_five_moves)).size() == 6);
}

TEST_CASE("moves of a transcript have either case, blanks and numbers") {
  for (const auto* const content :
       {"F5D6C3D3C4", "f5 D6\tc3  d3 C4 % a comment", "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 d6 2.c3 d3 3.c4", "1... f5 2 d6 3...c3 d3c4", "\xef\xbb\xbf\r\n  f5d6c3d3c4\r\n"})
    CHECK(only_position(content) == after_five_moves);
}

TEST_CASE("a forced pass is written or left out, and is a ply") {
  const std::string before{before_pass};
  const auto positions = positions_of(before);
  const auto after_pass = positions.back().after(Move::pass());
  const auto after_e3 = after_pass.after(parse_move(after_pass, "e3"));
  for (const auto* const end : {"e3", "pse3", "PAE3", " -- e3", "@@e3", "PASSe3", " pass e3"}) {
    CHECK(only_position(before + end) == to_text(after_e3));
    CHECK(only_position(before + end, {{}, 9}) == to_text(after_pass));
    CHECK(list_positions(before + end).positions[0].id == "1@10");
  }
  CHECK(only_position(before + "ps") == to_text(after_pass));
  CHECK(only_position(before) == to_text(positions.back()));
}

TEST_CASE("games of transcripts are chosen by number and ply") {
  const std::string content = "# two games\nf5d6c3d3c4\n\n" + std::string(final_1996) + "\n";
  const auto list = list_positions(content);
  CHECK(list.games == 2);
  REQUIRE(list.positions.size() == 2);
  CHECK(list.positions[1].id == "2@60");
  CHECK(list.positions[1].line == 4);
  CHECK(only_position(content, {2, 32}) == to_text(positions_of(final_1996)[32]));
  CHECK(only_position(content, {1, 0}) == start_text);
  const auto too_late = list_positions(content, {1, 6});
  REQUIRE(too_late.bad.size() == 1);
  CHECK(too_late.bad[0].line == 2);
}

TEST_CASE("a bad move of a transcript is named with its number and the legal moves") {
  CHECK(only_reason("f5d6c3d3c4a1") == "move 6: 'a1' is not legal; legal: b3 f3 f4 b5 g5 g6");
  CHECK(only_reason("f5d6ps") == "move 3: 'ps' is not legal; legal: c3 c4 c5 c6 c7");
  CHECK(only_reason("f5f6f") == "move 3: 'f' is not legal; legal: d3 c4 e6 f7");
  CHECK(only_reason("f5d6c3d3c4 34-30") == "move 6: '34' is not legal; legal: b3 f3 f4 b5 g5 g6");
  CHECK(only_reason(std::string(before_pass) + "a8") == "move 10: 'a8' is not legal; legal: e3 f6");
  CHECK(only_reason("e6f4e3f6g5d6e7f5c5a1") == "move 10: 'a1' is not legal; the game is over");
}

TEST_CASE("a bad line among transcripts remains a game") {
  const auto list = list_positions("z5d6\n12\nf5d6c3d3c4\n" + start_text);
  CHECK(list.games == 4);
  REQUIRE(list.positions.size() == 1);
  CHECK(list.positions[0].id == "3@5");
  REQUIRE(list.bad.size() == 3);
  CHECK(list.bad[0].reason == "move 1: 'z5' is not legal; legal: d3 c4 f5 e6");
  CHECK(list.bad[1].reason == "no moves, should have some, as in f5d6c3");
  CHECK(list.bad[2].reason == "move 1: '--' is not legal; legal: d3 c4 f5 e6");
  CHECK(list.bad[2].line == 4);
}

} // namespace eldest::othello
