#include "trees/chess/draws.hpp"

#include "tests/support/catch.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/root.hpp"
#include "trees/chess/san.hpp"

#include <string_view>
#include <vector>

using namespace eldest;
using namespace eldest::chess;

namespace {

Root with_draws(std::string_view fen, std::vector<Key> drawn, int clock = 0) {
  const auto setup = parse_fen(fen);
  return Root(setup, {}, Draws(std::move(drawn), clock, setup.board));
}

std::size_t moves_of(const chess::Position& position) {
  chess::Position::MoveList moves;
  position.generate_moves(moves);
  return moves.size();
}

constexpr std::string_view rook_ending = "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1";

} // namespace

TEST_CASE("a drawn position is the end of the game, with value 0") {
  const Root plain(rook_ending);
  const auto check = parse_san(plain.position(), "Ra8");
  const auto drawn = plain.position().after(check);
  const auto root = with_draws(rook_ending, {1, drawn.key(), 2});
  const auto son = root.position().after(check);
  CHECK(son.key() == drawn.key());
  CHECK(drawn.evaluate() < 0);
  CHECK(son.evaluate() == 0);
  CHECK(moves_of(drawn) > 0);
  CHECK(moves_of(son) == 0);
  CHECK(son.terminal_value(3) == 0); // although in check
  chess::Position::MoveList captures;
  son.generate_captures(captures);
  CHECK(captures.empty());
}

TEST_CASE("other positions are as they are without the game before") {
  const Root plain(rook_ending);
  const auto root = with_draws(rook_ending, {plain.position().key() ^ (Key{1} << 60U)});
  CHECK(root.position().evaluate() == plain.position().evaluate());
  CHECK(moves_of(root.position()) == moves_of(plain.position()));
}

TEST_CASE("mate is worth what it is without the game before") {
  const auto root = with_draws("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", {});
  const auto mate = root.position().after(parse_san(root.position(), "Qg7"));
  CHECK(mate.terminal_value(3) == -win_score(3));
}

TEST_CASE("what cannot be won any more is drawn, but at the root there are moves") {
  const auto root = with_draws("4k3/8/8/8/8/8/3nB3/4K3 w - - 0 1", {});
  const auto bishop = root.position().after(parse_san(root.position(), "Kxd2"));
  CHECK(moves_of(bishop) == 0);
  CHECK(bishop.evaluate() == 0);
  CHECK(moves_of(with_draws("4k3/8/8/8/8/8/4B3/4K3 b - - 0 1", {}).position()) > 0);
  CHECK(moves_of(with_draws("4k3/8/8/8/8/8/3PB3/4K3 b - - 0 1", {}).position()) > 0);
  CHECK(with_draws("4k3/8/8/8/8/8/4B3/4K3 b - - 0 1", {}).position().evaluate() == 0);
  const auto pawn = with_draws("4k3/8/8/8/8/8/3PR3/4K3 b - - 0 1", {});
  CHECK(pawn.position().evaluate() != 0);
}

TEST_CASE("a running clock makes evaluations worth less, until a pawn moves") {
  const Root plain(rook_ending);
  const auto value = plain.position().evaluate();
  CHECK(with_draws(rook_ending, {}, 50).position().evaluate() == value);
  CHECK(with_draws(rook_ending, {}, 75).position().evaluate() == value / 2);
  CHECK(with_draws(rook_ending, {}, 100).position().evaluate() == 0);
  const auto root = with_draws(rook_ending, {}, 75);
  const auto after = [&](const Root& from, std::string_view move) {
    return from.position().after(parse_san(from.position(), move)).evaluate();
  };
  CHECK(after(root, "e4") == after(plain, "e4"));
  CHECK(after(root, "Ra7") == after(plain, "Ra7") / 2);
}
