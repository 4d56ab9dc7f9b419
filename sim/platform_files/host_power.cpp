#include "sim/platform_files/host_power.hpp"

#include "trees/base/text.hpp"

#include <vector>

namespace eldest {
namespace {

/// Reads numbers separated by colons, none negative. Returns nothing for any other text.
std::optional<std::vector<double>> parse_watts(std::string_view text) {
  std::vector<double> watts;
  for (const auto part : split(text, ":")) {
    const auto number = parse_decimal(trim(part));
    if (!number || !(*number >= 0))
      return std::nullopt;
    watts.push_back(*number);
  }
  return watts;
}

} // namespace

std::optional<HostPower> parse_host_power(std::string_view text, std::size_t speed,
                                          std::size_t speeds) {
  const auto states = split(text, ",");
  if (states.size() != speeds)
    return std::nullopt;
  std::vector<HostPower> powers;
  for (const auto state : states) {
    const auto watts = parse_watts(state);
    if (!watts || watts->size() < 2 || watts->size() > 3)
      return std::nullopt;
    powers.push_back(
        {watts->front(), watts->size() == 3 ? (*watts)[1] : watts->front(), watts->back()});
  }
  return powers[speed];
}

} // namespace eldest
