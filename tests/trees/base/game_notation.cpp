#include "trees/base/game_notation.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <vector>

using namespace eldest;

namespace {

/// The moves of a game, as "e4 e5".
std::string moves_of(const GameText& game) {
  std::string moves;
  for (const auto& move : game.moves)
    moves += (moves.empty() ? "" : " ") + move.text;
  return moves;
}

/// The moves of the only game of a text.
std::string moves_in(std::string_view text) {
  const auto games = parse_games(text);
  REQUIRE(games.size() == 1);
  CHECK(games[0].error.empty());
  return moves_of(games[0]);
}

/// The error of the only game of a text.
std::string error_in(std::string_view text) {
  const auto games = parse_games(text);
  REQUIRE(games.size() == 1);
  return games[0].error;
}

constexpr std::string_view two_games = R"(% two games
[Event "First"] [Black "A \"B\" C\\"]
{a comment
of two lines} 1. e4! e5 $2 2. Nf3 (2. f4 {other :)} (2. d4)) 2... Nc6?! ; a comment
3.Bb5 1/2-1/2

[Event "Second"]
[FEN "x"]
1. d4 d5 *
)";

} // namespace

TEST_CASE("games are read with tags, comments, variations and annotations", "[games]") {
  const auto games = parse_games(two_games);
  REQUIRE(games.size() == 2);
  CHECK(games[0].line == 2);
  CHECK(games[0].tag("Event") == "First");
  CHECK(games[0].tag("black") == "A \"B\" C\\");
  CHECK(games[0].tag("White") == std::nullopt);
  CHECK(moves_of(games[0]) == "e4 e5 Nf3 Nc6 Bb5");
  CHECK(games[0].moves[3].line == 4);
  CHECK(games[0].moves[4].line == 5);
  CHECK(games[0].result == "1/2-1/2");
  CHECK(games[1].line == 7);
  CHECK(games[1].tag("FEN") == "x");
  CHECK(moves_of(games[1]) == "d4 d5");
  CHECK(games[1].result == "*");
}

TEST_CASE("move numbers and annotations may have any form", "[games]") {
  CHECK(moves_in("1.e4 e5 2 . Nf3 2...Nc6 3 Bb5 a6 .. Ba4") == "e4 e5 Nf3 Nc6 Bb5 a6 Ba4");
  CHECK(moves_in("1. e4!?$1 $14 += e5{x}(1... c5)2. exd6 e.p. ?! +- 0-0 --") ==
        "e4 e5 exd6 0-0 --");
  CHECK(moves_in("1. e4\n% a line\ne5 ; rest\n;\n{a ( comment} *") == "e4 e5");
  CHECK(moves_in("[A \"The \"big\" one\"]\n*").empty());
}

TEST_CASE("a game ends at its result, at the next tags or at the end", "[games]") {
  const auto results = [](std::string_view text) {
    std::vector<std::string> all;
    for (const auto& game : parse_games(text))
      all.push_back(moves_of(game) + ' ' + game.result);
    return all;
  };
  using Texts = std::vector<std::string>;
  CHECK(results("1. a 1-0 1. b 0-1\n1. c 2-0 1. d 1-1 1. e 0-2 1. f 1/2 1. g") ==
        Texts{"a 1-0", "b 0-1", "c 2-0", "d 1-1", "e 0-2", "f 1/2", "g "});
  CHECK(results("1. a 1-0 1-0 {x} *\n\n1. b") == Texts{"a 1-0", "b "});
  CHECK(results("1. a\n[Event \"x\"]\n1. b\n\n  [Event \"y\"]\n1. c") == Texts{"a ", "b ", "c "});
  CHECK(results("[FEN \"x\"]\n\n[FEN \"y\"]\n\n[FEN \"z\"]\n*") == Texts{" ", " ", " *"});
  CHECK(results("[Event \"x\"]\n\n[FEN \"y\"]\n*") == Texts{" *"});
  CHECK(results("*") == Texts{" *"});
  CHECK(results("").empty());
  CHECK(results("% nothing\n{here}\n").empty());
}

TEST_CASE("errors in the structure of a game are named", "[games]") {
  CHECK(error_in("\n[Event x]") == "line 2: a tag should read [Name \"value\"]");
  CHECK(error_in("[") == "line 1: a tag should read [Name \"value\"]");
  CHECK(error_in("[Event x]\n[Site \"y\"]\n1. a *") ==
        "line 1: a tag should read [Name \"value\"]");
  CHECK(error_in("[Event \"x\n\"]") ==
        "line 1: the tag 'Event' should end with \"] on the same line");
  CHECK(error_in("[Event \"x\"\n *") ==
        "line 1: the tag 'Event' should end with \"] on the same line");
  CHECK(error_in("[FEN \"x\"]\n[FEN \"y\"]\n*") ==
        "line 2: the tag 'FEN' is there twice, with different values");
  CHECK(error_in("[A \"x\"]\n[A \"x\"]\n*").empty());
  CHECK(error_in("1. a\n{ no end\n\n") == "line 2: a comment starts here and has no }");
  CHECK(error_in("1. a\n(1. b (\n)") == "line 2: a variation starts here and has no )");
  CHECK(error_in("1. a [x] b") ==
        "line 1: a [ is among the moves; tags should begin on a line of their own");
}

TEST_CASE("an error leaves the games after the next tags", "[games]") {
  for (const std::string error : {"{ no end", "(1. b", "[x"}) {
    const auto games =
        parse_games("[Event \"x\"]\n\n1. a " + error + "\n\n[Event \"y\"]\n1. c 1-0 {d}");
    REQUIRE(games.size() == 2);
    CHECK_FALSE(games[0].error.empty());
    CHECK(games[1].error.empty());
    CHECK(moves_of(games[1]) == "c");
    CHECK(games[1].line == 5);
  }
}

TEST_CASE("games are told from lists of positions", "[games]") {
  for (const auto* const text :
       {"[Event \"x\"]", "x\n [Event", "1. e4", "\n% x\n{1} e4", "12...e5"})
    CHECK(has_games(text));
  for (const auto* const text :
       {"", "\n", "# x", "1k6/8/8 w - -", "B:W1.", "startpos", "8", "e4 e5", "# 1.\nx"})
    CHECK_FALSE(has_games(text));
}

TEST_CASE("moves are played with line and ply of an error", "[games]") {
  const auto game = parse_games("1. a\n2. b x").at(0);
  const auto append = [](const std::string& position, std::string_view move) {
    if (move == "x")
      throw InputError("is bad");
    return position + std::string(move);
  };
  CHECK_THROWS_WITH(play(game, std::string("-"), append), "line 2, ply 3: is bad");
  const auto* const text = "1. a b *\n1. a x *\n{";
  const auto read = [&](const GameText& each) {
    const auto positions = play(each, std::string("-"), append);
    return RecordedGame{static_cast<int>(positions.size()) - 1,
                        [=](int ply) { return positions.at(static_cast<std::size_t>(ply)); }};
  };
  const auto list = list_games(text, {}, read);
  CHECK(list.games == 3);
  REQUIRE(list.positions.size() == 1);
  CHECK(list.positions[0].id == "1@2");
  CHECK(list.positions[0].position == "-ab");
  REQUIRE(list.bad.size() == 2);
  CHECK(list.bad[0].line == 2);
  CHECK(list.bad[1].line == 3);
  CHECK(list.bad[1].reason == "line 3: a comment starts here and has no }");
  CHECK(list_games(text, {1, 1}, read).positions.at(0).position == "-a");
  CHECK(list_games(text, {1, 1}, read).bad.empty());
}
