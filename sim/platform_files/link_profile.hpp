#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace eldest {

/// The property of a link that a profile changes during a simulation.
enum class Changing : std::uint8_t { bandwidth, latency, state };

/// Returns the mistake in a profile, or "". A profile is lines of dates and values by which SimGrid
/// changes the property `what`. Profiles with random values, and profiles that repeat at once, are
/// refused.
[[nodiscard]] std::string mistake_in_profile(std::string_view text, Changing what);

} // namespace eldest
