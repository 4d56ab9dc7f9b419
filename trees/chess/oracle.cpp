#include "trees/chess/oracle.hpp"

#include "trees/base/bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace eldest::chess {

namespace {

/// Worth of a term, in centipawns, with all pieces on the board and in an endgame without pieces.
struct Worth {
  int opening = 0;
  int ending = 0;

  constexpr Worth& operator+=(Worth other) {
    opening += other.opening;
    ending += other.ending;
    return *this;
  }
};

constexpr Worth operator*(int factor, Worth worth) {
  return {factor * worth.opening, factor * worth.ending};
}

constexpr std::array<Worth, 7> material{
    {{}, {330, 330}, {490, 520}, {950, 980}, {325, 310}, {95, 110}, {}}}; // by PieceType

constexpr Worth pawn_per_rank_and_file{2, 1}; // times rank, times steps from the edge file
constexpr Worth pawn_supported{6, 8};
constexpr Worth pawn_beside_pawn{5, 4};
constexpr Worth pawn_isolated{-12, -14};
constexpr Worth pawn_doubled{-8, -14};
constexpr Worth pawn_shields_king{14, 0};
constexpr std::array<Worth, 8> pawn_passed{
    {{}, {3, 8}, {6, 14}, {14, 28}, {28, 50}, {50, 85}, {80, 130}, {}}}; // by rank
constexpr Worth passed_per_step_of_enemy_king{0, 5};

constexpr Worth knight_centre{6, 4};
constexpr Worth bishop_centre{2, 2};
constexpr Worth queen_centre{0, 4};
constexpr Worth bishop_scope{4, 4};
constexpr Worth rook_scope{1, 2};
constexpr Worth minor_undeveloped{-16, -4};
constexpr Worth outpost{18, 8};
constexpr Worth driven_off_by_pawn{-14, -8};
constexpr Worth rook_open_file{22, 12};
constexpr Worth rook_half_open_file{11, 8};
constexpr Worth rook_on_seventh{16, 22};
constexpr Worth rook_behind_passed_pawn{4, 18};
constexpr Worth near_enemy_king{2, 1};
constexpr Worth attacks_beside_enemy_king{5, 0};

constexpr Worth king_centre{-5, 9};
constexpr Worth king_advanced{-14, 0};
constexpr Worth king_on_centre_file{-18, 0};
constexpr Worth king_behind_pawn{12, 0};
constexpr Worth king_near_pawn{6, 0};
constexpr Worth king_on_open_file{-14, 0};
constexpr Worth king_from_passed_pawn{0, -4};
constexpr Worth king_from_bare_king{0, -8};
constexpr Worth bare_king_centre{0, 25};

/// The number of steps from the edge: 0 in the corners, 6 on the four squares of the centre.
[[nodiscard]] constexpr int centrality(Square square) {
  const auto from_edge = [](int line) { return std::min(line, 7 - line); };
  return from_edge(file_of(square)) + from_edge(rank_of(square));
}

[[nodiscard]] constexpr Bitboard adjacent_files(int file) {
  return shift(file_bits(file), -1, 0) | shift(file_bits(file), 1, 0);
}

/// All squares of the ranks above a square, as White sees it.
[[nodiscard]] constexpr Bitboard ranks_above(Square square) { return ~rank_1 << (square & 56); }

[[nodiscard]] Board with_colors_swapped(const Board& board) {
  Board swapped;
  for (const auto square : Squares{board.occupied()}) {
    const auto piece = board.piece_on(square);
    swapped.put(make_piece(~color_of(piece), type_of(piece)), relative_square(black, square));
  }
  return swapped;
}

/// The weight of Worth::opening by the pieces left, from 24 with all to 0 with none.
[[nodiscard]] int pieces_left(const Board& board) {
  const auto count = [&](PieceType type) { return count_bits(board.pieces(type)); };
  return std::min(24, count(knight) + count(bishop) + 2 * count(rook) + 4 * count(queen));
}

/// The worth of White's pieces on each square, which depends on all pieces at the root.
class Analysis {
public:
  explicit Analysis(const Board& root)
      : phase_(pieces_left(root)),
        pawns_(root.pieces(pawn)),
        own_pawns_(root.pieces(white, pawn)),
        enemy_pawns_(root.pieces(black, pawn)),
        own_king_(root.king_square(white)),
        enemy_king_(root.king_square(black)),
        beside_enemy_king_(king_attacks(enemy_king_) | bit(enemy_king_)),
        own_king_is_bare_(std::has_single_bit(root.pieces(white))),
        enemy_king_is_bare_(std::has_single_bit(root.pieces(black))) {
    for (const auto square : Squares{own_pawns_})
      if (is_passed(square))
        own_passed_ |= bit(square);
    for (const auto square : Squares{enemy_pawns_}) {
      const auto in_front = adjacent_files(file_of(square)) & ~ranks_above(square);
      enemy_pawns_may_attack_ |= in_front & ~rank_bits(rank_of(square));
      enemy_pawns_attack_ |= pawn_attacks(black, square);
    }
  }

