#include "trees/othello/position_file.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/text.hpp"
#include "trees/othello/position.hpp"
#include "trees/othello/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <sstream>
#include <string_view>

namespace eldest::othello {
namespace {

using detail::trimmed;

/// Removes the front of `text` up to and including the next ';'. Returns the part before the ';',
/// without blanks around it.
std::string_view take_field(std::string_view& text) {
  const auto end = text.find(';');
  const auto field = trimmed(text.substr(0, end));
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return field;
}

std::string parse_id(std::string_view value) {
  if (value.size() < 3 || value.front() != '"' || value.back() != '"')
    throw InputError("id should be a text in double quotes, as in id \"FFO-40\";");
  return std::string{value.substr(1, value.size() - 2)};
}

int parse_score(std::string_view value) {
  const auto digits = value.starts_with('+') && !value.starts_with("+-") ? value.substr(1) : value;
  const auto score = to_number<int>(digits);
  if (!score || *score < -64 || *score > 64)
    throw InputError("score should be a number of discs from -64 to +64, as in score +38;");
  return *score;
}

void require_first(bool is_first, std::string_view name) {
  if (!is_first)
    throw InputError(fmt::format("{} occurs twice, should occur once", name));
}

void parse_field(std::string_view field, PositionRecord& record) {
  const auto name = field.substr(0, field.find_first_of(detail::blanks));
  const auto value = trimmed(field.substr(name.size()));
  if (name == "id") {
    require_first(record.id.empty(), name);
    record.id = parse_id(value);
  } else if (name == "score") {
    require_first(!record.score, name);
    record.score = parse_score(value);
  } else {
    throw InputError(fmt::format("unknown field {}, should be id or score", in_quotes(name)));
  }
}

PositionRecord parse_line(std::string_view line, int number,
                          std::span<const PositionRecord> before) {
  PositionRecord record;
  record.position = take_field(line);
  record.line = number;
  static_cast<void>(parse_position(record.position));
  while (!trimmed(line).empty())
    parse_field(take_field(line), record);
  if (record.id.empty())
    throw InputError("no id, should have one, as in id \"FFO-40\";");
  const auto same = std::ranges::find(before, record.id, &PositionRecord::id);
  if (same != before.end())
    throw InputError(fmt::format("id {} is that of line {} too, should be unique",
                                 in_quotes(record.id), same->line));
  return record;
}

} // namespace

std::vector<PositionRecord> load_positions(const std::filesystem::path& file) {
  std::istringstream input(read_input_file(file));
  std::vector<PositionRecord> records;
  std::string text;
  for (int line = 1; std::getline(input, text); ++line) {
    const auto content = trimmed(text);
    if (content.empty() || content.starts_with('#'))
      continue;
    try {
      records.push_back(parse_line(content, line, records));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", file.string(), line, error.what()));
    }
  }
  if (records.empty())
    throw InputError(fmt::format("{}: no positions, should have one a line", file.string()));
  return records;
}

} // namespace eldest::othello
