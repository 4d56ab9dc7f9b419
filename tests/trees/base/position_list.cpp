#include "trees/base/position_list.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <algorithm>
#include <iterator>

using namespace eldest;

namespace {

/// Reads "ID POSITION" or "POSITION", and "bad" as an error.
ListedPosition read_record(std::string_view line) {
  if (line == "bad")
    throw InputError("is bad");
  const auto blank = line.find(' ');
  if (blank == std::string_view::npos)
    return {"", std::string(line)};
  return {std::string(line.substr(0, blank)), std::string(line.substr(blank + 1))};
}

std::vector<std::string> ids_of(const PositionList& list) {
  std::vector<std::string> ids;
  std::ranges::transform(list.positions, std::back_inserter(ids), &ListedPosition::id);
  return ids;
}

RecordedGame game_of(int plies) {
  return {plies, [](int ply) { return "after " + std::to_string(ply); }};
}

PositionList list_games(const GameChoice& choice) {
  PositionLister lister(choice);
  for (const int plies : {4, 7, 2})
    lister.add_game(plies, [plies] { return game_of(plies); });
  return std::move(lister).list();
}

} // namespace

TEST_CASE("lines: every record is a position or is named as bad", "[base]") {
  const auto list = list_lines("# comment\n\n a p1 \nbad\np2\n\tb p3\nbad", read_record);
  CHECK(ids_of(list) == std::vector<std::string>{"a", "#3", "b"});
  CHECK(list.positions[0].position == "p1");
  CHECK(list.positions[0].line == 3);
  REQUIRE(list.bad.size() == 2);
  CHECK(list.bad[0].line == 4);
  CHECK(list.bad[0].reason == "is bad");
  CHECK(list.bad[1].line == 7);
  CHECK(list.games == 0);
}

TEST_CASE("lines: equal ids are told apart", "[base]") {
  CHECK(ids_of(list_lines("? p\n? q\n?#2 r\n? s", read_record)) ==
        std::vector<std::string>{"?", "?#2", "?#2#2", "?#3"});
}

TEST_CASE("games: chosen by number and ply", "[base]") {
  CHECK(ids_of(list_games({})) == std::vector<std::string>{"1@4", "2@7", "3@2"});
  CHECK(list_games({}).games == 3);
  const auto one = list_games({2, 3});
  CHECK(ids_of(one) == std::vector<std::string>{"2@3"});
  CHECK(one.positions[0].position == "after 3");
  CHECK(one.positions[0].line == 7);
  CHECK(one.games == 3);
  const auto all = list_games({{}, 4});
  CHECK(ids_of(all) == std::vector<std::string>{"1@4", "2@4"});
  REQUIRE(all.bad.size() == 1);
  CHECK(all.bad[0].line == 2);
  CHECK(all.bad[0].reason == "game 3 has 2 moves, so that there is no position after 4");
  CHECK(ids_of(list_games({4, {}})).empty());
}

TEST_CASE("games: a choice is read from its text", "[base]") {
  const auto game_and_ply = parse_game_choice("3@20");
  REQUIRE(game_and_ply);
  CHECK(game_and_ply->game == 3);
  CHECK(game_and_ply->ply == 20);
  const auto game = parse_game_choice("12");
  REQUIRE(game);
  CHECK(game->game == 12);
  CHECK_FALSE(game->ply);
  const auto ply = parse_game_choice("@0");
  REQUIRE(ply);
  CHECK_FALSE(ply->game);
  CHECK(ply->ply == 0);
  for (const auto* const text : {"", "0", "-1", "@", "@-1", "1@", "1@x", "x", "1 ", "1@2@3", "#1"})
    CHECK_FALSE(parse_game_choice(text));
}

TEST_CASE("a list with a bad record, or without positions, may be refused", "[base]") {
  const auto refusal = [](std::string_view text) -> std::string {
    try {
      require_all(list_lines(text, read_record), "x.epd");
      return "accepted";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  CHECK(refusal("a p\nb p") == "accepted");
  CHECK(refusal("a p\nbad\nbad") == "x.epd:2: is bad");
  CHECK(refusal("# nothing") == "x.epd: has no positions");
}
