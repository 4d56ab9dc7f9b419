#pragma once

#include "sim/machines/cluster/cluster_network.hpp"

#include <cstdint>
#include <string>

namespace eldest::test {

/// Makes `count` searches of each class of bugs by every parallel algorithm, on processes. A
/// ClusterCheck.
[[nodiscard]] std::string check_bug_classes(ClusterNetwork& network, std::uint64_t seed, int count);

} // namespace eldest::test
