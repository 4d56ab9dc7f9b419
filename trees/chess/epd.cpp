#include "trees/chess/epd.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/one_line.hpp"
#include "trees/chess/notation.hpp"
#include "trees/chess/root.hpp"
#include "trees/chess/san.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <istream>
#include <iterator>
#include <sstream>

namespace eldest::chess {

namespace {

/// Takes an operation off the front of `rest`, with the ; that ends it. A ; within quotation marks
/// does not end an operation.
std::string_view take_operation(std::string_view& rest) {
  bool quoted = false;
  std::size_t end = 0;
  for (; end < rest.size() && (quoted || rest[end] != ';'); ++end)
    if (rest[end] == '"')
      quoted = !quoted;
  if (quoted)
    throw InputError(fmt::format("no closing \" in {}", excerpt(rest)));
  const auto operation = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return operation;
}

EpdOperation parse_operation(std::string_view text) {
  const auto parts = words(text);
  const auto opcode = parts.front();
  if (std::isalpha(static_cast<unsigned char>(opcode.front())) == 0)
    throw InputError(fmt::format("\"{}\" is not an EPD operation: it must begin with a letter",
                                 excerpt(opcode)));
  std::string_view operands;
  if (parts.size() > 1) {
    const auto* const end = parts.back().data() + parts.back().size();
    operands = {parts[1].data(), static_cast<std::size_t>(end - parts[1].data())};
  }
  if (operands.size() >= 2 && operands.find('"', 1) == operands.size() - 1 &&
      operands.front() == '"')
    operands = operands.substr(1, operands.size() - 2);
  return {std::string{opcode}, std::string{operands}};
}

std::vector<EpdOperation> parse_operations(std::string_view text) {
  std::vector<EpdOperation> operations;
  while (!text.empty())
    if (const auto operation = take_operation(text); !words(operation).empty())
      operations.push_back(parse_operation(operation));
  return operations;
}

/// Returns 6 for FEN, 4 for EPD. Two numbers after the position are FEN's clocks, because EPD
/// operations cannot begin with a digit.
std::size_t fen_field_count(const std::vector<std::string_view>& fields) {
  return fields.size() >= 6 && is_number(fields[4]) && is_number(fields[5]) ? 6 : 4;
}

EpdRecord parse_record(std::string_view text) {
  const auto fields = words(text);
  if (fields.size() < 4)
    throw InputError(fmt::format("\"{}\" is not EPD: it has {} fields, at least 4 are needed",
                                 excerpt(text), fields.size()));
  const auto fen_begin = static_cast<std::size_t>(fields[0].data() - text.data());
  const auto& last = fields[fen_field_count(fields) - 1];
  const auto fen_end = static_cast<std::size_t>(last.data() + last.size() - text.data());

  EpdRecord record;
  record.fen = text.substr(fen_begin, fen_end - fen_begin);
  const Root root{record.fen};
  record.operations = parse_operations(text.substr(fen_end));
  for (const auto& [opcode, operands] : record.operations) {
    if (opcode == "id")
      record.id = operands;
    if (opcode == "bm")
      for (const auto san : words(operands))
        record.best_moves.push_back(parse_san(root.position(), san));
  }
  return record;
}

} // namespace

std::vector<EpdRecord> read_epd(std::istream& in, std::string_view name) {
  std::vector<EpdRecord> records;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const auto parts = words(line);
    if (parts.empty() || parts.front().front() == '#')
      continue;
    try {
      records.push_back(parse_record(line));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", name, number, error.what()));
    }
    auto& record = records.back();
    record.line = number;
    if (record.id.empty())
      record.id = fmt::format("#{}", records.size());
    const auto same = std::ranges::find(records, record.id, &EpdRecord::id);
    if (&*same != &record)
      throw InputError(fmt::format("{}:{}: id \"{}\" is that of line {} too, should be unique",
                                   name, number, excerpt(record.id), same->line));
  }
  if (records.empty())
    throw InputError(fmt::format("{}: has no positions", name));
  return records;
}

std::vector<EpdRecord> load_epd(const std::filesystem::path& file) {
  std::istringstream in{read_input_file(file)};
  return read_epd(in, file.string());
}

} // namespace eldest::chess
