#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace eldest {

/// Reads a time as seconds: a number of seconds, or one with a unit, ns, us, ms, s, min or h, as in
/// "10us". With s, ms, us and ns, the result is the nearest double, so that 10us is 1e-5. Returns
/// nothing for any other text, for infinity and for NaN.
[[nodiscard]] std::optional<double> parse_seconds(std::string_view text);

/// Takes a time, as parse_seconds reads it, off the front of `text`, with all small letters that
/// follow the number. Returns nothing, and leaves `text` unchanged, if `text` does not begin with a
/// time.
[[nodiscard]] std::optional<double> take_seconds(std::string_view& text);

/// Reads a whole number, optionally with a unit: k, M or G for 2^10, 2^20 or 2^30. Sizes of tables
/// are counted so, and 64k is 65536. Returns nothing for any other text, and for a number that is
/// too great.
[[nodiscard]] std::optional<std::int64_t> parse_count(std::string_view text);

/// Takes a number, as parse_count reads it, off the front of `text`. Returns nothing, and leaves
/// `text` unchanged, if `text` does not begin with such a number.
[[nodiscard]] std::optional<std::int64_t> take_count(std::string_view& text);

} // namespace eldest
