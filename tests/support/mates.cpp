#include "tests/support/mates.hpp"

#include "tests/support/random_trees.hpp"
#include "trees/base/errors.hpp"
#include "trees/chess/root.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace eldest::test {
namespace {

/// The pieces of an endgame, White's in upper case, and the longest mate that is looked for.
struct Endgame {
  std::string_view pieces;
  int most = 0;
};

constexpr std::array<Endgame, 12> endgames{{{"KQk", 4},
                                            {"KRk", 4},
                                            {"KQkp", 3},
                                            {"KQkn", 3},
                                            {"KRRk", 3},
                                            {"KQRk", 2},
                                            {"KQRkr", 2},
                                            {"KQBkp", 2},
                                            {"KRBk", 3},
                                            {"KRNkp", 3},
                                            {"KRRkb", 2},
                                            {"KQQkq", 2}}};

/// Returns a board with the pieces on squares drawn at random, in Forsyth-Edwards Notation. Pawns
/// may be on the first or the last rank.
std::string random_fen(std::string_view pieces, SplitMix64& random) {
  std::string squares(64, '1');
  for (const char piece : pieces) {
    std::size_t at = 0;
    do
      at = static_cast<std::size_t>(draw(random, 0, 63));
    while (squares[at] != '1');
    squares[at] = piece;
  }
  for (std::size_t rank = 7; rank > 0; --rank)
    squares.insert(8 * rank, "/");
  return squares + " w - - 0 1";
}

std::optional<chess::Root> root_of(const std::string& fen) {
  try {
    return chess::Root(fen, {.check_extension = false});
  } catch (const InputError&) { // the kings touch, Black is in check, or a pawn is on the last rank
    return std::nullopt;
  }
}

} // namespace

std::optional<int> MateProver::moves_to_mate(const chess::Position& position, int most) {
  for (int moves = 1; moves <= most; ++moves) {
    if (is_won(position, moves))
      return moves;
  }
  return std::nullopt;
}

bool MateProver::is_won(const chess::Position& position, int moves) {
  chess::Position::MoveList list;
  position.generate_moves(list);
  return std::any_of(list.begin(), list.end(),
                     [&](chess::Move move) { return is_lost(position.after(move), moves - 1); });
}

bool MateProver::is_lost(const chess::Position& position, int moves) {
  if (moves == 0 && !position.in_check())
    return false;
  const auto known = known_[position.key()];
  if (known.lost <= moves || known.not_lost >= moves)
    return known.lost <= moves;
  chess::Position::MoveList list;
  position.generate_moves(list);
  const bool lost = list.empty()
                        ? position.in_check()
                        : moves > 0 && std::all_of(list.begin(), list.end(), [&](auto move) {
                            return is_won(position.after(move), moves);
                          });
  auto& now = known_[position.key()];
  (lost ? now.lost : now.not_lost) = moves;
  return lost;
}

Mate random_mate(SplitMix64& random) {
  while (true) {
    const auto& endgame = endgames[static_cast<std::size_t>(draw(random, 0, endgames.size() - 1))];
    const auto fen = random_fen(endgame.pieces, random);
    const auto root = root_of(fen);
    if (!root)
      continue;
    const auto moves = MateProver().moves_to_mate(root->position(), endgame.most);
    if (moves && *moves > 1)
      return {fen, *moves};
  }
}

} // namespace eldest::test
