#pragma once

#include "trees/othello/position_file.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

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

} // namespace eldest::othello
