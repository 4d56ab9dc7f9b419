#include "sim/machines/simulated/platform.hpp"

#include <algorithm>

namespace eldest {

RouteSpeed Platform::speed_of(const Route& route) const {
  RouteSpeed speed;
  for (const auto link : route.links) {
    const auto crossings = links()[link].shared ? std::ranges::count(route.links, link) : 1;
    speed.crossings = std::max(speed.crossings, crossings);
    speed.seconds_per_byte = std::max(speed.seconds_per_byte, static_cast<double>(crossings) *
                                                                  (1 / links()[link].bandwidth));
  }
  return speed;
}

} // namespace eldest
