#pragma once

#include "trees/chess/oracle.hpp"
#include "trees/chess/position.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace eldest::chess {

/// The root of a search, with the Oracle that evaluates positions. All positions of the search
/// refer to the Oracle, so that the Root must outlive them. A Root may be moved, because the Oracle
/// keeps its address.
class Root {
public:
  explicit Root(const Setup& setup, Settings settings = {}, std::optional<Draws> draws = {})
      : oracle_(std::make_unique<const Oracle>(setup.board, settings, std::move(draws))),
        position_(setup, *oracle_) {}
  /// Throws InputError; see parse_fen.
  explicit Root(std::string_view fen, Settings settings = {});

  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const Oracle& oracle() const { return *oracle_; }

private:
  std::unique_ptr<const Oracle> oracle_;
  Position position_;
};

} // namespace eldest::chess
