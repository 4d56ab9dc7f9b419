#include "trees/base/operations.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>

namespace eldest {
namespace {

constexpr std::string_view opcode_characters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/// Returns the length of the text up to the semicolon that ends an operation.
std::size_t operation_length(std::string_view text) {
  bool quoted = false;
  std::size_t end = 0;
  for (; end < text.size() && (quoted || text[end] != ';'); ++end)
    if (text[end] == '"')
      quoted = !quoted;
    else if (quoted && text[end] == '\\')
      ++end;
  if (quoted)
    throw InputError(fmt::format("no closing \" in {}", in_quotes(trim(text))));
  return end;
}

Operation parse_operation(std::string_view text) {
  const auto opcode = text.substr(0, text.find_first_of(" \t=\""));
  if (opcode.empty() || is_digit(opcode.front()) || opcode.front() == '_' ||
      opcode.find_first_not_of(opcode_characters) != std::string_view::npos)
    throw InputError(fmt::format("{} is not an operation: it should begin with a word of letters, "
                                 "digits and _, as in id \"name\"",
                                 in_quotes(text)));
  return {opcode, trim(text.substr(opcode.size()))};
}

} // namespace

void add_operations(std::vector<Operation>& operations, std::string_view text) {
  std::set<std::string_view> opcodes;
  for (const auto& operation : operations)
    opcodes.insert(operation.opcode);
  while (!text.empty()) {
    const auto end = operation_length(text);
    const auto operation = trim(text.substr(0, end));
    if (operation.starts_with('#'))
      return;
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto first_word = operation.substr(0, operation.find_first_of(" \t"));
    if (std::ranges::all_of(first_word, is_digit))
      continue;
    operations.push_back(parse_operation(operation));
    if (!opcodes.insert(operations.back().opcode).second)
      throw InputError(
          fmt::format("{} occurs twice, should occur once", in_quotes(operations.back().opcode)));
  }
}

std::string_view id_of(const std::vector<Operation>& operations) {
  const auto id = std::ranges::find(operations, "id", &Operation::opcode);
  if (id == operations.end())
    return {};
  const auto operand = id->operands;
  const bool quoted = operand.size() >= 2 && operand.front() == '"' && operand.back() == '"';
  return quoted ? operand.substr(1, operand.size() - 2) : operand;
}

void refuse_second_position(std::string_view line,
                            const std::function<bool(std::string_view word)>& begins_position) {
  int positions = 0;
  bool quoted = false;
  for (const auto part : split(line, "\"")) {
    if (!quoted)
      for (const auto word : split(part, " \t;"))
        if (begins_position(word) && ++positions > 1)
          throw InputError(fmt::format(
              "a second position begins at {}, should be on a line of its own", in_quotes(word)));
    quoted = !quoted;
  }
}

} // namespace eldest
