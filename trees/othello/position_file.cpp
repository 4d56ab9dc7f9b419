#include "trees/othello/position_file.hpp"

#include "trees/base/encoding.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"
#include "trees/othello/ggf.hpp"
#include "trees/othello/position_lines.hpp"
#include "trees/othello/text.hpp"
#include "trees/othello/transcripts.hpp"
#include "trees/othello/wthor.hpp"

#include <fmt/core.h>

#include <utility>

namespace eldest::othello {

PositionList list_positions(std::string_view content, const GameChoice& choice) {
  if (is_wthor(content))
    return list_wthor(content, choice);
  const auto text = as_text(content);
  const auto lines = detail::content_lines(text);
  for (const auto& line : lines) {
    if (begins_as_ggf(line.content))
      return list_ggf(text, choice);
    if (begins_as_transcript(line.content))
      return list_transcripts(lines, choice);
    if (begins_as_position(line.content))
      break;
  }
  return list_position_lines(lines);
}

std::vector<ListedPosition> load_positions(const std::filesystem::path& file) {
  auto list = list_positions(read_input_file(file));
  if (list.positions.empty() && list.bad.empty())
    throw InputError(fmt::format("{}: no positions, should have one a line", file.string()));
  require_all(list, file.string());
  return std::move(list.positions);
}

} // namespace eldest::othello
