#pragma once

#include "trees/base/random.hpp"
#include "trees/chess/setup.hpp"
#include "trees/score.hpp"

#include <array>
#include <cstddef>

/// Zobrist keys: one random word per feature of a position, combined by exclusive or.
namespace eldest::chess::zobrist {

namespace detail {

struct Words {
  std::array<std::array<Key, square_count>, piece_count> pieces{};
  std::array<Key, std::size_t{2} * root_mark> castling{};
  std::array<Key, 8> en_passant{};
  Key black_to_move{};
};

inline constexpr auto words = [] {
  Words table;
  SplitMix64 random{0x636865737321};
  for (auto& squares : table.pieces)
    for (auto& word : squares)
      word = random();
  for (std::size_t rights = 0; rights < root_mark; ++rights)
    table.castling[rights] = random();
  for (auto& word : table.en_passant)
    word = random();
  table.black_to_move = random();
  const Key root = random();
  for (std::size_t rights = 0; rights < root_mark; ++rights)
    table.castling[rights | root_mark] = table.castling[rights] ^ root;
  return table;
}();

} // namespace detail

[[nodiscard]] constexpr Key piece(Piece piece, Square square) {
  return detail::words.pieces[piece][square];
}
[[nodiscard]] constexpr Key castling(CastlingRights rights) {
  return detail::words.castling[rights];
}
[[nodiscard]] constexpr Key en_passant(Square square) {
  return square == no_square ? 0
                             : detail::words.en_passant[static_cast<std::size_t>(file_of(square))];
}
inline constexpr Key black_to_move = detail::words.black_to_move;

} // namespace eldest::chess::zobrist
