#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace pugi {
class xml_node;
}

namespace eldest {

/// Returns the number of hosts of a radical such as "0-15,20", or nothing if the radical is wrong.
[[nodiscard]] std::optional<double> count_radical(std::string_view text);

/// Returns true for whole numbers from 1 to 16384, as in "2;4,4;1,2;1,1".
[[nodiscard]] bool are_topology_parameters(std::string_view text);

/// Returns the number of hosts of a cluster of `topology` with `parameters`. Returns nothing for
/// other topologies, and for parameters whose mistake SimGrid reports.
[[nodiscard]] std::optional<double> hosts_by_topology(std::string_view topology,
                                                      std::string_view parameters);

/// Returns the number of hosts on one switch of a cluster, which has at most `all`. Returns nothing
/// unless each host reaches the switch by one link of its own and through nothing else.
[[nodiscard]] std::optional<std::size_t> hosts_on_switch(const pugi::xml_node& cluster,
                                                         std::size_t all);

} // namespace eldest
