#include "random_games.hpp"

#include "tests/support/catch.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/root.hpp"
#include "trees/perft.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>

namespace eldest::chess {
namespace {

using test::legal_moves;

std::set<std::string> texts(const Position::MoveList& moves) {
  std::set<std::string> result;
  for (const auto move : moves)
    result.insert(Position::text(move));
  return result;
}

std::set<std::string> captures(const char* fen) {
  const Root root{fen};
  Position::MoveList moves;
  root.position().generate_captures(moves);
  return texts(moves);
}

/// Compares the counts of a file of tests/trees/chess/, except greater ones. Returns their number.
int check_perft(const std::string& name, CastlingRules rules, std::uint64_t largest_count) {
  std::ifstream file{ELDEST_SOURCE_DIR "/tests/trees/chess/" + name};
  int checked = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#'))
      continue;
    std::istringstream parts{line};
    std::string fen;
    std::getline(parts, fen, ';');
    const Root root{parse_fen(fen, rules)};
    char separator = 0;
    int depth = 0;
    for (std::uint64_t count = 0; parts.ignore(1) && parts >> depth >> count; parts >> separator)
      if (count <= largest_count) {
        INFO(line << " at depth " << depth);
        REQUIRE(perft(root.position(), depth) == count);
        ++checked;
      }
  }
  return checked;
}

TEST_CASE("perft agrees with published counts") {
  CHECK(check_perft("chess-perft.epd", CastlingRules::standard, 1'000'000) == 873);
  CHECK(check_perft("chess960-perft.epd", CastlingRules::chess960, 50'000) == 180);
}

TEST_CASE(
    "in Chess960, the rook may hide the king from a rook behind it, and may not castle then") {
  const auto moves = [](const char* fen) {
    return texts(legal_moves(Root{parse_fen(fen, CastlingRules::chess960)}.position()));
  };
  CHECK(moves("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1").contains("e1c1") == false);
  CHECK(moves("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1").contains("e1c1"));
  CHECK(moves("4k3/8/8/8/8/8/8/5RK1 w F - 0 1").contains("g1c1"));
}

TEST_CASE("in Chess960, king and rook may stay or change places") {
  const auto after_castling = [](const char* fen, Square to) {
    const Root root{parse_fen(fen, CastlingRules::chess960)};
    const auto& king_square = root.position().board().king_square(white);
    const auto next = root.position().after(Move(king_square, to, MoveKind::castling));
    CHECK(Position(next.setup(), root.oracle()) == next);
    return to_fen(next.setup());
  };
  CHECK(after_castling("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", g1) == "4k3/8/8/8/8/8/8/5RK1 b - - 0 1");
  CHECK(after_castling("4k3/8/8/8/8/8/8/6KR w H - 0 1", g1) == "4k3/8/8/8/8/8/8/5RK1 b - - 0 1");
  CHECK(after_castling("4k3/8/8/8/8/8/8/K2R3R w H - 0 1", g1) ==
        "4k3/8/8/8/8/8/8/3R1RK1 b - - 0 1");
  CHECK(after_castling("4k3/8/8/8/8/8/8/RK6 w A - 0 1", c1) == "4k3/8/8/8/8/8/8/2KR4 b - - 0 1");
}

TEST_CASE("with root moves, only these are made at the root, and all below it") {
  const auto setup = parse_fen(test::initial_fen);
  const Move knight(g1, f3, MoveKind::quiet);
  const Root root(setup, {.root_moves = {knight}});
  CHECK(texts(legal_moves(root.position())) == std::set<std::string>{"g1f3"});
  const Root whole(setup);
  CHECK(root.position().key() != whole.position().key());
  auto again = root.position();
  for (const auto move : {knight, Move(g8, f6, MoveKind::quiet), Move(f3, g1, MoveKind::quiet),
                          Move(f6, g8, MoveKind::quiet)})
    again = again.after(move);
  CHECK(again.key() == whole.position().key());
  CHECK(legal_moves(again).size() == 20);
}

TEST_CASE("perft of Kiwipete to depth 4 agrees with the published count") {
  const Root root{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"};
  CHECK(perft(root.position(), 4) == 4'085'603);
}

TEST_CASE("a position with 218 moves fits the move list") {
  const Root root{"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"};
  CHECK(legal_moves(root.position()).size() == 218);
}

TEST_CASE("generated moves are appended to the list") {
  const Root root{test::initial_fen};
  auto moves = legal_moves(root.position());
  root.position().generate_moves(moves);
  CHECK(moves.size() == 40);
}

TEST_CASE("codes of legal moves are distinct and not 0") {
  test::play_random_games(3, [](const Position& position) {
    std::set<std::uint32_t> codes{0};
    const auto moves = legal_moves(position);
    for (const auto move : moves)
      codes.insert(move.code());
    REQUIRE(codes.size() == moves.size() + 1);
    REQUIRE(texts(moves).size() == moves.size());
  });
}

TEST_CASE("out of check, generate_captures gives legal captures and promotions to a queen") {
  test::play_random_games(20, [](const Position& position) {
    if (position.in_check())
      return;
    const auto wanted = [&](Move move) {
      return !Position::quiet(move) && (!move.promotes() || move.promotion() == queen);
    };
    auto expected = legal_moves(position);
    expected.erase(std::remove_if(expected.begin(), expected.end(), std::not_fn(wanted)),
                   expected.end());
    Position::MoveList generated;
    position.generate_captures(generated);
    REQUIRE(texts(generated) == texts(expected));
    REQUIRE(position.may_stand_pat());
  });
}

TEST_CASE("in check, generate_captures gives all evasions but quiet ones that give check") {
  int checks = 0;
  test::play_random_games(20, [&](const Position& position) {
    if (!position.in_check())
      return;
    ++checks;
    auto expected = legal_moves(position);
    expected.erase(std::remove_if(expected.begin(), expected.end(),
                                  [&](Move move) {
                                    return Position::quiet(move) && position.after(move).in_check();
                                  }),
                   expected.end());
    Position::MoveList generated;
    position.generate_captures(generated);
    REQUIRE(texts(generated) == texts(expected));
    REQUIRE_FALSE(position.may_stand_pat());
  });
  CHECK(checks > 500);
}

TEST_CASE("a check cannot be answered by a quiet check in quiescence") {
  CHECK(captures("4r3/8/8/7k/8/8/8/4KB2 w - - 0 1") ==
        std::set<std::string>{"e1d1", "e1d2", "e1f2"});
}

} // namespace
} // namespace eldest::chess
