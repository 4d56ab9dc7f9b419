#include "trees/chess/position.hpp"

#include <algorithm>
#include <iterator>

namespace eldest::chess {

namespace {

enum class Wanted { all, captures };

template <Color us> [[nodiscard]] constexpr Bitboard step_forward(Bitboard set) {
  return us == white ? set << 8U : set >> 8U;
}

/// Generates strictly legal moves. A pinned piece stays on its line. A single check is met by
/// capturing the checker or stepping between. The king steps only where nothing attacks it.
template <Color us, Wanted wanted> class Generator {
public:
  Generator(const Position& position, Position::MoveList& moves)
      : position_(position),
        board_(position.board()),
        moves_(moves),
        occupied_(board_.occupied()),
        own_(board_.pieces(us)),
        enemies_(occupied_ ^ own_),
        targets_(wanted == Wanted::captures ? enemies_ : ~own_),
        king_(board_.king_square(us)) {}

  void generate() {
    king_moves();
    if (more_than_one(position_.checkers()))
      return;
    auto allowed = ~Bitboard{0};
    if (position_.in_check())
      allowed = position_.checkers() | between(king_, first(position_.checkers()));
    else if (wanted == Wanted::all)
      castling_moves();

    const auto pinned = pinned_pieces();
    piece_moves(own_ & ~pinned, allowed);
    for (const auto from : Squares{pinned})
      piece_moves(bit(from), allowed & line(king_, from));
    en_passant_moves();
  }

private:
  static constexpr Bitboard last_rank = rank_bits(us == white ? 7 : 0);
  static constexpr Bitboard third_rank = rank_bits(us == white ? 2 : 5);

  [[nodiscard]] bool attacked(Square square, Bitboard occupied) const {
    return (board_.attackers(square, occupied) & enemies_) != 0;
  }

  [[nodiscard]] Bitboard pinned_pieces() const {
    const auto snipers = enemies_ & ((diagonals(king_) & board_.diagonal_sliders()) |
                                     (orthogonals(king_) & board_.orthogonal_sliders()));
    Bitboard pinned = 0;
    for (const auto sniper : Squares{snipers}) {
      const auto screen = between(king_, sniper) & occupied_;
      if (!more_than_one(screen))
        pinned |= screen & own_;
    }
    return pinned;
  }

  void add(Square from, Bitboard targets) {
    for (const auto to : Squares{targets})
      moves_.push_back(
          Move(from, to, contains(occupied_, to) ? MoveKind::capture : MoveKind::quiet));
  }

  void king_moves() {
    const auto without_king = occupied_ ^ bit(king_);
    Bitboard safe = 0;
    for (const auto to : Squares{king_attacks(king_) & targets_})
      if (!attacked(to, without_king))
        safe |= bit(to);
    add(king_, safe);
  }

  void castling_moves() {
    if (position_.may_castle(short_castling(us)))
      castle(position_.castling_rook(short_castling(us)), relative_square(us, g1),
             relative_square(us, f1));
    if (position_.may_castle(long_castling(us)))
      castle(position_.castling_rook(long_castling(us)), relative_square(us, c1),
             relative_square(us, d1));
  }

  /// Generates the castling move to `to` if it is legal. The squares that king and rook pass or go
  /// to must be empty except for these two, and the king's must not be attacked. In Chess960, the
  /// castling rook may have hidden them from a rook behind it.
  void castle(Square rook_from, Square to, Square rook_to) {
    if ((between(king_, rook_from) & occupied_) != 0) // the paths include these squares
      return;
    const auto others = occupied_ & ~(bit(king_) | bit(rook_from));
    const auto king_path = between(king_, to) | bit(to);
    if (((king_path | between(rook_from, rook_to) | bit(rook_to)) & others) != 0)
      return;
    for (const auto square : Squares{king_path})
      if (attacked(square, others))
        return;
    moves_.push_back(Move(king_, to, MoveKind::castling));
  }

  /// Generates the moves of the pieces in `movers`, except the king, to the squares in `allowed`.
  void piece_moves(Bitboard movers, Bitboard allowed) {
    pawn_captures(movers & board_.pawns(), allowed);
    pawn_pushes(movers & board_.pawns(), allowed);
    const auto targets = allowed & targets_;
    for (const auto from : Squares{movers & board_.knights()})
      add(from, knight_attacks(from) & targets);
    for (const auto from : Squares{movers & board_.diagonal_sliders()})
      add(from, bishop_attacks(from, occupied_) & targets);
    for (const auto from : Squares{movers & board_.orthogonal_sliders()})
      add(from, rook_attacks(from, occupied_) & targets);
  }

  void pawn_captures(Bitboard pawns, Bitboard allowed) {
    const auto ahead = step_forward<us>(pawns);
    for (const int side : {-1, 1}) {
      const auto targets = shift(ahead, side, 0) & enemies_ & allowed;
      add_promotions(targets & last_rank, forward(us) + side, MoveKind::capture_promotion);
      add_pawn_moves(targets & ~last_rank, forward(us) + side, MoveKind::capture);
    }
  }

  void pawn_pushes(Bitboard pawns, Bitboard allowed) {
    const auto once = step_forward<us>(pawns) & ~occupied_;
    add_promotions(once & last_rank & allowed, forward(us), MoveKind::promotion);
    if constexpr (wanted == Wanted::all) {
      const auto twice = step_forward<us>(once & third_rank) & ~occupied_;
      add_pawn_moves(once & ~last_rank & allowed, forward(us), MoveKind::quiet);
      add_pawn_moves(twice & allowed, 2 * forward(us), MoveKind::double_push);
    }
  }

  void add_pawn_moves(Bitboard targets, int step, MoveKind kind) {
    for (const auto to : Squares{targets})
      moves_.push_back(Move(offset(to, -step), to, kind));
  }

  void add_promotions(Bitboard targets, int step, MoveKind kind) {
    for (const auto to : Squares{targets})
      for (const auto type : {queen, knight, rook, bishop})
        if (wanted == Wanted::all || type == queen)
          moves_.push_back(Move(offset(to, -step), to, kind, type));
  }

  void en_passant_moves() {
    const auto to = position_.en_passant();
    if (to == no_square)
      return;
    for (const auto from : Squares{en_passant_capturers(board_, us, to)})
      moves_.push_back(Move(from, to, MoveKind::en_passant));
  }

  const Position& position_;
  const Board board_;
  Position::MoveList& moves_;
  const Bitboard occupied_;
  const Bitboard own_;
  const Bitboard enemies_;
  const Bitboard targets_;
  const Square king_;
};

template <Wanted wanted> void generate(const Position& position, Position::MoveList& moves) {
  if (position.side_to_move() == white)
    Generator<white, wanted>(position, moves).generate();
  else
    Generator<black, wanted>(position, moves).generate();
}

} // namespace

void Position::generate_moves(MoveList& moves) const {
  if (is_drawn())
    return;
  if (has_root_mark()) [[unlikely]]
    return generate_root_moves(moves);
  generate<Wanted::all>(*this, moves);
}

void Position::generate_root_moves(MoveList& moves) const {
  const auto& chosen = oracle_->settings().root_moves;
  MoveList legal;
  generate<Wanted::all>(*this, legal);
  std::copy_if(legal.begin(), legal.end(), std::back_inserter(moves), [&](Move move) {
    return chosen.empty() || std::find(chosen.begin(), chosen.end(), move) != chosen.end();
  });
}

void Position::generate_captures(MoveList& moves) const {
  if (is_drawn())
    return;
  if (!in_check())
    return generate<Wanted::captures>(*this, moves);
  MoveList evasions;
  generate<Wanted::all>(*this, evasions);
  for (const auto move : evasions)
    if (!quiet(move) || !after(move).in_check())
      moves.push_back(move);
}

} // namespace eldest::chess
