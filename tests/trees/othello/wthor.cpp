#include "games.hpp"
#include "listing.hpp"
#include "tests/support/catch.hpp"

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::othello {
namespace {

std::string file_of(std::initializer_list<std::string_view> games) {
  std::vector<std::vector<Move>> moves;
  for (const auto game : games)
    moves.push_back(moves_between(positions_of(game)));
  return wthor_file(moves);
}

std::string with_byte(std::string content, std::size_t at, int value) {
  content.at(at) = static_cast<char>(value);
  return content;
}

} // namespace

TEST_CASE("games of WTHOR are listed, or chosen by number and ply") {
  const auto content = file_of({"f5d6c3d3c4", final_1996, ""});
  const auto list = list_positions(content);
  CHECK(list.bad.empty());
  CHECK(list.games == 3);
  REQUIRE(list.positions.size() == 3);
  CHECK(list.positions[0].id == "1@5");
  CHECK(list.positions[0].line == 0);
  CHECK(list.positions[0].position ==
        "------------------XO------XXX------OXX-----O-------------------- O");
  CHECK(list.positions[1].id == "2@60");
  CHECK(list.positions[2].position == start_text);
  const auto one = list_positions(content, {2, 32});
  REQUIRE(one.positions.size() == 1);
  CHECK(one.positions[0].position == to_text(positions_of(final_1996)[32]));
}

TEST_CASE("WTHOR leaves passes out, and they are plies") {
  auto after_pass = positions_of(before_pass);
  after_pass.push_back(after_pass.back().after(Move::pass()));
  after_pass.push_back(after_pass.back().after(parse_move(after_pass.back(), "e3")));
  const auto list = list_positions(wthor_file({moves_between(after_pass)}));
  REQUIRE(list.positions.size() == 1);
  CHECK(list.positions[0].id == "1@10");
  CHECK(list.positions[0].position == to_text(after_pass.back()));
}

TEST_CASE("the size of the board may be left out in WTHOR") {
  CHECK(list_positions(with_byte(file_of({"f5"}), 12, 0)).positions.size() == 1);
  CHECK(list_positions(file_of({})).games == 0);
}

TEST_CASE("other files of WTHOR are refused") {
  const auto content = file_of({"f5d6", "f5f6"});
  CHECK(only_reason(content.substr(0, 12)) == "WTHOR file of 12 bytes, should have a header of 16");
  CHECK(only_reason(content.substr(0, 151)) ==
        "WTHOR file of 151 bytes, should have 152 for the 2 games of its header");
  CHECK(list_positions(content + "\n").bad.at(0).line == 0);
  CHECK(only_reason(content + "\n") ==
        "WTHOR file of 153 bytes, should have 152 for the 2 games of its header");
  CHECK(
      only_reason(with_byte(content, 7, 255)).starts_with("WTHOR file of 152 bytes, should have "));
  CHECK(only_reason(with_byte(content, 12, 10)) ==
        "WTHOR file of games on 10 x 10 squares, should be 8 x 8");
  CHECK(only_reason(with_byte(content, 13, 1)) ==
        "WTHOR file of solitaires, should be one of games, as in WTH_2004.wtb");
  CHECK(only_reason(with_byte(with_byte(content, 4, 0), 8, 7)) ==
        "WTHOR file of names, should be one of games, as in WTH_2004.wtb");
}

TEST_CASE("a bad move of WTHOR is named with its number and the legal moves") {
  const auto content = file_of({"f5d6c3"});
  for (const int code : {11, 0, 9, 19, 89, 90, 255}) {
    const auto text = code == 11 ? "a1" : std::to_string(code);
    CHECK(only_reason(with_byte(content, 25, code)) ==
          "move 2: '" + text + "' is not legal; legal: f4 d6 f6");
  }
}

} // namespace eldest::othello
