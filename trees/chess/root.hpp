#pragma once

#include "trees/chess/oracle.hpp"
#include "trees/chess/position.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace eldest::chess {

/// The root of a search, with the Oracle that evaluates positions. All positions of the search
/// refer to the Oracle, so that the Root must outlive them. A Root may be moved, because the Oracle
/// keeps its address.
class Root {
public:
  /// With `draws`, or with root moves in the settings, the position has the `root_mark`.
  explicit Root(const Setup& setup, Settings settings = {}, std::optional<Draws> draws = {});
  /// Throws InputError; see parse_fen.
  explicit Root(std::string_view fen, Settings settings = {});

  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const Oracle& oracle() const { return *oracle_; }

private:
  std::unique_ptr<const Oracle> oracle_;
  Position position_;
};

} // namespace eldest::chess