  [[nodiscard]] int value(PieceType type, Square square) const {
    auto worth = material[type];
    worth += placement(type, square);
    return (worth.opening * phase_ + worth.ending * (24 - phase_)) / 24;
  }

private:
  [[nodiscard]] Worth placement(PieceType type, Square square) const {
    switch (type) {
    case pawn:
      return pawn_placement(square);
    case knight:
      return knight_placement(square);
    case bishop:
      return bishop_placement(square);
    case rook:
      return rook_placement(square);
    case queen:
      return queen_placement(square);
    default:
      return king_placement(square);
    }
  }

  [[nodiscard]] Worth pawn_placement(Square square) const {
    const int rank = rank_of(square);
    const int file = file_of(square);
    const auto others = own_pawns_ & ~bit(square);
    auto worth = rank * std::min(file, 7 - file) * pawn_per_rank_and_file;
    if (is_supported(square))
      worth += pawn_supported;
    if ((others & (shift(bit(square), -1, 0) | shift(bit(square), 1, 0))) != 0)
      worth += pawn_beside_pawn;
    if ((others & adjacent_files(file)) == 0)
      worth += pawn_isolated;
    if ((others & file_bits(file)) != 0)
      worth += pawn_doubled;
    if (shields_king(square))
      worth += pawn_shields_king;
    if (is_passed(square)) {
      worth += pawn_passed[static_cast<std::size_t>(rank)];
      worth += distance(enemy_king_, make_square(file, 7)) * passed_per_step_of_enemy_king;
    }
    return worth;
  }

  [[nodiscard]] Worth knight_placement(Square square) const {
    auto worth = centrality(square) * knight_centre;
    worth += minor_placement(square);
    worth += pressure(square, knight_attacks(square));
    return worth;
  }

  [[nodiscard]] Worth bishop_placement(Square square) const {
    const auto attacks = bishop_attacks(square, pawns_);
    auto worth = centrality(square) * bishop_centre;
    worth += count_bits(attacks) * bishop_scope;
    worth += minor_placement(square);
    worth += pressure(square, attacks);
    return worth;
  }

  [[nodiscard]] Worth minor_placement(Square square) const {
    Worth worth;
    if (rank_of(square) == 0)
      worth += minor_undeveloped;
    if (rank_of(square) >= 3 && is_supported(square) && !contains(enemy_pawns_may_attack_, square))
      worth += outpost;
    if (contains(enemy_pawns_attack_, square))
      worth += driven_off_by_pawn;
    return worth;
  }

  [[nodiscard]] Worth rook_placement(Square square) const {
    const auto attacks = rook_attacks(square, pawns_);
    const auto file = file_bits(file_of(square));
    auto worth = count_bits(attacks) * rook_scope;
    worth += pressure(square, attacks);
    if ((file & pawns_) == 0)
      worth += rook_open_file;
    else if ((file & own_pawns_) == 0)
      worth += rook_half_open_file;
    if (rank_of(square) == 6)
      worth += rook_on_seventh;
    if ((file & ranks_above(square) & own_passed_) != 0)
      worth += rook_behind_passed_pawn;
    if (contains(enemy_pawns_attack_, square))
      worth += driven_off_by_pawn;
    return worth;
  }

  [[nodiscard]] Worth queen_placement(Square square) const {
    auto worth = centrality(square) * queen_centre;
    worth += pressure(square, bishop_attacks(square, pawns_) | rook_attacks(square, pawns_));
    if (contains(enemy_pawns_attack_, square))
      worth += driven_off_by_pawn;
    return worth;
  }

