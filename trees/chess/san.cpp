#include "trees/chess/san.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"
#include "trees/chess/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace eldest::chess {

namespace {

/// The properties of a move that its text gives.
struct Pattern {
  PieceType type = pawn;
  Bitboard from = ~Bitboard{0};
  Square to = no_square;
  PieceType promotion = no_type;
  bool castles = false;
};

std::optional<Pattern> castling_pattern(std::string_view text, Color side) {
  const bool is_short = text == "O-O" || text == "0-0";
  if (!is_short && text != "O-O-O" && text != "0-0-0")
    return std::nullopt;
  Pattern pattern{.type = king, .castles = true};
  pattern.to = relative_square(side, is_short ? g1 : c1);
  return pattern;
}

/// Takes a promotion, as in "=Q" or "Q", off the end of a pawn's move. Returns no_type without one.
PieceType take_promotion(std::string_view& text) {
  if (text.size() < 3)
    return no_type;
  const auto type = type_from_letter(text.back());
  if (!type)
    return no_type;
  text.remove_suffix(1);
  if (text.back() == '=')
    text.remove_suffix(1);
  return *type;
}

/// Returns the squares of departure that `text` allows: file and rank, as far as given, then
/// perhaps the sign of a capture. Returns nothing for any other text.
std::optional<Bitboard> departure(std::string_view text) {
  auto from = ~Bitboard{0};
  if (!text.empty() && (text.back() == 'x' || text.back() == '-'))
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
  text = text.substr(0, text.find_last_not_of("+#!?") + 1);
  if (const auto castling = castling_pattern(text, side))
    return castling;
  Pattern pattern;
  if (!text.empty())
    if (const auto type = type_from_letter(text.front())) {
      pattern.type = *type;
      text.remove_prefix(1);
    }
  if (pattern.type == pawn)
    pattern.promotion = take_promotion(text);
  if (text.size() < 2)
    return std::nullopt;
  const auto to = parse_square(text.substr(text.size() - 2));
  const auto from = departure(text.substr(0, text.size() - 2));
  if (!to || !from)
    return std::nullopt;
  pattern.to = *to;
  pattern.from = *from;
  return pattern;
}

bool fits(const Pattern& pattern, const Position& position, Move move) {
  const auto promotion = move.promotes() ? move.promotion() : no_type;
  return move.to() == pattern.to && contains(pattern.from, move.from()) &&
         promotion == pattern.promotion && move.is(MoveKind::castling) == pattern.castles &&
         type_of(position.board().piece_on(move.from())) == pattern.type;
}

} // namespace

Move parse_san(const Position& position, std::string_view san) {
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
    throw InputError(fmt::format("\"{}\" is not a legal move", san));
  if (fitting.size() > 1)
    throw InputError(fmt::format("\"{}\" is ambiguous: {} or {}", san, Position::text(fitting[0]),
                                 Position::text(fitting[1])));
  return fitting.front();
}

} // namespace eldest::chess
