#pragma once

#include "algorithms/search/settings.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/cluster/cluster_network.hpp"

#include <algorithm>
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

/// The time of packets between two processes of a cluster, in seconds, as a search sees it: with
/// the making and reading of their bytes. What LogGP calls them is in brackets.
struct MeasuredNetwork {
  Measured look;        ///< for messages, in vain
  Measured send;        ///< of a short message, for its sender (o)
  Measured receive;     ///< of one that has come, for its receiver (o)
  Measured gap;         ///< between two of many short messages, one after the other (g)
  Measured round_trip;  ///< of a short message and one back, the receiver waiting for it
  Measured byte;        ///< each, by which longer messages take longer (G)
  Measured near_access; ///< to a table entry that the process keeps itself
  Measured far_access;  ///< to one that the other keeps, who waits for requests
  Measured near_window; ///< to a table entry that the process keeps itself, one-sidedly
  Measured far_window;  ///< to one that the other keeps, one-sidedly

  /// What a short message takes beside what its sender and its receiver do (L).
  [[nodiscard]] double latency() const {
    return std::max(round_trip.median / 2 - send.median - receive.median, 0.0);
  }
};

/// A figure of MeasuredNetwork, and its name in JSON.
struct NetworkFigure {
  std::string_view name;
  std::string_view description;
  Measured MeasuredNetwork::*figure;
};

inline constexpr auto network_figures = std::to_array<NetworkFigure>({
    {"look", "look for messages in vain", &MeasuredNetwork::look},
    {"send", "to send a message", &MeasuredNetwork::send},
    {"receive", "to receive a message", &MeasuredNetwork::receive},
    {"gap", "message after message", &MeasuredNetwork::gap},
    {"round_trip", "message and one back", &MeasuredNetwork::round_trip},
    {"byte", "each byte of a message", &MeasuredNetwork::byte},
    {"near_access", "access to the own table", &MeasuredNetwork::near_access},
    {"far_access", "access to another's table", &MeasuredNetwork::far_access},
    {"near_window", "own table, one-sided", &MeasuredNetwork::near_window},
    {"far_window", "another's table, one-sided", &MeasuredNetwork::far_window},
});

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

/// Measures the network between the first and the last process, `repeats` times, as Culler et al.
/// do (Assessing fast network interfaces, IEEE Micro 16(1), 1996), with the time of bytes that
/// Alexandrov et al. add (LogGP, SPAA 1995). There must be two processes. Collective; the figures
/// are the first's.
[[nodiscard]] MeasuredNetwork measure_network(ClusterNetwork& network, int repeats);

/// The content of a calibrated platform file of a cluster. Times in seconds.
struct ClusterCalibration {
  std::string processor; ///< its own name
  std::string mpi;       ///< what carries the packets
  std::string date;
  int hosts = 0;     ///< computers
  int processes = 0; ///< on these, together
  std::vector<MeasuredNodes> nodes;
  MeasuredNetwork network;
};

/// A platform file with the figures of a calibration: each process is a host, as far from each
/// other as the two that have been measured.
[[nodiscard]] std::string calibrated_cluster(const ClusterCalibration& calibration);

} // namespace eldest
