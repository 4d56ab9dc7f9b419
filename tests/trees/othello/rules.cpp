#include "games.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/bits.hpp"
#include "trees/perft.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <vector>

namespace eldest::othello {
namespace {

/// Counts of paths published by Aart Bik (aartbik.blogspot.com/2009/02/perft-for-reversi.html),
/// from depth 1 on.
constexpr std::array<std::uint64_t, 12> published_perft{
    4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636};

void check_perft(int depth) {
  CHECK(perft(start_position, depth) == published_perft.at(static_cast<std::size_t>(depth - 1)));
}

/// Counts the paths of `discs` discs. Passes do not count, and a finished game is one path.
std::uint64_t paths_by_discs(const Position& position, int discs) {
  if (discs == 0)
    return 1;
  const auto moves = legal_moves(position);
  if (moves.empty())
    return 1;
  std::uint64_t paths = 0;
  for (const Move move : moves)
    paths += paths_by_discs(position.after(move), move.is_pass() ? discs : discs - 1);
  return paths;
}

/// Returns the discs that a move turns. This is a second implementation of the rules, square by
/// square.
std::vector<Square> turned_discs(const Position& position, Square square) {
  std::vector<Square> turned;
  for (const int files : {-1, 0, 1})
    for (const int ranks : {-1, 0, 1}) {
      std::vector<Square> line;
      int file = square % 8 + files;
      int rank = square / 8 + ranks;
      const auto on = [&](Bitboard discs) {
        return file >= 0 && file < 8 && rank >= 0 && rank < 8 && contains(discs, 8 * rank + file);
      };
      for (; (files != 0 || ranks != 0) && on(position.opponent()); file += files, rank += ranks)
        line.push_back(8 * rank + file);
      if (!line.empty() && on(position.mover()))
        turned.insert(turned.end(), line.begin(), line.end());
    }
  return turned;
}

std::vector<Move> legal_moves_by_square(const Position& position) {
  std::vector<Move> moves;
  for (Square square = 0; square < square_count; ++square)
    if (contains(position.empty(), square) && !turned_discs(position, square).empty())
      moves.emplace_back(square);
  return moves;
}

Position after_by_square(const Position& position, Move move) {
  Bitboard turned = 0;
  for (const Square square : turned_discs(position, move.square()))
    turned |= bit(square);
  return {position.opponent() & ~turned, position.mover() | turned | bit(move.square()),
          !position.side_to_move()};
}

} // namespace

TEST_CASE("perft agrees with the published counts") {
  for (int depth = 1; depth <= 10; ++depth)
    check_perft(depth);
}

TEST_CASE("perft agrees with the published counts, deeper", "[.][slow]") {
  check_perft(11);
  check_perft(12);
}

TEST_CASE("perft of a finished game is the one path that ends there") {
  const Position over{0, start_position.opponent(), Color::black};
  CHECK(perft(over, 0) == 1);
  CHECK(perft(over, 1) == 1);
  CHECK(perft(over, 5) == 1);
}

TEST_CASE("the 228 games that are over after 9 ply are paths of generic perft, too") {
  CHECK(eldest::perft(start_position, 10) == 24'571'284);
}

TEST_CASE("passes that cost no depth first change the counts at the ninth disc") {
  CHECK(paths_by_discs(start_position, 8) == 390'216);
  CHECK(paths_by_discs(start_position, 9) == 3'005'320);
}

TEST_CASE("moves and flips are those of the rules read square by square") {
  SplitMix64 random{1};
  for (int game = 0; game < 50; ++game)
    for (const Position& position : random_game(random)) {
      const auto expected = legal_moves_by_square(position);
      auto moves = legal_moves(position);
      if (moves == std::vector{Move::pass()})
        moves.clear();
      REQUIRE(moves == expected);
      for (const Move move : moves)
        REQUIRE(position.after(move) == after_by_square(position, move));
    }
}

TEST_CASE("a side without a move passes, as a move that turns nothing") {
  // White's only disc, h1, cannot be turned by Black, but White may play on a1.
  const auto position =
      parse_position("-XXXXXXO-------------------------------------------------------- X");
  REQUIRE(legal_moves(position) == std::vector{Move::pass()});
  const auto next = position.after(Move::pass());
  CHECK(next ==
        parse_position("-XXXXXXO-------------------------------------------------------- O"));
  CHECK(legal_moves(next) == std::vector{Move{0}});
  CHECK(next.key() != position.key());
}

TEST_CASE("passes occur in random games, and never two in a row") {
  SplitMix64 random{2};
  int passes = 0;
  for (int game = 0; game < 100; ++game) {
    const auto positions = random_game(random);
    bool passed = false;
    for (const Position& position : positions) {
      const bool must_pass = legal_moves(position) == std::vector{Move::pass()};
      REQUIRE_FALSE((must_pass && passed));
      passed = must_pass;
      passes += must_pass ? 1 : 0;
    }
    REQUIRE(legal_squares(positions.back().opponent(), positions.back().mover()) == 0);
  }
  CHECK(passes > 50);
}

TEST_CASE("the game is over when neither side can move, with squares left or not") {
  CHECK(legal_moves(Position{0, 0xff, Color::white}).empty());
  CHECK(legal_moves(Position{0xff, 0, Color::white}).empty());
  CHECK(legal_moves(Position{0xffffffff, 0xffffffff00000000, Color::black}).empty());
  CHECK(legal_moves(positions_of(final_1996).back()).empty());
}

TEST_CASE("a game of the World Championship is replayed to its published result") {
  const auto positions = positions_of(final_1996);
  REQUIRE(positions.size() == 61);
  CHECK(count_bits(positions.back().discs(Color::black)) == 29);
  CHECK(count_bits(positions.back().discs(Color::white)) == 35);
}

TEST_CASE("corners, edges and the middle have the right neighbours") {
  CHECK(neighbours(bit(0)) == 0x0000000000000302);
  CHECK(neighbours(bit(63)) == 0x40c0000000000000);
  CHECK(neighbours(bit(31)) == 0x000000c040c00000);
  CHECK(neighbours(bit(27)) == 0x0000001c141c0000);
}

} // namespace eldest::othello
