#pragma once

#include "tests/support/catch.hpp"
#include "trees/othello/move.hpp"
#include "trees/othello/position_file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace eldest::othello {

/// The position after f5d6c3d3c4.
inline const std::string after_five_moves =
    "------------------XO------XXX------OXX-----O-------------------- O";

/// Returns the position of the only record of `content`.
inline std::string only_position(std::string_view content, const GameChoice& choice = {}) {
  const auto list = list_positions(content, choice);
  CAPTURE(content);
  REQUIRE(list.bad.empty());
  REQUIRE(list.positions.size() == 1);
  return list.positions[0].position;
}

/// Returns the reason for which the only record of `content` is bad.
inline std::string only_reason(std::string_view content) {
  const auto list = list_positions(content);
  CAPTURE(content);
  REQUIRE(list.positions.empty());
  REQUIRE(list.bad.size() == 1);
  return list.bad[0].reason;
}

/// Returns a .wtb file of 2004 with these games, without their passes. At most 255 games.
inline std::string wthor_file(const std::vector<std::vector<Move>>& games) {
  std::string content("\x14\x04\x0b\x0c\0\0\0\0\0\0\xd4\x07\x08\0\x18\0", 16);
  content[4] = static_cast<char>(games.size());
  for (const auto& moves : games) {
    std::string record(8, '\1');
    for (const Move move : moves) {
      if (!move.is_pass())
        record += static_cast<char>(10 * (move.square() / 8) + move.square() % 8 + 11);
    }
    record.resize(68);
    content += record;
  }
  return content;
}

} // namespace eldest::othello
