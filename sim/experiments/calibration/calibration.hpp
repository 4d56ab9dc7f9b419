#pragma once

#include "algorithms/settings.hpp"
#include "sim/experiments/problem.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// A figure measured several times.
struct Measured {
  double median = 0;
  double min = 0;
  double max = 0;
};

[[nodiscard]] Measured summarize_measurements(std::vector<double> figures);

/// The time of a node of some game on this computer, and of a table access in its search, in
/// seconds.
struct MeasuredNodes {
  std::string tree;
  std::array<Measured, 5> costs; ///< in the order of NodeCosts
  Measured access;               ///< without a lock
  Measured lock;                 ///< addition of a lock
  Measured node;                 ///< a whole node of the sequential search that is measured
};

/// The time of sharing a table and of sending messages on this computer, in seconds.
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
  Measured wake_up;          ///< the same if the receiver has to be woken
};

/// A figure of MeasuredMachine, and its name in JSON.
struct MachineFigure {
  std::string_view name;
  Measured MeasuredMachine::*figure;
  bool of_all_cores = false; ///< whether a computer with one core has none
};

inline constexpr auto machine_figures = std::to_array<MachineFigure>({
    {"time_stamp", &MeasuredMachine::time_stamp},
    {"unlocked_access", &MeasuredMachine::unlocked_access},
    {"locked_access", &MeasuredMachine::locked_access},
    {"shared_access", &MeasuredMachine::shared_access, true},
    {"contended_access", &MeasuredMachine::contended_access, true},
    {"transfer", &MeasuredMachine::transfer, true},
    {"send", &MeasuredMachine::send, true},
    {"message", &MeasuredMachine::message, true},
    {"wake_up", &MeasuredMachine::wake_up, true},
    {"busy_slowdown", &MeasuredMachine::busy_slowdown, true},
});

/// Measures NegaScout in positions of a game, each to a depth that takes at least so many seconds,
/// `repeats` times. The computer should do nothing else meanwhile.
[[nodiscard]] MeasuredNodes measure_nodes(const Tree& tree, double seconds, int repeats);

/// Measures the table and messages by threads on all cores, `repeats` times; on a computer with one
/// core, only the figures that one core can give.
[[nodiscard]] MeasuredMachine measure_machine(int repeats);

/// The content of a calibrated platform file. Times in seconds.
struct Calibration {
  std::string processor; ///< its own name
  std::string date;
  std::vector<MeasuredNodes> nodes;
  MeasuredMachine machine;
};

/// A platform file with the figures of a calibration: each core is a host, and a unit of work is a
/// nanosecond.
[[nodiscard]] std::string calibrated_platform(const Calibration& calibration);

} // namespace eldest
