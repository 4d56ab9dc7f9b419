#include "trees/chess/san.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"
#include "trees/chess/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

namespace eldest::chess {

namespace {

constexpr Bitboard any_square = ~Bitboard{0};

/// The properties of a move that its text gives.
struct Pattern {
  std::optional<PieceType> type; ///< nothing: any piece
  Bitboard from = any_square;
  Bitboard to = any_square;
  PieceType promotion = no_type;
  bool castles = false;
  bool captures = false; ///< true if the text cannot mean a quiet move
};

std::optional<Pattern> castling_pattern(std::string_view text, Color side) {
  const auto is = [&](std::string_view castling) {
    return std::ranges::equal(text, castling, [](char c, char o) {
      return c == o || (o == 'O' && (c == '0' || c == 'o'));
    });
  };
  if (!is("O-O") && !is("O-O-O"))
    return std::nullopt;
  return Pattern{
      .type = king, .to = bit(relative_square(side, is("O-O") ? g1 : c1)), .castles = true};
}

/// Takes the marks of check, mate, annotation and en passant off the end of a move.
std::string_view without_marks(std::string_view text) {
  for (const std::string_view mark : {"e.p.", "ep"})
    if (text.ends_with(mark))
      text.remove_suffix(mark.size());
  return text.substr(0, text.find_last_not_of("+#!?") + 1);
}

/// Takes a promotion, as in "=Q", "/Q", "Q" or "q", off the end of a pawn's move. Returns no_type
/// without one.
PieceType take_promotion(std::string_view& text) {
  const auto piece = text.size() < 3 ? std::nullopt : piece_from_letter(text.back());
  const auto before = text.substr(0, text.size() - (piece ? 1 : 0));
  if (!piece || std::string_view("12345678=/").find(before.back()) == std::string_view::npos)
    return no_type;
  text = before.substr(0, before.size() - (before.back() == '=' || before.back() == '/' ? 1 : 0));
  return type_of(*piece);
}

/// Takes a square off the end of `text` and returns it as a set. A pawn's capture may end with the
/// file alone, as in "exd" or "ed". Returns nothing for any other text.
std::optional<Bitboard> take_destination(std::string_view& text, bool is_pawn) {
  const auto is_file = [](char c) { return c >= 'a' && c <= 'h'; };
  if (text.size() < 2)
    return std::nullopt;
  auto to = std::optional<Bitboard>{};
  if (const auto square = parse_square(text.substr(text.size() - 2))) {
    to = bit(*square);
    text.remove_suffix(2);
  } else if (is_pawn && is_file(text.front()) && is_file(text.back())) {
    to = file_bits(text.back() - 'a');
    text.remove_suffix(1);
  }
  return to;
}

/// Returns the squares of departure that `text` allows: file and rank, as far as given, then
/// perhaps the sign of a capture. Returns nothing for any other text.
std::optional<Bitboard> departure(std::string_view text) {
  auto from = any_square;
  if (!text.empty() && std::string_view("x-:").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'h') {
    from &= file_bits(text.front() - 'a');
    text.remove_prefix(1);
  }
  if (!text.empty() && text.front() >= '1' && text.front() <= '8') {
    from &= rank_bits(text.front() - '1');
    text.remove_prefix(1);
  }
  return text.empty() ? std::optional{from} : std::nullopt;
}

std::optional<Pattern> parse_pattern(std::string_view text, Color side) {
  text = without_marks(text);
  if (const auto castling = castling_pattern(text, side))
    return castling;
  Pattern pattern{.type = text.empty() ? std::nullopt : type_from_letter(text.front())};
  if (pattern.type)
    text.remove_prefix(1);
  const bool is_pawn = pattern.type.value_or(pawn) == pawn;
  if (is_pawn)
    pattern.promotion = take_promotion(text);
  const auto to = take_destination(text, is_pawn);
  const auto from = departure(text);
  if (!to || !from)
    return std::nullopt;
  pattern.to = *to;
  pattern.from = *from;
  pattern.captures = std::popcount(*to) > 1;
  if (!pattern.type && std::popcount(*from) > 1)
    pattern.type = pawn;
  return pattern;
}

/// A king's move of two squares means castling if both of its squares are given.
bool fits(const Pattern& pattern, const Position& position, Move move) {
  const auto promotion = move.promotes() ? move.promotion() : no_type;
  const auto type = type_of(position.board().piece_on(move.from()));
  const bool castles = move.is(MoveKind::castling);
  return contains(pattern.to, move.to()) && contains(pattern.from, move.from()) &&
         promotion == pattern.promotion && pattern.type.value_or(type) == type &&
         (castles ? pattern.castles || std::popcount(pattern.from) == 1 : !pattern.castles) &&
         (move.captures() || !pattern.captures);
}

} // namespace

Move parse_san(const Position& position, std::string_view san) {
  if (san == "--" || san == "Z0")
    throw InputError(fmt::format("\"{}\" is a null move, which is not legal in chess", san));
  const auto pattern = parse_pattern(san, position.side_to_move());
  if (!pattern)
    throw InputError(fmt::format(
        "\"{}\" is not a move in standard algebraic notation, like Nf3 or exd8=Q", excerpt(san)));
  Position::MoveList legal;
  position.generate_moves(legal);
  std::vector<Move> fitting;
  std::copy_if(legal.begin(), legal.end(), std::back_inserter(fitting),
               [&](Move move) { return fits(*pattern, position, move); });
  if (fitting.empty())
    throw InputError(fmt::format("\"{}\" is not a legal move", excerpt(san)));
  if (fitting.size() > 1)
    throw InputError(fmt::format("\"{}\" is ambiguous: {} or {}", excerpt(san),
                                 Position::text(fitting[0]), Position::text(fitting[1])));
  return fitting.front();
}

} // namespace eldest::chess
