#pragma once

#include "sim/machines/cluster/cluster_network.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace eldest::test {

/// A check of a ClusterMachine on a network, in all of its processes at the same time. Returns what
/// is wrong, the same in all of them; empty if nothing is.
struct ClusterCheck {
  std::string name;
  std::string (*run)(ClusterNetwork& network, std::uint64_t seed, int count);
};

/// - `minimax`: every algorithm finds the minimax value of so many random trees, on random numbers
///   of processors, and leaves no mark in the tables.
/// - `order`: so many messages of all lengths between random pairs keep their order.
/// - `accesses`: so many accesses to random keys are as those of a sequential model.
/// - `stop`: searches that one process stops end everywhere, with complete iterations.
/// - `error`: an exception in one process ends the program in all, so many times.
/// - `late`: of so many requests with limits to the wait, each that has an answer has its own.
/// - `timeouts`: ABDADA finds the value although answers come too late.
[[nodiscard]] const std::vector<ClusterCheck>& cluster_checks();

} // namespace eldest::test
