#include "trees/othello/position_lines.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/text.hpp"
#include "trees/othello/position.hpp"

#include <fmt/core.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>

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

void check_score(std::string_view name, std::string_view value) {
  const auto digits = value.starts_with('+') && !value.starts_with("+-") ? value.substr(1) : value;
  const auto score = to_number<int>(digits);
  if (!score || *score < -64 || *score > 64)
    throw InputError(
        fmt::format("{} should be a number of discs from -64 to +64, as in +38", name));
}

/// The fields of a line after its position.
class Fields {
public:
  explicit Fields(const Position& position) : position_(position) {}

  void read(std::string_view field) {
    const auto name = field.substr(0, field.find_first_of(detail::blanks));
    const auto value = trimmed(field.substr(name.size()));
    if (name == "id") {
      require_first("id");
      id_ = parse_id(value);
    } else if (name == "score") {
      require_first("score");
      check_score(name, value);
    } else if (const auto colon = field.find(':'); colon != std::string_view::npos) {
      const auto move = to_text(parse_move(position_, trimmed(field.substr(0, colon))));
      require_first("move " + move);
      check_score("score of " + move, trimmed(field.substr(colon + 1)));
    } else if (!field.empty() &&
               field.find_first_not_of("+-0123456789") == std::string_view::npos) {
      require_first("score");
      check_score("score", field);
    } else {
      throw InputError(
          fmt::format("unknown field {}, should be id, score or a move with its score, as in D3:+2",
                      in_quotes(name)));
    }
  }

  [[nodiscard]] const std::string& id() const { return id_; }

private:
  void require_first(const std::string& name) {
    if (!seen_.insert(name).second)
      throw InputError(fmt::format("{} occurs twice, should occur once", name));
  }

  Position position_;
  std::string id_;
  std::set<std::string> seen_;
};

ListedPosition parse_line(std::string_view line) {
  const auto position = parse_position(take_field(line));
  Fields fields(position);
  while (!trimmed(line).empty())
    fields.read(take_field(line));
  return {fields.id(), to_text(position)};
}

} // namespace

bool begins_as_position(std::string_view line) {
  return line.size() > 1 &&
         line.substr(0, 2).find_first_not_of("-.*XxBbOoWw") == std::string_view::npos;
}

PositionList list_position_lines(const std::vector<detail::Line>& lines) {
  PositionLister lister;
  for (const auto& line : lines)
    lister.add(line.number, [&] { return parse_line(line.content); });
  return std::move(lister).list();
}

} // namespace eldest::othello
