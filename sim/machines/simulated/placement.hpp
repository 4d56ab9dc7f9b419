#pragma once

#include "sim/machines/simulated/platform.hpp"

#include <compare>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace eldest {

/// Returns the natural order of two names. Runs of digits compare as numbers, so that "n2" is
/// before "n10".
[[nodiscard]] std::strong_ordering natural_order(std::string_view left, std::string_view right);

/// Returns the indices of the names in their natural order, and by characters where that is equal.
[[nodiscard]] std::vector<std::size_t> in_natural_order(std::span<const std::string_view> names);

/// Returns the indices of the hosts that a placement chooses, in its order. `names`: of all hosts,
/// in natural order. Throws InputError for a name that no host has, and for a platform without
/// hosts.
[[nodiscard]] std::vector<std::size_t> choose_hosts(std::span<const std::string_view> names,
                                                    const PlatformFile& platform,
                                                    const Placement& placement);

/// Returns the index of every rank's host, for hosts with such numbers of cores. Throws InputError
/// if they have more cores together than fit in memory as processors.
[[nodiscard]] std::vector<int> places_of_ranks(std::span<const int> cores,
                                               const PlatformFile& platform,
                                               const Placement& placement);

/// Returns the numbers of switches, by host. `positions`: of the hosts in their cluster, which has
/// `hosts_on_switch` consecutive positions on each switch. The first host's switch is number 0.
[[nodiscard]] std::vector<std::size_t> number_switches(std::span<const std::size_t> positions,
                                                       std::size_t hosts_on_switch);

} // namespace eldest
