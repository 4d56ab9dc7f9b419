#include "games.hpp"
#include "listing.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace eldest::othello {
namespace {

std::vector<std::string> record_ids(const PositionList& list) {
  std::vector<std::string> ids;
  for (const auto& listed : list.positions)
    ids.push_back(listed.id);
  return ids;
}

} // namespace

TEST_CASE("a line gives a position, an id and perhaps a score; comments are skipped") {
  const auto list =
      list_positions("# a comment\n\n  " + start_text + " ;id \"a % b\";score -64 % of White\r\n" +
                     "% another\n" + start_text + ";  id \"#2\" ;");
  REQUIRE(list.positions.size() == 2);
  CHECK(list.bad.empty());
  CHECK(list.games == 0);
  CHECK(list.positions[0].id == "a % b");
  CHECK(list.positions[0].position == start_text);
  CHECK(list.positions[0].line == 3);
  CHECK(list.positions[1].id == "#2");
  CHECK(list.positions[1].line == 5);
}

TEST_CASE("an .obf file gives moves with their scores, or a score alone") {
  const auto must_pass = "XO" + std::string(62, '-') + " O";
  const auto list = list_positions(start_text + "; D3:+0; C4:+0; F5:-64; e6:+64;\n" + start_text +
                                   "; +4;\n" + start_text + "\n" + must_pass + ";ps:-64");
  CHECK(list.bad.empty());
  CHECK(record_ids(list) == std::vector<std::string>{"#1", "#2", "#3", "#4"});
  CHECK(list.positions[0].position == start_text);
  CHECK(list.positions[3].position == must_pass);
  CHECK(legal_moves(parse_position(list.positions[0].position)).size() == 4);
}

TEST_CASE("positions with other signs are listed with the usual ones") {
  const auto list =
      list_positions("...........................wb......BW........................... *");
  REQUIRE(list.positions.size() == 1);
  CHECK(list.positions[0].position == start_text);
}

TEST_CASE("ids that occur twice are told apart, and all bad lines are listed") {
  const auto list = list_positions(start_text + "; id \"a\";\n--X O;\n" + start_text +
                                   "; id \"a\";\n" + start_text + "; bm f5;");
  CHECK(record_ids(list) == std::vector<std::string>{"a", "a#2"});
  REQUIRE(list.bad.size() == 2);
  CHECK(list.bad[0].line == 2);
  CHECK(list.bad[0].reason == "Othello position: board: 3 squares, should be 64 (a1, b1, ..., h8)");
  CHECK(list.bad[1].line == 4);
}

TEST_CASE("errors in the fields of a position say what would be right") {
  const std::string wrong_score = " should be a number of discs from -64 to +64, as in +38";
  const std::string unknown = ", should be id, score or a move with its score, as in D3:+2";
  CHECK(only_reason(start_text + "; id FFO-40;") ==
        "id should be a text in double quotes, as in id \"FFO-40\";");
  CHECK(only_reason(start_text + R"(; id "a"; id "b";)") == "id occurs twice, should occur once");
  CHECK(only_reason(start_text + "; score 2; +2") == "score occurs twice, should occur once");
  CHECK(only_reason(start_text + "; D3:+2; d3:+2") == "move d3 occurs twice, should occur once");
  for (const auto* const score : {"65", "3x", "+-3", "++3", ""})
    CHECK(only_reason(start_text + "; score " + score) == "score" + wrong_score);
  CHECK(only_reason(start_text + "; -65;") == "score" + wrong_score);
  CHECK(only_reason(start_text + "; D3:;") == "score of d3" + wrong_score);
  CHECK(only_reason(start_text + "; D3:+0.5;") == "score of d3" + wrong_score);
  CHECK(only_reason(start_text + "; E3:+0;") == "'E3' is not legal; legal: d3 c4 f5 e6");
  CHECK(only_reason(start_text + ";; id \"a\";") == "unknown field ''" + unknown);
  CHECK(only_reason(start_text + "; id \"a\"; bm f5;") == "unknown field 'bm'" + unknown);
  CHECK(only_reason(start_text + ";" + start_text) ==
        "unknown field '" + std::string(start_text).substr(0, 64) + "'" + unknown);
}

} // namespace eldest::othello
