#include "sim/uci/game.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"
#include "trees/chess/draws.hpp"
#include "trees/chess/fen.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace eldest;
using namespace eldest::uci;

namespace {

Game play(std::optional<std::string> fen, std::vector<std::string> moves = {}) {
  return Game(SetPosition{std::move(fen), std::move(moves)});
}

bool is_drawn(const Game& game, const std::string& move) {
  auto next = game;
  next.play(move);
  const auto keys = game.drawn();
  return std::find(keys.begin(), keys.end(), next.position().key()) != keys.end();
}

} // namespace

TEST_CASE("a game is played by the moves' coordinates") {
  const auto game = play(std::nullopt, {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"});
  CHECK(chess::to_fen(game.position().setup()) ==
        "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1");
  CHECK(game.clock() == 1);
  CHECK(play("7k/P7/8/8/8/8/8/K7 w - - 7 9", {"a7a8Q"}).clock() == 0);
  CHECK(play("7k/P7/8/8/8/8/8/K7 w - - 7 9", {"a1b2"}).clock() == 8);
}

TEST_CASE("in Chess960, castling is written as the king's capture of its rook") {
  const SetPosition given{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 3 9", {"e1h1", "e8a8"}};
  const Game game(given, chess::CastlingRules::chess960);
  CHECK(chess::to_fen(game.position().setup()) == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 0 1");
  CHECK_THROWS_AS(Game({given.fen, {"e1g1"}}, chess::CastlingRules::chess960), InputError);
  CHECK_THROWS_AS(Game({"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", {"e1h1"}}), InputError);
}

TEST_CASE("moves and positions that are not legal are refused") {
  CHECK_THROWS_AS(play(std::nullopt, {"e2e5"}), InputError);
  CHECK_THROWS_AS(play(std::nullopt, {"e2e4", "e2e4"}), InputError);
  CHECK_THROWS_AS(play(std::nullopt, {"0000"}), InputError);
  CHECK_THROWS_AS(play("8/8/8/8 w - -"), InputError);
  CHECK_THROWS_AS(play(""), InputError);
}

TEST_CASE("positions of the game are drawn when they come again") {
  const auto game = play(std::nullopt, {"g1f3", "g8f6", "f3g1"});
  CHECK(is_drawn(game, "f6g8"));
  CHECK_FALSE(is_drawn(game, "b8c6"));
  const auto again = play(std::nullopt, {"g1f3", "g8f6", "f3g1", "f6g8"});
  CHECK(is_drawn(again, "g1f3"));
  const auto keys = again.drawn(); // except the one that is on the board
  CHECK(std::find(keys.begin(), keys.end(), again.position().key()) == keys.end());
}

TEST_CASE("what was before a pawn's move or a capture does not come again") {
  CHECK(play(std::nullopt, {"g1f3", "g8f6", "e2e4"}).drawn().empty());
  CHECK(play(std::nullopt, {"g1f3", "g8f6", "f3g5", "f6g4", "g5f7"}).drawn().empty());
}

TEST_CASE("moves that complete fifty moves draw, unless they capture, move a pawn or mate") {
  const std::string position = "7k/8/5K2/8/8/p6P/8/6Q1 w - - ";
  CHECK(is_drawn(play(position + "99 90"), "g1a1"));
  CHECK_FALSE(is_drawn(play(position + "99 90"), "g1g7")); // mate
  CHECK_FALSE(is_drawn(play(position + "99 90"), "h3h4"));
  CHECK_FALSE(is_drawn(play(position + "97 90"), "g1a1"));
  CHECK(play(position + "97 90").drawn().empty());

  const auto two_plies = play(position + "98 90");
  CHECK_FALSE(is_drawn(two_plies, "g1a1"));
  const auto keys = two_plies.drawn();
  auto reply = two_plies;
  reply.play("g1b1");
  reply.play("h8g8");
  CHECK(std::find(keys.begin(), keys.end(), reply.position().key()) != keys.end());
}

TEST_CASE("a root sees the draws of its game") {
  const auto game = play(std::nullopt, {"g1f3", "g8f6", "f3g1"});
  const auto root = game.root({});
  chess::Position::MoveList moves;
  root->position().generate_moves(moves);
  const auto back = std::find_if(moves.begin(), moves.end(), [](chess::Move move) {
    return chess::Position::text(move) == "f6g8";
  });
  REQUIRE(back != moves.end());
  chess::Position::MoveList none;
  const auto repeated = root->position().after(*back);
  repeated.generate_moves(none);
  CHECK(none.empty());
  CHECK(repeated.terminal_value(5) == 0);
}