  [[nodiscard]] Worth king_placement(Square square) const {
    auto worth = centrality(square) * king_centre;
    worth += rank_of(square) * king_advanced;
    if (file_of(square) == 3 || file_of(square) == 4)
      worth += king_on_centre_file;
    for (const int side : {-1, 0, 1})
      worth += cover(shift(bit(square), side, 0));
    for (const auto passed : Squares{own_passed_})
      worth += distance(square, passed) * king_from_passed_pawn;
    if (enemy_king_is_bare_)
      worth += distance(square, enemy_king_) * king_from_bare_king;
    if (own_king_is_bare_)
      worth += centrality(square) * bare_king_centre;
    return worth;
  }

  /// The worth of the cover that the file of `square` gives to a king on it or beside it. `square`
  /// is a single square or none.
  [[nodiscard]] Worth cover(Bitboard square) const {
    if (square == 0)
      return {};
    if ((own_pawns_ & (square << 8U)) != 0)
      return king_behind_pawn;
    if ((own_pawns_ & (square << 16U)) != 0)
      return king_near_pawn;
    return (own_pawns_ & file_bits(file_of(first(square)))) == 0 ? king_on_open_file : Worth{};
  }

  [[nodiscard]] Worth pressure(Square square, Bitboard attacks) const {
    auto worth = (7 - distance(square, enemy_king_)) * near_enemy_king;
    worth += count_bits(attacks & beside_enemy_king_) * attacks_beside_enemy_king;
    return worth;
  }

  [[nodiscard]] bool is_supported(Square square) const {
    return (pawn_attacks(black, square) & own_pawns_) != 0;
  }

  /// Returns true if no enemy pawn by itself can stop a pawn on `square`.
  [[nodiscard]] bool is_passed(Square square) const {
    const int file = file_of(square);
    return (enemy_pawns_ & ranks_above(square) & (file_bits(file) | adjacent_files(file))) == 0;
  }

  [[nodiscard]] bool shields_king(Square square) const {
    const auto one_ahead = bit(own_king_) << 8U;
    const auto shield = one_ahead | shift(one_ahead, -1, 0) | shift(one_ahead, 1, 0);
    return rank_of(own_king_) <= 1 && contains(shield | (shield << 8U), square);
  }

  int phase_;
  Bitboard pawns_;
  Bitboard own_pawns_;
  Bitboard enemy_pawns_;
  Bitboard own_passed_ = 0;
  Bitboard enemy_pawns_attack_ = 0; ///< squares that enemy pawns attack now
  /// Squares that enemy pawns attack now, or will attack after any number of steps.
  Bitboard enemy_pawns_may_attack_ = 0;
  Square own_king_;
  Square enemy_king_;
  Bitboard beside_enemy_king_;
  bool own_king_is_bare_;
  bool enemy_king_is_bare_;
};

/// Returns, for each square, the castling rights that survive a move from or to that square.
std::array<CastlingRights, square_count> surviving_rights(const Setup& root) {
  std::array<CastlingRights, square_count> rights{};
  rights.fill(white_short | white_long | black_short | black_long);
  const auto lose = [&](Square square, CastlingRight right) {
    rights[square] = static_cast<CastlingRights>(rights[square] & ~right);
  };
  for (const auto color : {white, black})
    for (const auto right : {short_castling(color), long_castling(color)}) {
      lose(root.board.king_square(color), right);
      lose(rook_of(root.rooks, right), right);
    }
  return rights;
}

} // namespace

Oracle::Oracle(const Setup& root, Settings settings, std::optional<Draws> draws)
    : surviving_castling_(surviving_rights(root)),
      castling_rooks_(root.rooks),
      settings_(std::move(settings)),
      draws_(std::move(draws)) {
  const Analysis of_white{root.board};
  const Analysis of_black{with_colors_swapped(root.board)};
  for (const auto type : {bishop, rook, queen, knight, pawn, king})
    for (const auto square : Squares{~Bitboard{0}}) {
      const auto mirrored = relative_square(black, square);
      values_[make_piece(white, type)][square] =
          static_cast<std::int16_t>(of_white.value(type, square));
      values_[make_piece(black, type)][mirrored] =
          static_cast<std::int16_t>(-of_black.value(type, square));
    }
}

Score Oracle::sum(const Board& board) const {
  Score total = 0;
  for (const auto square : Squares{board.occupied()})
    total += value(board.piece_on(square), square);
  return total;
}

} // namespace eldest::chess
