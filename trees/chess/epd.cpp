#include "trees/chess/epd.hpp"

#include "trees/base/encoding.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/operations.hpp"
#include "trees/base/position_list.hpp"
#include "trees/base/text.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/notation.hpp"
#include "trees/chess/root.hpp"
#include "trees/chess/san.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace eldest::chess {

namespace {

/// Returns true if `word` is the first field of a position, perhaps with something else before and
/// after its ranks.
bool has_board(std::string_view word) {
  const auto ranks = eldest::split(word, "/");
  return ranks.size() >= 8 && std::all_of(ranks.begin() + 1, ranks.end() - 1, [](auto rank) {
           return !rank.empty() &&
                  rank.find_first_not_of("12345678PNBRQKpnbrqk") == std::string_view::npos;
         });
}

/// Returns the number of words that make the position: 1 for `startpos`, 6 for FEN, 4 for EPD. Two
/// numbers after the fourth are FEN's clocks, because EPD operations cannot begin with a digit.
std::size_t position_words(const std::vector<std::string_view>& words) {
  if (!words.empty() && words[0] == "startpos")
    return 1;
  return words.size() >= 6 && is_number(words[4]) && is_number(words[5]) ? 6 : 4;
}

/// Takes the position off the front of `rest`.
Setup take_position(std::string_view& rest) {
  const auto fields = words(rest.substr(0, rest.find(';')));
  const auto count = position_words(fields);
  if (fields.size() < count)
    throw InputError(fmt::format("{} is not EPD: it has {} fields, at least 4 are needed",
                                 in_quotes(rest), fields.size()));
  const auto& last = fields[count - 1];
  const auto end = static_cast<std::size_t>(last.data() + last.size() - rest.data());
  const auto fen = rest.substr(0, end);
  rest.remove_prefix(end);
  return parse_fen(count == 1 ? start_fen : fen);
}

/// Returns true for opcodes before which suites leave out the semicolon that ends a list of moves.
bool ends_moves(std::string_view word) {
  constexpr std::array<std::string_view, 11> opcodes{"acd", "acn", "acs", "am", "bm", "c0",
                                                     "ce",  "dm",  "id",  "pm", "pv"};
  return std::ranges::find(opcodes, word) != opcodes.end();
}

/// Takes moves off the front of `operands`, up to an opcode.
std::vector<Move> take_moves(const Position& position, std::string_view& operands) {
  std::vector<Move> moves;
  for (const auto word : eldest::split(operands, " \t,")) {
    if (ends_moves(word)) {
      operands.remove_prefix(static_cast<std::size_t>(word.data() - operands.data()));
      return moves;
    }
    if (word.find_first_not_of("+#!?") != std::string_view::npos)
      moves.push_back(parse_san(position, word));
  }
  operands = {};
  return moves;
}

} // namespace

EpdRecord parse_epd(std::string_view line) {
  refuse_second_position(line, has_board);
  auto rest = trim(line);
  const Root root(take_position(rest));
  EpdRecord record{"", to_fen(root.position().setup()), {}};
  std::vector<Operation> operations;
  add_operations(operations, rest);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    auto [opcode, operands] = operations[i];
    if (opcode != "bm" && opcode != "am")
      continue;
    auto moves = take_moves(root.position(), operands);
    if (opcode == "bm")
      record.best_moves = std::move(moves);
    add_operations(operations, operands);
  }
  record.id = id_of(operations);
  return record;
}

std::vector<EpdRecord> load_epd(const std::filesystem::path& file) {
  std::vector<EpdRecord> records;
  const auto list = list_lines(as_text(read_input_file(file)), [&](std::string_view line) {
    const auto& record = records.emplace_back(parse_epd(line));
    return ListedPosition{record.id, record.fen};
  });
  require_all(list, file.string());
  for (std::size_t i = 0; i < records.size(); ++i)
    records[i].id = list.positions[i].id;
  return records;
}

} // namespace eldest::chess
