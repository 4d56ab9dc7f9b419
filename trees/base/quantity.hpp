#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace eldest {

/// Reads a time: a number of seconds, or one with a unit, ns, us, ms, s, min or h, as in "10us".
/// The result is the number that is nearest to what is written, so that 10us is 1e-5. Nothing if
/// the text is anything else, infinite, or no number.
[[nodiscard]] std::optional<double> parse_seconds(std::string_view text);

/// Takes such a time off the front of a text, with all letters that follow the number.
[[nodiscard]] std::optional<double> take_seconds(std::string_view& text);

/// Reads a whole number, perhaps with a unit: k, M or G for 2^10, 2^20 or 2^30, as sizes of tables
/// are counted, so that 64k is 65536. Nothing if the text is anything else or too great.
[[nodiscard]] std::optional<std::int64_t> parse_count(std::string_view text);

/// Takes such a number off the front of a text.
[[nodiscard]] std::optional<std::int64_t> take_count(std::string_view& text);

} // namespace eldest
