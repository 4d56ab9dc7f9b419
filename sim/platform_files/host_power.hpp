#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace eldest {

/// The power that a host takes, in watts, by the model of SimGrid's plugin host_energy (Heinrich et
/// al., "Predicting the Energy Consumption of MPI Applications at Scale Using a Single Node", IEEE
/// Cluster 2017).
struct HostPower {
  double idle = 0;      ///< while all cores are idle
  double epsilon = 0;   ///< while a core is busy, without the share of the busy cores
  double all_cores = 0; ///< while all cores are busy

  bool operator==(const HostPower&) const = default;

  /// Joules of a host of `cores` cores in `seconds`. A core is busy for `any_busy` of these
  /// seconds. `core_seconds`: sum of the seconds for which the cores are busy.
  [[nodiscard]] double joules(int cores, double seconds, double any_busy,
                              double core_seconds) const {
    return idle * (seconds - any_busy) + epsilon * any_busy +
           (all_cores - epsilon) * core_seconds / cores;
  }
};

/// Name of the property with the power of a host.
inline constexpr const char* power_property = "wattage_per_state";

/// Reads the value of that property, for the speed at index `speed` of
/// `speeds`. The value has "Idle:AllCores" or "Idle:Epsilon:AllCores" for each speed, separated by
/// commas. Without Epsilon, it is Idle. Returns nothing for any other text.
[[nodiscard]] std::optional<HostPower> parse_host_power(std::string_view text, std::size_t speed,
                                                        std::size_t speeds);

} // namespace eldest
