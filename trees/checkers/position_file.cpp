#include "trees/checkers/position_file.hpp"

#include "trees/base/encoding.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/operations.hpp"
#include "trees/base/text.hpp"
#include "trees/checkers/notation.hpp"

#include <algorithm>
#include <array>

namespace eldest::checkers {
namespace {

/// Returns true if `word` has the side to move and the colour of the first pieces, as in "B:W21".
bool has_side(std::string_view word) {
  const auto text = to_lower(word);
  constexpr std::array<std::string_view, 4> starts{"b:w", "w:b", "b:b", "w:w"};
  return std::ranges::any_of(
      starts, [&](std::string_view start) { return text.find(start) != std::string::npos; });
}

ListedPosition parse_record(std::string_view line) {
  refuse_second_position(line, has_side);
  const auto position = line.substr(0, line.find(';'));
  std::vector<Operation> operations;
  add_operations(operations, line.substr(position.size()));
  return {std::string(id_of(operations)), fen(parse_position(position))};
}

} // namespace

PositionList list_positions(std::string_view content, const GameChoice& /*choice*/) {
  return list_lines(as_text(content), parse_record);
}

std::vector<NamedPosition> load_positions(const std::filesystem::path& path) {
  const auto list = list_positions(read_input_file(path));
  require_all(list, path.string());
  std::vector<NamedPosition> positions;
  for (const auto& [id, position, line] : list.positions)
    positions.push_back({id, parse_position(position)});
  return positions;
}

} // namespace eldest::checkers
