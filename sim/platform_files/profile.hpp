#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The property of a link or a host that a profile changes during a simulation.
enum class Changing : std::uint8_t { bandwidth, latency, state, speed };

/// Changes of a property, by SimGrid's rules.
struct Profile {
  /// A value that holds from a date on, in seconds since the begin of the profile.
  struct Value {
    double date;
    double value;
  };

  std::vector<Value> values; ///< by date
  double period = 0;         ///< seconds after which the profile begins again; 0 for never
};

/// Returns the mistake in a profile, or "". A profile is lines of dates and values by which SimGrid
/// changes the property `what`. Profiles with random values, and profiles that repeat at once, are
/// refused. So are profiles of a speed by which a host would stop for ever.
[[nodiscard]] std::string mistake_in_profile(std::string_view text, Changing what);

/// Reads a profile without mistakes.
[[nodiscard]] Profile read_profile(std::string_view text, Changing what);

} // namespace eldest
