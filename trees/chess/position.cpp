#include "trees/chess/position.hpp"

#include "trees/chess/notation.hpp"
#include "trees/chess/zobrist.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace eldest::chess {

namespace {

/// The value of a piece in an exchange, in centipawns, by PieceType.
constexpr std::array<Score, 7> exchange_value{0, 330, 500, 950, 320, 100, 20'000};

/// The square of the pawn that is captured en passant on `target`.
[[nodiscard]] constexpr Square en_passant_victim(Square target) {
  return static_cast<Square>(target ^ 8);
}

[[nodiscard]] constexpr bool is_short(Move castling) {
  return file_of(castling.to()) == file_of(g1);
}

/// The square that the rook goes to when the king castles.
[[nodiscard]] constexpr Square rook_after(Move castling) {
  return offset(castling.to(), is_short(castling) ? -1 : 1);
}

} // namespace

Position::Position(const Setup& setup, const Oracle& oracle)
    : board_(setup.board),
      oracle_(&oracle),
      score_(oracle.sum(setup.board)),
      side_(setup.side_to_move),
      castling_(setup.castling),
      en_passant_(setup.en_passant) {
  for (const auto square : Squares{board_.occupied()})
    key_ ^= zobrist::piece(board_.piece_on(square), square);
  key_ ^= zobrist::castling(castling_) ^ zobrist::en_passant(en_passant_);
  if (side_ == black)
    key_ ^= zobrist::black_to_move;
  checkers_ =
      board_.attackers(board_.king_square(side_), board_.occupied()) & board_.pieces(~side_);
}

Position Position::after(Move move) const {
  auto next = *this;
  const auto piece = board_.piece_on(move.from());
  if (move.captures()) {
    const auto victim = move.is(MoveKind::en_passant) ? en_passant_victim(move.to()) : move.to();
    next.remove_piece(board_.piece_on(victim), victim);
  }
  if (move.promotes()) {
    next.remove_piece(piece, move.from());
    next.put_piece(make_piece(side_, move.promotion()), move.to());
  } else if (move.is(MoveKind::castling)) {
    next.castle(move);
  } else {
    next.move_piece(piece, move.from(), move.to());
  }
  next.set_castling(castling_ & oracle_->surviving_castling(move.from()) &
                    oracle_->surviving_castling(move.to()));
  next.pass_turn(move);
  next.last_to_ = move.to();
  return next;
}

bool Position::may_pass() const {
  const auto own = board_.pieces(side_);
  return !in_check() && (own & ~(board_.pieces(king) | board_.pieces(pawn))) != 0;
}

bool Position::operator==(const Position& other) const {
  const auto compared = [](const Position& position) {
    return std::tie(position.key_, position.board_, position.side_, position.castling_,
                    position.en_passant_, position.oracle_);
  };
  return compared(*this) == compared(other);
}

Position Position::after_pass() const {
  auto next = *this;
  next.pass_turn(Move{});
  next.last_to_ = no_square;
  return next;
}

void Position::move_piece(Piece piece, Square from, Square to) {
  board_.move(piece, from, to);
  key_ ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
  score_ += oracle_->value(piece, to) - oracle_->value(piece, from);
}

void Position::put_piece(Piece piece, Square square) {
  board_.put(piece, square);
  key_ ^= zobrist::piece(piece, square);
  score_ += oracle_->value(piece, square);
}

void Position::remove_piece(Piece piece, Square square) {
  board_.remove(piece, square);
  key_ ^= zobrist::piece(piece, square);
  score_ -= oracle_->value(piece, square);
}

Square Position::castling_rook(Move move) const {
  return castling_rook(is_short(move) ? short_castling(side_) : long_castling(side_));
}

/// In Chess960, king and rook may change places, or one of them may stay.
void Position::castle(Move move) {
  const auto king_code = make_piece(side_, king);
  const auto rook_code = make_piece(side_, rook);
  remove_piece(king_code, move.from());
  remove_piece(rook_code, castling_rook(move));
  put_piece(king_code, move.to());
  put_piece(rook_code, rook_after(move));
}

void Position::set_castling(CastlingRights rights) {
  key_ ^= zobrist::castling(castling_) ^ zobrist::castling(rights);
  castling_ = rights;
}

void Position::pass_turn(Move last) {
  const auto mover = side_;
  side_ = ~mover;
  key_ ^= zobrist::black_to_move ^ zobrist::en_passant(en_passant_);
  en_passant_ = no_square;
  if (last.is(MoveKind::double_push)) {
    const auto passed = offset(last.from(), forward(mover));
    if (en_passant_capturers(board_, side_, passed) != 0)
      en_passant_ = passed;
    key_ ^= zobrist::en_passant(en_passant_);
  }
  checkers_ = board_.attackers(board_.king_square(side_), board_.occupied()) & board_.pieces(mover);
}

Score Position::exchange(Move move) const {
  const auto to = move.to();
  auto occupied = board_.occupied() ^ bit(move.from());
  if (move.is(MoveKind::en_passant))
    occupied ^= bit(en_passant_victim(to));
  auto at_risk =
      exchange_value[move.promotes() ? move.promotion() : type_of(board_.piece_on(move.from()))];

  // gains[n]: balance of the side that makes capture n, if that capture were the last one.
  std::array<Score, 34> gains{immediate_gain(move)};
  std::size_t captures = 0;
  for (auto side = ~side_;; side = ~side) {
    const auto attackers = board_.attackers(to, occupied) & occupied;
    const auto own = attackers & board_.pieces(side);
    if (own == 0)
      break;
    const auto least = least_valuable(own);
    const auto type = type_of(board_.piece_on(least));
    if (type == king && (attackers & ~own) != 0)
      break;
    ++captures;
    gains[captures] = at_risk - gains[captures - 1];
    at_risk = exchange_value[type];
    occupied ^= bit(least);
  }
  for (; captures > 0; --captures)
    gains[captures - 1] = std::min(gains[captures - 1], -gains[captures]);
  return gains[0];
}

Score Position::immediate_gain(Move move) const {
  Score gain = 0;
  if (move.captures())
    gain += move.is(MoveKind::en_passant) ? exchange_value[pawn]
                                          : exchange_value[type_of(board_.piece_on(move.to()))];
  if (move.promotes())
    gain += exchange_value[move.promotion()] - exchange_value[pawn];
  return gain;
}

Square Position::least_valuable(Bitboard set) const {
  for (const auto type : {pawn, knight, bishop, rook, queen})
    if (const auto found = set & board_.pieces(type); found != 0)
      return first(found);
  return first(set);
}

int Position::ordering(Move move) const {
  const auto piece = board_.piece_on(move.from());
  if (quiet(move)) {
    const auto gain = oracle_->value(piece, move.to()) - oracle_->value(piece, move.from());
    return side_ == white ? gain : -gain;
  }
  if (move.promotes() && move.promotion() != queen)
    return -exchange_value[queen];
  const auto gain = immediate_gain(move);
  const auto risk = exchange_value[type_of(piece)];
  if (gain < risk)
    if (const auto balance = exchange(move); balance < 0)
      return balance;
  // The attacker only decides between equal gains.
  return 16 * gain - std::min(risk, 1000) / 64;
}

int Position::gain(Move move) const {
  const auto piece = board_.piece_on(move.from());
  const auto placed = move.promotes() ? make_piece(side_, move.promotion()) : piece;
  auto gain = oracle_->value(placed, move.to()) - oracle_->value(piece, move.from());
  if (move.captures()) {
    const auto victim = move.is(MoveKind::en_passant) ? en_passant_victim(move.to()) : move.to();
    gain -= oracle_->value(board_.piece_on(victim), victim);
  } else if (move.is(MoveKind::castling)) {
    const auto rooks = make_piece(side_, rook);
    gain += oracle_->value(rooks, rook_after(move)) - oracle_->value(rooks, castling_rook(move));
  }
  return side_ == white ? gain : -gain;
}

std::string Position::text(Move move) {
  auto text = to_string(move.from()) + to_string(move.to());
  if (move.promotes())
    text += letter(make_piece(black, move.promotion()));
  return text;
}

} // namespace eldest::chess
