#include "trees/checkers/notation.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/text.hpp"
#include "trees/checkers/input_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::checkers {
namespace {

std::optional<int> parse_square(std::string_view text) {
  const auto square = to_number<int>(text);
  return square && *square >= 1 && *square <= square_count ? square : std::nullopt;
}

std::optional<Colour> parse_colour(std::string_view text) {
  if (text == "B")
    return Colour::black;
  if (text == "W")
    return Colour::white;
  return std::nullopt;
}

std::string_view name_of(Colour colour) { return colour == Colour::black ? "Black" : "White"; }

/// The squares of an item of a piece list, a square or a range. The K of the item has been removed.
Bitboard parse_range(std::string_view item) {
  const auto ends = split(item, "-");
  const auto first = parse_square(ends.front());
  const auto last = parse_square(ends.back());
  if (ends.size() > 2 || !first || !last || *first > *last)
    throw InputError{fmt::format(
        "{} is not a square from 1 to 32 or a range such as 1-12, with K before it for kings",
        in_quotes(item))};
  return square_range(*first, *last);
}

void place(Board& board, Colour colour, std::string_view item) {
  const bool king = item.starts_with('K');
  const auto squares = parse_range(item.substr(king ? 1 : 0));
  if (const auto taken = squares & ~board.empty(); taken != 0)
    throw InputError{fmt::format("square {} has a piece already", first_square(taken))};
  if (const auto crowned = squares & king_row(colour); crowned != 0 && !king)
    throw InputError{fmt::format("a man on {0} would be a king, K{0}", first_square(crowned))};
  board.of(colour) |= squares;
  board.kings |= king ? squares : 0;
}

void place_all(Board& board, Colour colour, std::string_view list) {
  if (list.empty())
    return;
  for (const auto item : split(list, ","))
    place(board, colour, item);
  const auto count = std::popcount(board.of(colour));
  if (count > max_pieces_per_side)
    throw InputError{fmt::format("{} pieces, but a side has at most 12", count)};
}

/// The board of a FEN's three fields. Error messages start with the field's name.
Board parse_fields(const std::vector<std::string_view>& fields) {
  Board board;
  const auto turn = parse_colour(fields[0]);
  if (!turn)
    throw InputError{fmt::format("side to move {}: should be B or W", in_quotes(fields[0]))};
  board.turn = *turn;

  const auto first = parse_colour(fields[1].substr(0, 1));
  const auto second = parse_colour(fields[2].substr(0, 1));
  if (!first || !second || first == second)
    throw InputError{fmt::format("pieces {} and {}: one list should start with W, the other with B",
                                 in_quotes(fields[1]), in_quotes(fields[2]))};
  for (const auto& [colour, list] : {std::pair{*first, fields[1]}, std::pair{*second, fields[2]}})
    try {
      place_all(board, colour, list.substr(1));
    } catch (const InputError& error) {
      throw InputError{fmt::format("{}'s pieces: {}", name_of(colour), error.what())};
    }
  return board;
}

std::string piece_list(const Board& board, Colour colour) {
  std::vector<std::string> items;
  for (auto pieces = board.of(colour); pieces != 0;) {
    const auto square = pop_first(pieces);
    items.push_back(
        fmt::format("{}{}", (board.kings & square) != 0 ? "K" : "", first_square(square)));
  }
  return joined(items);
}

/// The moves as error messages list them: "9-13, 9-14".
std::string listed(const MoveList<Move>& moves) {
  std::vector<std::string> texts;
  for (const auto move : moves)
    texts.push_back(to_string(move));
  return joined(texts, ", ");
}

/// Returns the squares of a move's text, such as 22, 15 and 8 of "22x15x8". Nothing if it is no
/// move.
std::vector<int> parse_path(std::string_view text) {
  std::vector<int> squares;
  for (const auto part : split(text, "-x:"))
    squares.push_back(parse_square(part).value_or(0));
  return squares;
}

/// Returns true for the fields that PDN 3.0 has after the pieces, as in H0 and F1.
bool is_clock(std::string_view field) {
  return field.size() > 1 && (field[0] == 'H' || field[0] == 'F') &&
         std::all_of(field.begin() + 1, field.end(), is_digit);
}

/// Returns a FEN in capital letters and without blanks, full stops and quotation marks. A comma
/// takes the place of blanks between two pieces.
std::string normalised(std::string_view text) {
  constexpr std::string_view ignored = " \t\r\n.\"";
  std::string result;
  for (auto begin = text.find_first_not_of(ignored); begin != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(ignored, begin), text.size());
    for (const char c : text.substr(begin, end - begin)) {
      const bool lower = c == 'b' || c == 'w' || c == 'k' || c == 'h' || c == 'f';
      result += lower ? static_cast<char>(c - 'a' + 'A') : c;
    }
    begin = text.find_first_not_of(ignored, end);
    if (begin != std::string_view::npos && is_digit(result.back()) &&
        (is_digit(text[begin]) || text[begin] == 'K' || text[begin] == 'k'))
      result += ',';
  }
  return result;
}

} // namespace

Position parse_position(std::string_view text) {
  if (trim(text) == "startpos")
    return Position{};
  const auto content = normalised(text);
  auto fields = split(content, ":");
  while (fields.size() > 3 && is_clock(fields.back()))
    fields.pop_back();
  if (fields.size() != 3)
    throw InputError{Subject::position,
                     fmt::format("{}: should be startpos or three fields such as B:W21-32:B1-12",
                                 in_quotes(text))};
  try {
    return Position{parse_fields(fields)};
  } catch (const InputError& error) {
    throw InputError{Subject::position, fmt::format("{}: {}", in_quotes(text), error.what())};
  }
}

std::string fen(const Position& position) {
  const auto& board = position.board();
  return fmt::format("{}:W{}:B{}", board.turn == Colour::black ? 'B' : 'W',
                     piece_list(board, Colour::white), piece_list(board, Colour::black));
}

Move parse_move(const Position& position, std::string_view text) {
  const auto path = parse_path(text);
  MoveList<Move> legal;
  position.generate_moves(legal);
  MoveList<Move> candidates;
  for (const auto move : legal) {
    if (parse_path(to_string(move)) == path)
      return move;
    if (path == std::vector{move.from(), move.to()})
      candidates.push_back(move);
  }
  if (candidates.empty())
    throw InputError{fmt::format("{} is not a legal move; legal: {}", in_quotes(text),
                                 legal.empty() ? "none" : listed(legal))};
  const auto result = position.after(candidates.front());
  if (!std::all_of(candidates.begin(), candidates.end(),
                   [&](Move move) { return position.after(move) == result; }))
    throw InputError{fmt::format("{} may be any of {}", in_quotes(text), listed(candidates))};
  return candidates.front();
}

} // namespace eldest::checkers
