#include "trees/checkers/pdn.hpp"

#include "input_errors.hpp"
#include "random_edit.hpp"
#include "trees/checkers/notation.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

namespace eldest::checkers::test {
namespace {

std::string pdn_error(std::string_view text) {
  return error_of([&] { static_cast<void>(parse_games(text, "games.pdn")); });
}

Result result_of(std::string_view text) { return parse_games(text, "games.pdn").at(0).result; }

constexpr std::string_view two_games = R"(% two games
[Event "First"] [Black "A \"B\" C"]
{a comment
of two lines} 1. 11-15! 23-19 $2 2. 8-11 (2. 9-14 {other} (2. 10-14)) 2... 22-17?! ; a comment
3.11-16 1/2-1/2

[Event "Second"]
[FEN "W:W10:B1,2"]
1. 10-6 2x9 *
)";

} // namespace

TEST_CASE("games are read with tags, set-up, comments, variations and annotations", "[pdn]") {
  const auto games = parse_games(two_games, "games.pdn");
  REQUIRE(games.size() == 2);

  CHECK(games[0].tag("Event") == "First");
  CHECK(games[0].tag("Black") == "A \"B\" C");
  CHECK(games[0].tag("White") == std::nullopt);
  CHECK(games[0].start == Position{});
  CHECK(games[0].moves.size() == 5);
  CHECK(Position::text(games[0].moves[4]) == "11-16");
  CHECK(games[0].result == Result::draw);
  CHECK(games[0].position_after(0) == Position{});
  CHECK(games[0].position_after(1) == parse_position("W:W21-32:B1-10,12,15"));

  CHECK(games[1].start == parse_position("W:W10:B1,2"));
  CHECK(games[1].position_after(2) == parse_position("W:W:B1,9"));
  CHECK(games[1].result == Result::unknown);
}

TEST_CASE("results are those of Black, then White", "[pdn]") {
  CHECK(result_of("1-0") == Result::black_won);
  CHECK(result_of("2-0") == Result::black_won);
  CHECK(result_of("0-1") == Result::white_won);
  CHECK(result_of("0-2") == Result::white_won);
  CHECK(result_of("1/2-1/2") == Result::draw);
  CHECK(result_of("1-1") == Result::draw);
  CHECK(result_of("*") == Result::unknown);
}

TEST_CASE("no games are no error", "[pdn]") {
  CHECK(parse_games("", "games.pdn").empty());
  CHECK(parse_games("% nothing\n{here}\n", "games.pdn").empty());
}

TEST_CASE("errors in games name file, line and move", "[pdn]") {
  CHECK(pdn_error("1. 9-14 22-18 *\n1. 9-14\n22-17\n2. 14x19 *") ==
        "games.pdn:4: game 2, ply 3: '14x19' is not a legal move; legal: 6-9, 11-15, 12-16, "
        "5-9, 10-15, 11-16, 14-18");
  CHECK(pdn_error("\n1. 9-14 12 *") ==
        "games.pdn:2: game 1, ply 2: '12' is not a legal move; legal: 22-17, 23-18, 24-19, "
        "21-17, 22-18, 23-19, 24-20");
  CHECK(pdn_error("1. 9-14\n") == "games.pdn:2: game 1 ends without a result (1-0, 0-1, 1/2-1/2 "
                                  "or *)");
  CHECK(pdn_error("1. 9-14\n[Event \"x\"]") ==
        "games.pdn:2: game 1 ends without a result (1-0, 0-1, 1/2-1/2 or *)");
  CHECK(pdn_error("\n[Event x]") == "games.pdn:2: a tag should read [Name \"value\"]");
  CHECK(pdn_error("[") == "games.pdn:1: a tag should read [Name \"value\"]");
  CHECK(pdn_error("[Event \"x\n\"]") ==
        "games.pdn:1: a tag's value should end with \" on the same line");
  CHECK(pdn_error("[Event \"x\"\n *") == "games.pdn:1: the tag 'Event' has no ]");
  CHECK(pdn_error("\n[FEN \"B:W21\"] *") ==
        "games.pdn:2: position 'B:W21': should be startpos or three fields such as "
        "B:W21-32:B1-12");
  CHECK(pdn_error("[GameType \"20\"] *") ==
        "games.pdn:1: GameType '20': should be 21, English draughts");
  CHECK(pdn_error("[GameType \"21\"] *") == "no error");
  CHECK(pdn_error("1. 9-14\n{ no end\n\n") == "games.pdn:2: a comment starts here and has no }");
  CHECK(pdn_error("1. 9-14\n(1. 9-13 (\n)") == "games.pdn:2: a variation starts here and has no )");
}

TEST_CASE("any text is either games or refused", "[pdn]") {
  SplitMix64 random{9};
  constexpr std::string_view characters = "[]{}()\";%\\.*!?$1-x/ \n\x80";
  int accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text{two_games};
    for (auto edits = random_below(random, 4); edits > 0; --edits)
      edit_randomly(text, characters, random);
    const auto error = pdn_error(text);
    accepted += error == "no error" ? 1 : 0;
    REQUIRE((error == "no error" || error.starts_with("games.pdn:")));
    REQUIRE(error.find_first_of("\n\x80") == std::string::npos);
  }
  CHECK(accepted > 5'000);
  CHECK(accepted < 18'000);
}

} // namespace eldest::checkers::test
