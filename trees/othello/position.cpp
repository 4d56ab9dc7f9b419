#include "trees/othello/position.hpp"

#include "trees/base/bits.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"
#include "trees/othello/text.hpp"

#include <fmt/core.h>

#include <array>

namespace eldest::othello {
namespace {

using detail::trimmed;

std::string square_name(Square square) {
  return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

std::optional<Color> disc_color(char c) {
  switch (c) {
  case 'X':
  case 'x':
  case '*':
  case 'B':
  case 'b':
    return Color::black;
  case 'O':
  case 'o':
  case 'W':
  case 'w':
    return Color::white;
  default:
    return std::nullopt;
  }
}

Color parse_side(std::string_view text) {
  const auto side = text.size() == 1 ? disc_color(text.front()) : std::nullopt;
  if (!side)
    throw InputError(fmt::format(
        "Othello position: side to move: {} should be X (black) or O (white)", in_quotes(text)));
  return *side;
}

/// Returns Black's discs and White's discs.
std::array<Bitboard, 2> parse_board(std::string_view squares) {
  if (squares.size() != square_count)
    throw InputError(fmt::format(
        "Othello position: board: {} squares, should be 64 (a1, b1, ..., h8)", squares.size()));
  std::array<Bitboard, 2> discs{};
  for (Square square = 0; square < square_count; ++square) {
    const char c = squares[static_cast<std::size_t>(square)];
    if (const auto color = disc_color(c))
      discs.at(static_cast<std::size_t>(*color)) |= bit(square);
    else if (c != '-' && c != '.')
      throw InputError(
          fmt::format("Othello position: square {}: {} should be X (black), O (white) or - (empty)",
                      square_name(square), in_quotes({&c, 1})));
  }
  return discs;
}

/// The values of the squares a1, b1, …, h8: see StaticOrder::squares.
constexpr std::array<int, square_count> square_values{120, -20, 20, 5,  5,  20, -20, 120, //
                                                      -20, -40, -5, -5, -5, -5, -40, -20, //
                                                      20,  -5,  15, 3,  3,  15, -5,  20,  //
                                                      5,   -5,  3,  3,  3,  3,  -5,  5,   //
                                                      5,   -5,  3,  3,  3,  3,  -5,  5,   //
                                                      20,  -5,  15, 3,  3,  15, -5,  20,  //
                                                      -20, -40, -5, -5, -5, -5, -40, -20, //
                                                      120, -20, 20, 5,  5,  20, -20, 120};

/// A number greater than any difference in mobility.
constexpr int class_bonus = 1000;

int class_ordering(Move move, Bitboard empty) {
  if (move.is_pass())
    return 0;
  const Bitboard square = bit(move.square());
  if ((square & corners) != 0)
    return class_bonus;
  return (square & x_squares_beside(corners & empty)) != 0 ? -class_bonus : 0;
}

} // namespace

int Position::ordering(Move move) const {
  if (settings_.order == StaticOrder::squares)
    return move.is_pass() ? 0 : square_values.at(static_cast<std::size_t>(move.square()));
  const Position next = after(move);
  const int mobility = count_bits(legal_squares(next.mover_, next.opponent_));
  const int potential = count_bits(neighbours(next.opponent_) & next.empty());
  return class_ordering(move, empty()) - 2 * mobility - potential;
}

Score Position::evaluate() const {
  const Bitboard own_moves = legal_squares(mover_, opponent_);
  const Bitboard other_moves = legal_squares(opponent_, mover_);
  if ((own_moves | other_moves) == 0)
    return final_value(final_score());
  return heuristic_value(settings_.evaluation, mover_, opponent_, own_moves, other_moves);
}

int Position::final_score() const {
  const int lead = count_bits(mover_) - count_bits(opponent_);
  const int empties = count_bits(empty());
  return lead + empties * ((lead > 0 ? 1 : 0) - (lead < 0 ? 1 : 0));
}

std::uint64_t perft(const Position& position, int depth) {
  Position::MoveList moves;
  if (depth > 0)
    position.generate_moves(moves);
  if (moves.empty())
    return 1;
  if (depth == 1)
    return moves.size();
  std::uint64_t paths = 0;
  for (const Move move : moves)
    paths += perft(position.after(move), depth - 1);
  return paths;
}

Position parse_position(std::string_view text) {
  text = trimmed(text);
  if (text == "startpos")
    return start_position;
  const auto board = text.substr(0, text.find_first_of(detail::blanks));
  const auto [black, white] = parse_board(board);
  const auto side = parse_side(trimmed(text.substr(board.size())));
  return side == Color::black ? Position{black, white, side} : Position{white, black, side};
}

std::string to_text(const Position& position) {
  std::string text(square_count, '-');
  for (Square square = 0; square < square_count; ++square) {
    if (contains(position.discs(Color::black), square))
      text[static_cast<std::size_t>(square)] = 'X';
    if (contains(position.discs(Color::white), square))
      text[static_cast<std::size_t>(square)] = 'O';
  }
  return text + (position.side_to_move() == Color::black ? " X" : " O");
}

std::string to_text(Move move) { return move.is_pass() ? "pass" : square_name(move.square()); }

Move parse_move(const Position& position, std::string_view text) {
  const auto wanted = detail::is_pass(text) ? to_text(Move::pass()) : to_lower(text);
  Position::MoveList moves;
  position.generate_moves(moves);
  std::string legal;
  for (const Move move : moves) {
    const auto name = to_text(move);
    if (name == wanted)
      return move;
    legal += ' ' + name;
  }
  throw InputError(fmt::format("{} is not legal; {}", in_quotes(text),
                               legal.empty() ? "the game is over" : "legal:" + legal));
}

} // namespace eldest::othello
