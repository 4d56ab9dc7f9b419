#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace eldest {

/// What of a link changes during a simulation.
enum class Changing : std::uint8_t { bandwidth, latency, state };

/// What is wrong with a profile, the lines of dates and values by which SimGrid changes something;
/// empty if it is right. Profiles with random values are refused, and those which repeat at once.
[[nodiscard]] std::string mistake_in_profile(std::string_view text, Changing what);

} // namespace eldest
