#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace eldest {

/// A kind of number with a unit, as SimGrid reads it. `units` are without prefixes. `least` and
/// `most` are in the first unit.
struct Quantity {
  std::string_view what;
  std::span<const std::string_view> units;
  double least;
  double most;
};

/// The quantities of a platform file. No machine has greater ones. They could lose the small times
/// in a sum.
namespace quantities {
extern const Quantity speed;
extern const Quantity unused_speed; ///< of a pstate that is not used
extern const Quantity bandwidth;
extern const Quantity time_span;
} // namespace quantities

/// Returns the value of `text` in the quantity's first unit. Returns nothing unless `text` is a
/// number in the range of the quantity, with a unit that SimGrid knows.
[[nodiscard]] std::optional<double> parse_quantity(std::string_view text, const Quantity& quantity);

/// Returns true if `parse_quantity` returns a value.
[[nodiscard]] bool is_quantity(std::string_view text, const Quantity& quantity);

/// Reads a whole number from 0 to 1e15, or returns nothing.
[[nodiscard]] std::optional<std::int64_t> parse_whole(std::string_view text);

/// Returns true for three coordinates in milliseconds, of which the last is a height, 0 or more.
[[nodiscard]] bool are_coordinates(std::string_view text);

} // namespace eldest
