#include "trees/chess/fen.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"
#include "trees/base/text.hpp"
#include "trees/chess/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <vector>

namespace eldest::chess {

namespace {

constexpr std::array field_names{"pieces",     "side to move",   "castling",
                                 "en passant", "halfmove clock", "move number"};
constexpr std::string_view castling_letters = "KQkq";
constexpr std::array color_names{"White", "Black"};

[[noreturn]] void reject(std::size_t field, const std::string& problem) {
  throw InputError(fmt::format("FEN field {} ({}): {}", field, field_names.at(field - 1), problem));
}

void parse_rank(Board& board, std::string_view text, int rank) {
  int file = 0;
  for (const char c : text) {
    if (c >= '1' && c <= '8') {
      file += c - '0';
    } else if (const auto piece = piece_from_letter(c)) {
      if (file < 8)
        board.put(*piece, make_square(file, rank));
      ++file;
    } else {
      reject(1, fmt::format("\"{}\" in rank {} is neither a piece (PNBRQK, pnbrqk) nor a number of "
                            "empty squares (1 to 8)",
                            c, rank + 1));
    }
  }
  if (file != 8)
    reject(1, fmt::format("rank {} \"{}\" has {} squares, not 8", rank + 1, excerpt(text), file));
}

void check_men(const Board& board, Color color) {
  const auto count = [&](PieceType type) { return std::popcount(board.pieces(color, type)); };
  const auto* const name = color_names.at(color);
  if (count(king) != 1)
    reject(1, fmt::format("{} has {} kings, not 1", name, count(king)));
  if (count(pawn) > 8)
    reject(1, fmt::format("{} has {} pawns, at most 8 are possible", name, count(pawn)));
  const auto promoted = std::max(count(queen) - 1, 0) + std::max(count(rook) - 2, 0) +
                        std::max(count(bishop) - 2, 0) + std::max(count(knight) - 2, 0);
  if (promoted > 8 - count(pawn))
    reject(1, fmt::format("{} has {} pawns and at least {} promoted pieces, more than 8 together",
                          name, count(pawn), promoted));
}

Board parse_pieces(std::string_view text) {
  const auto ranks = split(text, "/");
  if (ranks.size() != 8)
    reject(1, fmt::format("\"{}\" has {} ranks, not 8", excerpt(text), ranks.size()));
  Board board;
  for (int rank = 7; const auto rank_text : ranks)
    parse_rank(board, rank_text, rank--);
  for (const auto color : {white, black})
    check_men(board, color);
  if ((board.pieces(pawn) & (rank_bits(0) | rank_bits(7))) != 0)
    reject(1, fmt::format("there is a pawn on {}, but none can stand on ranks 1 and 8",
                          to_string(first(board.pieces(pawn) & (rank_bits(0) | rank_bits(7))))));
  return board;
}

Color parse_side(std::string_view text) {
  if (text == "w")
    return white;
  if (text == "b")
    return black;
  reject(2, fmt::format("\"{}\" is neither w nor b", excerpt(text)));
}

bool is_file(char letter) {
  return std::string_view("ABCDEFGHabcdefgh").find(letter) != std::string_view::npos;
}

/// A right to castle, and the square of its rook.
struct Castling {
  CastlingRight right;
  Square rook;
};

Castling parse_standard_castling(char c, std::string_view text, const Board& board) {
  const auto index = castling_letters.find(c);
  if (index == std::string_view::npos)
    reject(3, fmt::format("\"{}\" is neither - nor a selection of KQkq{}", excerpt(text),
                          is_file(c) ? "; files are castling rights of Chess960" : ""));
  const auto color = index < 2 ? white : black;
  const auto right = index % 2 == 0 ? short_castling(color) : long_castling(color);
  const auto king_home = relative_square(color, e1);
  const auto rook_home = rook_of(standard_rooks, right);
  if (board.piece_on(king_home) != make_piece(color, king) ||
      board.piece_on(rook_home) != make_piece(color, rook))
    reject(3, fmt::format("{} needs {}'s king on {} and a rook of the same colour on {}", c,
                          color_names.at(color), to_string(king_home), to_string(rook_home)));
  return {right, rook_home};
}

/// Returns the rook that the letter `upper` means, of the rooks on the king's rank, or nothing.
std::optional<Square> castling_rook(char upper, Bitboard rooks, Square king_square) {
  const bool is_file = upper != 'K' && upper != 'Q';
  if (is_file)
    rooks &= file_bits(upper - 'A');
  if (rooks == 0)
    return std::nullopt;
  const auto outermost = upper == 'K' ? last(rooks) : first(rooks);
  if (!is_file && (upper == 'K') != (outermost > king_square))
    return std::nullopt;
  return outermost;
}

std::string place_of_rook(char upper) {
  if (upper == 'K' || upper == 'Q')
    return upper == 'K' ? ", to its right" : ", to its left";
  return fmt::format(", on the file {}", static_cast<char>(upper - 'A' + 'a'));
}

Castling parse_chess960_castling(char c, std::string_view text, const Board& board) {
  if (castling_letters.find(c) == std::string_view::npos && !is_file(c))
    reject(3, fmt::format("\"{}\" is neither - nor a selection of KQkq and A to H, a to h",
                          excerpt(text)));
  const bool is_white = c >= 'A' && c <= 'Z';
  const auto color = is_white ? white : black;
  const auto upper = static_cast<char>(is_white ? c : c - 'a' + 'A');
  const int home = is_white ? 0 : 7;
  const auto king_square = board.king_square(color);
  const auto rook_square =
      castling_rook(upper, board.pieces(color, rook) & rank_bits(home), king_square);
  if (!rook_square || rank_of(king_square) != home)
    reject(3, fmt::format("{} needs {}'s king on rank {} and a rook of the same colour there{}", c,
                          color_names.at(color), home + 1, place_of_rook(upper)));
  return {*rook_square > king_square ? short_castling(color) : long_castling(color), *rook_square};
}

void parse_castling(std::string_view text, CastlingRules rules, Setup& setup) {
  if (text == "-")
    return;
  for (const char c : text) {
    const auto [right, rook] = rules == CastlingRules::standard
                                   ? parse_standard_castling(c, text, setup.board)
                                   : parse_chess960_castling(c, text, setup.board);
    if ((setup.castling & right) != 0)
      reject(3, fmt::format("\"{}\" names {} twice", excerpt(text), c));
    setup.castling |= right;
    setup.rooks[static_cast<std::size_t>(std::countr_zero(unsigned{right}))] = rook;
  }
}

void check_side_to_move(const Board& board, Color side) {
  const auto enemy_king = board.king_square(~side);
  if ((board.attackers(enemy_king, board.occupied()) & board.pieces(side)) != 0)
    reject(2, fmt::format("{} is to move and could capture the king on {}", color_names.at(side),
                          to_string(enemy_king)));
}

Square parse_en_passant(std::string_view text, const Board& board, Color side) {
  if (text == "-")
    return no_square;
  const auto square = parse_square(text);
  if (!square)
    reject(4, fmt::format("\"{}\" is neither - nor a square", excerpt(text)));
  const auto enemy = ~side;
  if (rank_of(*square) != (side == white ? 5 : 2))
    reject(4, fmt::format("{} is not on rank {}, the rank {}'s pawns pass over", text,
                          side == white ? 6 : 3, color_names.at(enemy)));
  const auto from = offset(*square, -forward(enemy));
  const auto to = offset(*square, forward(enemy));
  if (board.piece_on(to) != make_piece(enemy, pawn) || contains(board.occupied(), *square) ||
      contains(board.occupied(), from))
    reject(4, fmt::format("no pawn can have gone from {} over {} to {}", to_string(from), text,
                          to_string(to)));
  return en_passant_capturers(board, side, *square) != 0 ? *square : no_square;
}

void check_clock(std::size_t field, std::string_view text) {
  if (!is_number(text))
    reject(field, fmt::format("\"{}\" is not a whole number", excerpt(text)));
}

std::string rank_text(const Board& board, int rank) {
  std::string text;
  for (int file = 0; file < 8; ++file) {
    const auto piece = board.piece_on(make_square(file, rank));
    if (piece != no_piece)
      text += letter(piece);
    else if (!text.empty() && text.back() >= '1' && text.back() <= '7')
      ++text.back();
    else
      text += '1';
  }
  return text;
}

bool is_standard(const Setup& setup, CastlingRight right) {
  const auto color = right == white_short || right == white_long ? white : black;
  return rook_of(setup.rooks, right) == rook_of(standard_rooks, right) &&
         setup.board.king_square(color) == relative_square(color, e1);
}

std::string castling_text(const Setup& setup) {
  std::string letters;
  std::string files;
  bool standard = true;
  for (const auto right : {white_short, white_long, black_short, black_long}) {
    if ((setup.castling & right) == 0)
      continue;
    letters += castling_letters[static_cast<std::size_t>(std::countr_zero(unsigned{right}))];
    const bool is_white = right == white_short || right == white_long;
    files += static_cast<char>((is_white ? 'A' : 'a') + file_of(rook_of(setup.rooks, right)));
    standard = standard && is_standard(setup, right);
  }
  return letters.empty() ? "-" : standard ? letters : files;
}

} // namespace

Setup parse_fen(std::string_view fen, CastlingRules rules) {
  const auto fields = words(fen);
  if (fields.size() != 4 && fields.size() != 6)
    throw InputError(
        fmt::format("FEN \"{}\" has {} fields, not 4 or 6", excerpt(fen), fields.size()));
  Setup setup;
  setup.board = parse_pieces(fields[0]);
  setup.side_to_move = parse_side(fields[1]);
  check_side_to_move(setup.board, setup.side_to_move);
  parse_castling(fields[2], rules, setup);
  setup.en_passant = parse_en_passant(fields[3], setup.board, setup.side_to_move);
  for (std::size_t field = 5; field <= fields.size(); ++field)
    check_clock(field, fields[field - 1]);
  return setup;
}

std::string to_fen(const Setup& setup) {
  auto pieces = rank_text(setup.board, 7);
  for (int rank = 6; rank >= 0; --rank)
    pieces += '/' + rank_text(setup.board, rank);
  return fmt::format("{} {} {} {} 0 1", pieces, setup.side_to_move == white ? 'w' : 'b',
                     castling_text(setup),
                     setup.en_passant == no_square ? "-" : to_string(setup.en_passant));
}

bool is_possible(const Setup& setup) {
  if (!setup.board.is_valid())
    return false;
  try {
    return parse_fen(to_fen(setup)) == setup;
  } catch (const InputError&) {
    return false;
  }
}

} // namespace eldest::chess
