#include "trees/chess/attacks.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/random.hpp"

#include <array>
#include <cstdlib>
#include <utility>

namespace eldest::chess {
namespace {

using Step = std::pair<int, int>;
constexpr std::array<Step, 4> bishop_steps{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Step, 4> rook_steps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

Bitboard walk(Square from, const std::array<Step, 4>& steps, Bitboard occupied) {
  Bitboard attacks = 0;
  for (const auto& [files, ranks] : steps)
    for (int f = file_of(from) + files, r = rank_of(from) + ranks; on_board(f, r);
         f += files, r += ranks) {
      attacks |= bit(make_square(f, r));
      if (contains(occupied, make_square(f, r)))
        break;
    }
  return attacks;
}

TEST_CASE("sliders attack up to the first piece in every direction") {
  SplitMix64 random{7};
  for (int trial = 0; trial < 1000; ++trial) {
    const auto occupied = random() & (trial % 2 == 0 ? random() : ~Bitboard{0});
    for (const auto from : Squares{~Bitboard{0}}) {
      REQUIRE(bishop_attacks(from, occupied) == walk(from, bishop_steps, occupied));
      REQUIRE(rook_attacks(from, occupied) == walk(from, rook_steps, occupied));
    }
  }
}

TEST_CASE("knights, kings and pawns attack by their steps") {
  for (const auto from : Squares{~Bitboard{0}})
    for (const auto to : Squares{~Bitboard{0}}) {
      const int files = std::abs(file_of(to) - file_of(from));
      const int up = rank_of(to) - rank_of(from);
      REQUIRE(contains(knight_attacks(from), to) == (files * std::abs(up) == 2));
      REQUIRE(contains(king_attacks(from), to) == (distance(from, to) == 1));
      REQUIRE(contains(pawn_attacks(white, from), to) == (files == 1 && up == 1));
      REQUIRE(contains(pawn_attacks(black, from), to) == (files == 1 && up == -1));
    }
}

TEST_CASE("between and line agree with the attacks of sliders") {
  for (const auto from : Squares{~Bitboard{0}})
    for (const auto to : Squares{~Bitboard{0}}) {
      const bool joined = contains(diagonals(from) | orthogonals(from), to);
      Bitboard inside = 0;
      if (contains(diagonals(from), to))
        inside = bishop_attacks(from, bit(to)) & bishop_attacks(to, bit(from));
      if (contains(orthogonals(from), to))
        inside = rook_attacks(from, bit(to)) & rook_attacks(to, bit(from));
      REQUIRE(between(from, to) == inside);
      REQUIRE(contains(line(from, to), to) == joined);
      REQUIRE((line(from, to) & inside) == inside);
      REQUIRE((line(from, to) == 0) == !joined);
    }
}

} // namespace
} // namespace eldest::chess
