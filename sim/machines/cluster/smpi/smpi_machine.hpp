#pragma once

#include "sim/machines/cluster/smpi/smpi_settings.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <functional>

namespace eldest {

/// Runs `program` in every process of an MPI program that SimGrid's SMPI simulates on the platform
/// of `file`. In each simulated process, cluster_network() is the network of that process. May be
/// called once in the life of the real process. Returns the status of `program` in the first
/// process. Throws InputError as load_platform does, and for a platform whose eldest:service is not
/// poll.
int run_on_smpi(const PlatformFile& file, const SmpiSettings& settings,
                const std::function<int()>& program);

} // namespace eldest
