#pragma once

#include "trees/score.hpp"

#include <limits>
#include <optional>

namespace eldest {

/// The value of a node, or nothing if the value is not known yet. Used instead of
/// std::optional<Score> because a NodeValue fits in one register. A std::optional would be put
/// together in memory whenever a node returns one.
class NodeValue {
public:
  constexpr NodeValue(Score value) : value_(value) {} // implicit, like that of std::optional
  constexpr NodeValue(std::nullopt_t /*none*/) {}

  [[nodiscard]] constexpr explicit operator bool() const { return value_ != unknown; }
  [[nodiscard]] constexpr Score operator*() const { return value_; }

private:
  static constexpr Score unknown = std::numeric_limits<Score>::min(); ///< a score that no node has

  Score value_ = unknown;
};

} // namespace eldest
