#include "trees/checkers/position.hpp"

#include "trees/base/random.hpp"
#include "trees/checkers/evaluation.hpp"

#include <array>

namespace eldest::checkers {
namespace {

/// Zobrist keys, by [king][colour][bit].
using PieceKeys = std::array<std::array<std::array<Key, board_bits>, 2>, 2>;

constexpr PieceKeys piece_keys = [] {
  PieceKeys keys{};
  SplitMix64 random{1959};
  for (auto& by_colour : keys)
    for (auto& by_bit : by_colour)
      for (auto& key : by_bit)
        key = random();
  return keys;
}();

constexpr Key white_to_move_key = mix(1959);

void add_steps(const Board& board, MoveList<Move>& moves) {
  for (const auto direction : directions)
    for (auto steppers = board.steppers(board.turn, direction); steppers != 0;)
      moves.push_back(Move::step(first_square(pop_first(steppers)), direction));
}

/// Appends all sequences of jumps of one piece to `moves`, on construction.
class JumpGenerator {
public:
  JumpGenerator(const Board& board, Bitboard piece, MoveList<Move>& moves)
      : turn_(board.turn),
        is_man_((board.kings & piece) == 0),
        empty_(board.empty() | piece),
        moves_(moves) {
    extend(Move::jumps_from(first_square(piece)), piece, board.of(opponent(turn_)));
  }

private:
  /// Appends all paths that continue `path`. Jumped men need not be added to the empty squares,
  /// because a piece never lands where a jumped man can stand.
  void extend(Move path, Bitboard at, Bitboard enemies) {
    bool ended = true;
    for (const auto direction : directions) {
      if (is_man_ && !is_forward(direction, turn_))
        continue;
      const auto over = shifted(at, direction) & enemies;
      const auto to = shifted(over, direction) & empty_;
      if (to == 0)
        continue;
      ended = false;
      extend_or_end(path.with_jump(direction), to, enemies ^ over);
    }
    if (ended && path.is_capture())
      moves_.push_back(path);
  }

  void extend_or_end(Move path, Bitboard at, Bitboard enemies) {
    if (is_man_ && (at & king_row(turn_)) != 0)
      moves_.push_back(path);
    else
      extend(path, at, enemies);
  }

  Colour turn_;
  bool is_man_;
  Bitboard empty_;
  MoveList<Move>& moves_;
};

Score sign_of(Colour colour) { return colour == Colour::black ? 1 : -1; }

Score piece_value(Colour colour, Bitboard square, bool king) {
  return evaluation::piece_values[king ? 1 : 0][static_cast<std::size_t>(colour)]
                                 [static_cast<std::size_t>(std::countr_zero(square))];
}

} // namespace

Position::Position(const Board& board) : key_(board.turn == Colour::white ? white_to_move_key : 0) {
  board_.turn = board.turn;
  for (const auto colour : {Colour::black, Colour::white})
    for (auto pieces = board.of(colour); pieces != 0;) {
      const auto square = pop_first(pieces);
      toggle(colour, square, (board.kings & square) != 0, 1);
    }
}

/// Puts a piece on a square (sign 1) or takes it off (sign -1).
void Position::toggle(Colour colour, Bitboard square, bool king, Score sign) {
  board_.of(colour) ^= square;
  board_.kings ^= king ? square : 0;
  piece_balance_ += sign * sign_of(colour) * piece_value(colour, square, king);
  key_ ^= piece_keys[king ? 1 : 0][static_cast<std::size_t>(colour)]
                    [static_cast<std::size_t>(std::countr_zero(square))];
}

void Position::generate_captures(MoveList<Move>& moves) const {
  Bitboard jumpers = 0;
  for (const auto direction : directions)
    jumpers |= board_.jumpers(board_.turn, direction);
  while (jumpers != 0)
    JumpGenerator(board_, pop_first(jumpers), moves);
}

void Position::generate_moves(MoveList<Move>& moves) const {
  if (board_.can_jump(board_.turn))
    generate_captures(moves);
  else
    add_steps(board_, moves);
}

Position Position::after(Move move) const {
  Position next = *this;
  const auto turn = board_.turn;
  const auto from = square_set(move.from());
  auto [to, captured] = move.effect();
  const bool king = (board_.kings & from) != 0;

  next.toggle(turn, from, king, -1);
  next.toggle(turn, to, king || (to & king_row(turn)) != 0, 1);
  while (captured != 0) {
    const auto square = pop_first(captured);
    next.toggle(opponent(turn), square, (board_.kings & square) != 0, -1);
  }
  next.board_.turn = opponent(turn);
  next.key_ ^= white_to_move_key;
  return next;
}

Score Position::evaluate() const {
  using namespace evaluation;
  const auto own = board_.turn;
  const auto other = opponent(own);
  const int own_steps = step_count(board_, own);
  if (own_steps == 0 && !board_.can_jump(own))
    return terminal_value(0);
  return sign_of(own) * piece_balance_ + back_row(board_, own) - back_row(board_, other) +
         mobility * (own_steps - step_count(board_, other)) + opposition(board_);
}

bool Position::crowns(Move move) const {
  return (square_set(move.from()) & board_.kings) == 0 &&
         (move.effect().to & king_row(board_.turn)) != 0;
}

int Position::ordering(Move move) const {
  const auto turn = board_.turn;
  const auto from = square_set(move.from());
  auto [to, captured] = move.effect();
  const bool king = (board_.kings & from) != 0;
  int gain = piece_value(turn, to, king || crowns(move)) - piece_value(turn, from, king);
  while (captured != 0) {
    const auto square = pop_first(captured);
    gain += piece_value(opponent(turn), square, (board_.kings & square) != 0);
  }
  return gain;
}

bool Position::quiet(Move move) const { return !move.is_capture() && !crowns(move); }

std::size_t Position::history_index(Move move) const {
  const auto colour = static_cast<std::size_t>(board_.turn);
  const auto square = static_cast<std::size_t>(move.from() - 1);
  const auto direction = static_cast<std::size_t>(move.direction());
  return (colour * square_count + square) * directions.size() + direction;
}

} // namespace eldest::checkers
