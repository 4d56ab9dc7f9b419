#include "random_games.hpp"

#include "trees/chess/root.hpp"
#include "trees/perft.hpp"

#include <catch2/catch.hpp>

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

TEST_CASE("perft agrees with published counts") {
  constexpr std::uint64_t largest_count = 1'000'000;
  std::ifstream file{ELDEST_SOURCE_DIR "/tests/trees/chess/chess-perft.epd"};
  int checked = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#'))
      continue;
    std::istringstream parts{line};
    std::string fen;
    std::getline(parts, fen, ';');
    const Root root{fen};
    char separator = 0;
    int depth = 0;
    for (std::uint64_t count = 0; parts.ignore(1) && parts >> depth >> count; parts >> separator)
      if (count <= largest_count) {
        INFO(line << " at depth " << depth);
        REQUIRE(perft(root.position(), depth) == count);
        ++checked;
      }
  }
  CHECK(checked == 873);
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
