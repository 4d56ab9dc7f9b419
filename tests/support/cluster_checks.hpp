#pragma once

#include "sim/machines/cluster/cluster_network.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace eldest::test {

/// A check of a ClusterMachine on a network. All processes of the network must call `run` at the
/// same time. It returns the first mistake, or an empty text, and the same in all processes.
struct ClusterCheck {
  std::string name;
  std::string (*run)(ClusterNetwork& network, std::uint64_t seed, int count);
};

/// Returns the checks:
/// - `minimax`: every algorithm finds the minimax value of `count` random trees, on random numbers
///   of processors, and leaves no mark in the tables.
/// - `order`: `count` messages of all lengths between each pair of processors keep their order.
/// - `accesses`: `count` accesses of each processor to random keys agree with a sequential model.
/// - `stop`: searches stopped by one process end everywhere, with complete iterations.
/// - `error`: an exception in one process ends the program in all, `count` times.
/// - `late`: an answer within the time limit belongs to its request, in `count` requests of each
///   processor.
/// - `bugs`: `count` searches of each class of bugs by every parallel algorithm are right, stopped
/// or
///   not.
/// - `timeouts`: ABDADA finds the value although answers come too late.
[[nodiscard]] const std::vector<ClusterCheck>& cluster_checks();

} // namespace eldest::test
