#include "trees/chess/position_file.hpp"

#include "trees/base/encoding.hpp"
#include "trees/chess/epd.hpp"

namespace eldest::chess {

PositionList list_positions(std::string_view content, const GameChoice& /*choice*/) {
  return list_lines(as_text(content), [](std::string_view line) -> ListedPosition {
    const auto record = parse_epd(line);
    return {record.id, record.fen};
  });
}

} // namespace eldest::chess
