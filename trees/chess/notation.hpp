#pragma once

#include "trees/chess/types.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The words and letters that FEN, EPD and move notations share.
namespace eldest::chess {

/// The position from which a game starts, in FEN.
inline constexpr std::string_view start_fen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The letters of the piece types, by PieceType.
inline constexpr std::string_view type_letters = "-BRQNPK";

/// The letter of a piece in FEN: upper case for White, lower case for Black.
[[nodiscard]] constexpr char letter(Piece piece) {
  const char upper = type_letters[type_of(piece)];
  return color_of(piece) == white ? upper : static_cast<char>(upper - 'A' + 'a');
}

[[nodiscard]] constexpr std::optional<PieceType> type_from_letter(char upper) {
  const auto index = type_letters.find(upper, 1);
  if (index == std::string_view::npos)
    return std::nullopt;
  return static_cast<PieceType>(index);
}

[[nodiscard]] constexpr std::optional<Piece> piece_from_letter(char c) {
  const bool lower = c >= 'a' && c <= 'z';
  const auto type = type_from_letter(lower ? static_cast<char>(c - 'a' + 'A') : c);
  if (!type)
    return std::nullopt;
  return make_piece(lower ? black : white, *type);
}

/// Reads "a1" to "h8". Returns nothing for any other text.
[[nodiscard]] constexpr std::optional<Square> parse_square(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
    return std::nullopt;
  return make_square(text[0] - 'a', text[1] - '1');
}

/// Returns true if `text` is one or more decimal digits.
[[nodiscard]] constexpr bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The parts of a text between white space.
[[nodiscard]] std::vector<std::string_view> words(std::string_view text);

/// Returns `text` for a message, with "?" for control characters and bytes beyond ASCII.
[[nodiscard]] std::string printable(std::string_view text);

/// Returns `text` for a message: printable, in double quotes, and cut off after 60 characters.
[[nodiscard]] std::string quoted(std::string_view text);

} // namespace eldest::chess
