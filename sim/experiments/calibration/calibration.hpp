#pragma once

#include "algorithms/settings.hpp"
#include "sim/experiments/problem.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// A figure measured several times.
struct Measured {
  double median = 0;
  double least = 0;
  double most = 0;
};

[[nodiscard]] Measured summarize_measurements(std::vector<double> figures);

/// What a node of some game takes on this computer, and a table access of its search, in seconds.
struct MeasuredNodes {
  std::string tree;
  std::array<Measured, 5> costs; ///< in the order of NodeCosts
  Measured access;               ///< without a lock
  Measured lock;                 ///< what a lock adds to it
  Measured node; ///< everything, by node: that of the sequential search that is calibrated by
};

/// What sharing a table and sending messages takes on this computer, in seconds.
struct MeasuredMachine {
  int cores = 0;
  Measured time_stamp;
  Measured busy_slowdown;    ///< a search on each core at once against one alone; a ratio
  Measured unlocked_access;  ///< to buckets at random, by one thread, without locks
  Measured locked_access;    ///< the same with locks
  Measured shared_access;    ///< the same by all cores at once
  Measured contended_access; ///< all cores at one bucket: from one core's access to the next one's
  Measured transfer;         ///< one core sees what another has written
  Measured send;             ///< of a message, for its sender
  Measured message;          ///< from the call to send it until its receiver, awake, has taken it
  Measured wake_up;          ///< the same where the receiver has to be woken
};

/// Measures NegaScout in positions of every game, each as deep as takes so many seconds at least,
/// `repeats` times. The computer should do nothing else meanwhile. `on_progress(tree)` is told what
/// comes next.
[[nodiscard]] std::vector<MeasuredNodes>
measure_nodes(double seconds, int repeats,
              const std::function<void(std::string_view)>& on_progress);

/// Measures the table and messages by threads on all cores, `repeats` times; on a computer with one
/// core only what one can do alone.
[[nodiscard]] MeasuredMachine measure_machine(int repeats);

/// What is written into a platform file. Times in seconds.
struct Calibration {
  std::string processor; ///< as it calls itself
  std::string date;
  std::vector<MeasuredNodes> nodes;
  MeasuredMachine machine;
};

/// A platform file with the figures of a calibration: each core is a host, and a unit of work is a
/// nanosecond.
[[nodiscard]] std::string calibrated_platform(const Calibration& calibration);

} // namespace eldest
