#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/cluster/cluster_network.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {

/// The median and the range of a figure that has been measured several times.
struct Measured {
  double median = 0;
  double min = 0;
  double max = 0;
};

[[nodiscard]] Measured summarize_measurements(std::vector<double> figures);

/// Calls `measure`, which returns a figure, `repeats` times.
template <class Measure>
[[nodiscard]] Measured measure_repeatedly(int repeats, const Measure& measure) {
  std::vector<double> figures;
  for (int repeat = 0; repeat < repeats; ++repeat)
    figures.push_back(measure());
  return summarize_measurements(std::move(figures));
}

/// The factor by which the work in a node takes longer in an algorithm than in NegaScout, on one
/// thread.
struct MeasuredSlowdown {
  std::string algorithm;
  Measured factor;
};

/// Times of a game's nodes, and of the table accesses in its search, on this computer, in seconds.
struct MeasuredNodes {
  std::string tree;
  std::array<Measured, 5> costs;             ///< of each kind of work, in the order of NodeCosts
  Measured access;                           ///< mean table access without a lock
  Measured lock;                             ///< time that a lock adds to a table access
  Measured node;                             ///< mean of all nodes of the sequential search
  std::vector<MeasuredSlowdown> slowdowns{}; ///< factors, of the algorithms that were asked for
};

/// The entries of each search's table, for which rates are measured. The last is the default.
inline constexpr std::array<std::size_t, 3> rate_entries{1U << 12U, 1U << 16U,
                                                         TableSettings{}.entries};

/// The rates of a number of threads at once, which have a core each.
struct MeasuredRates {
  int threads = 0;
  /// Steps a second that all threads together make of a computation in registers. They change with
  /// the clock and with cores that run several threads, but not with memory.
  Measured steps;
  Measured bandwidth; ///< bytes a second that all threads together read from memory
  /// Nodes a second of all threads together, by `rate_entries`. Each thread makes the same
  /// NegaScout search of chess, with a table of its own.
  std::array<Measured, rate_entries.size()> nodes;
};

/// Measures the rates of 1, 2, 4, … and `cores` threads, `repeats` times each. A thread needs 64
/// MiB of memory.
[[nodiscard]] std::vector<MeasuredRates> measure_rates(int cores, int repeats);

/// Times of sharing a table and of sending messages on this computer, in seconds.
struct MeasuredMachine {
  int cores = 0;
  Measured time_stamp;
  Measured look;            ///< a poll for messages that finds none
  Measured busy_slowdown;   ///< ratio of a search's times: all cores searching / one core
  Measured unlocked_access; ///< to buckets at random, by one thread, without locks
  Measured locked_access;   ///< to buckets at random, by one thread, with locks
  /// Time that an access adds to a computation of one thread. The access is to a bucket at random,
  /// with locks. The bucket has been prefetched when the computation began.
  Measured prefetched_access;
  Measured shared_access;    ///< the same, by all cores at once
  Measured contended_access; ///< from one access to a bucket to the next, if all cores access the
                             ///< same one
  Measured transfer;         ///< until one core sees a word that another has written
  Measured send;             ///< sender's time of a message
  Measured message;          ///< from sending a message until its receiver, awake, receives it
  Measured wake_up;          ///< from sending a message until its receiver, asleep, receives it
  std::vector<MeasuredRates> rates;
};

/// A figure of MeasuredMachine, and its name in JSON.
struct MachineFigure {
  std::string_view name;
  Measured MeasuredMachine::*figure;
  bool of_all_cores = false; ///< true if a computer with one core has no such figure
};

inline constexpr auto machine_figures = std::to_array<MachineFigure>({
    {"time_stamp", &MeasuredMachine::time_stamp},
    {"look", &MeasuredMachine::look},
    {"unlocked_access", &MeasuredMachine::unlocked_access},
    {"locked_access", &MeasuredMachine::locked_access},
    {"prefetched_access", &MeasuredMachine::prefetched_access, true},
    {"shared_access", &MeasuredMachine::shared_access, true},
    {"contended_access", &MeasuredMachine::contended_access, true},
    {"transfer", &MeasuredMachine::transfer, true},
    {"send", &MeasuredMachine::send, true},
    {"message", &MeasuredMachine::message, true},
    {"wake_up", &MeasuredMachine::wake_up, true},
    {"busy_slowdown", &MeasuredMachine::busy_slowdown, true},
});

/// Measures the nodes of NegaScout searches, `repeats` times, in the calibration positions of a
/// game. Each position is searched to the least depth that takes at least `seconds`. Also measures
/// the slowdowns of `algorithms`, in searches of the same positions to the same depths. The
/// computer should do nothing else during the measurement.
[[nodiscard]] MeasuredNodes measure_nodes(const Tree& tree, double seconds, int repeats,
                                          const std::vector<Algorithm>& algorithms = {});

/// Measures the seconds of a thread's poll for messages that finds none. Returns the least of
/// several measurements, because others may have been disturbed.
[[nodiscard]] double measure_look();

/// Times of messages between two threads, in seconds.
struct MessageTimes {
  double send;    ///< time of the sender
  double message; ///< from the sending until the receiver has the message
};

/// Two cores, by the numbers that the operating system gives them.
using CoreNumbers = std::pair<int, int>;

/// Time for which a thread that waits for messages stays awake, so long that it does not sleep.
inline constexpr auto long_spin = std::chrono::seconds(1);

/// Measures the times of `turns` messages that two threads send to and fro, on the cores `on` or on
/// any two. `turns` must be even. The thread that waits stays awake for at most `spin` before it
/// sleeps. If the calling thread may run on one core only, it sleeps at once.
[[nodiscard]] MessageTimes time_messages(int turns, std::chrono::nanoseconds spin,
                                         std::optional<CoreNumbers> on = std::nullopt);

/// Measures table accesses and messages of threads on all cores, `repeats` times. On a computer
/// with one core, measures only the figures that one core can give.
[[nodiscard]] MeasuredMachine measure_machine(int repeats);

/// A pair of cores, by their places in MeasuredCores. The first place is the greater.
using CorePair = std::pair<std::size_t, std::size_t>;

/// Messages between two cores.
struct MeasuredMessages {
  CorePair cores;
  Measured message; ///< seconds from sending a message until its receiver, awake, receives it
};

/// Times between the cores of this computer.
struct MeasuredCores {
  std::vector<int> cores; ///< numbers of the cores that this process may run on
  /// Seconds from the writing of a word by one core until another has seen and overwritten it, by
  /// compare-and-swap. Row i has the latencies of core i and the cores before it.
  std::vector<std::vector<Measured>> latencies;
  /// Messages between the nearest two cores and, if there are more than two, the farthest two.
  std::vector<MeasuredMessages> messages{};

  [[nodiscard]] const Measured& latency(const CorePair& pair) const {
    return latencies.at(pair.first).at(pair.second);
  }
};

/// Measures each two of the cores that this process may run on, `repeats` times, one pair after the
/// other. A pair takes about half a millisecond each time. The method is that of
/// https://github.com/nviennot/core-to-core-latency, whose numbers are comparable. Then measures
/// messages between the nearest and the farthest cores. There must be at least two cores.
[[nodiscard]] MeasuredCores measure_cores(int repeats);

/// Returns the pair of cores with the least median latency, and that with the greatest.
[[nodiscard]] std::pair<CorePair, CorePair> nearest_and_farthest(const MeasuredCores& measured);

/// Returns the medians of the latencies between cores in nanoseconds, as a lower triangle in CSV,
/// which platforms/generate.py reads.
[[nodiscard]] std::string core_matrix(const MeasuredCores& measured);

/// Times of one-sided accesses between two processes, in seconds.
struct MeasuredWindow {
  Measured near; ///< access to a table entry of the process itself
  Measured far;  ///< access to an entry of the other process
};

/// A figure of `Measurements`, and its name in JSON.
template <class Measurements> struct DescribedFigure {
  std::string_view name;
  std::string_view description;
  Measured Measurements::*figure;
};

inline constexpr auto window_figures = std::to_array<DescribedFigure<MeasuredWindow>>({
    {"near_window", "own table, one-sided", &MeasuredWindow::near},
    {"far_window", "another's table, one-sided", &MeasuredWindow::far},
});

/// Times of packets between two processes of a cluster, in seconds, as the calls of a search take
/// them. They include making and reading the bytes of packets. LogGP's names of the figures are in
/// brackets.
struct MeasuredNetwork {
  Measured look;        ///< one poll for messages that finds none
  Measured send;        ///< sender's time of a short message (o)
  Measured receive;     ///< receiver's time of a short message that has arrived (o)
  Measured gap;         ///< between two of many short messages, sent one after the other (g)
  Measured round_trip;  ///< of a short message and one back; both processes wait for messages
  Measured byte;        ///< of each further byte of a message (G)
  Measured near_access; ///< access to a table entry of the process itself
  Measured far_access;  ///< access to an entry of the other process, which waits for requests
  std::optional<MeasuredWindow> window; ///< nothing if the network makes no windows

  /// Returns the time that a short message spends on the network (L): seconds, 0 or more. The time
  /// of its sender and its receiver is left out.
  [[nodiscard]] double latency() const {
    return std::max(round_trip.median / 2 - send.median - receive.median, 0.0);
  }
};

inline constexpr auto network_figures = std::to_array<DescribedFigure<MeasuredNetwork>>({
    {"look", "look for messages, none there", &MeasuredNetwork::look},
    {"send", "to send a message", &MeasuredNetwork::send},
    {"receive", "to receive a message", &MeasuredNetwork::receive},
    {"gap", "message after message", &MeasuredNetwork::gap},
    {"round_trip", "message and one back", &MeasuredNetwork::round_trip},
    {"byte", "each byte of a message", &MeasuredNetwork::byte},
    {"near_access", "access to own table", &MeasuredNetwork::near_access},
    {"far_access", "access to another's table", &MeasuredNetwork::far_access},
});

/// The measurements from which a platform file of this computer is made. Times are in seconds.
struct Calibration {
  std::string processor; ///< name that the processor reports
  std::string date;
  double load = 0; ///< per core, before the measurement; see load_per_core
  std::vector<MeasuredNodes> nodes;
  MeasuredMachine machine;
  std::optional<MeasuredCores> cores; ///< measured only if asked for
};

/// Returns the reasons for which figures of a calibration are not sure:
///
/// - a figure that is used whose measurements differ by more than a factor of 2;
/// - a word that takes more than 1 us from core to core;
/// - a load of more than 0.2 per core.
///
/// Latencies between cores determine no number of a platform file; see the next function.
[[nodiscard]] std::vector<std::string> doubts_about(const Calibration& calibration);

/// Returns the reason for which latencies between cores are not sure, or an empty list. The reason
/// is that measurements of a latency differ by more than a factor of 2.
[[nodiscard]] std::vector<std::string> doubts_about(const MeasuredCores& cores);

/// Returns the text of a platform file with the figures of a calibration, and with the property
/// eldest:doubt if there are doubts about them. All cores are one host, and a unit of work is a
/// nanosecond.
[[nodiscard]] std::string calibrated_platform(const Calibration& calibration);

/// Measures the network between the first and the last process, `repeats` times. The method is that
/// of Culler et al. (Assessing fast network interfaces, IEEE Micro 16(1), 1996). The time of each
/// further byte is measured as by Alexandrov et al. (LogGP, SPAA 1995). There must be at least two
/// processes. All processes must call this together. Only the figures on the first process are
/// valid.
[[nodiscard]] MeasuredNetwork measure_network(ClusterNetwork& network, int repeats);

/// The measurements from which a platform file of a cluster is made. Times are in seconds.
struct ClusterCalibration {
  std::string processor; ///< name that the processor reports
  std::string mpi;       ///< name of the network that carries the packets
  std::string date;
  int hosts = 0;     ///< number of computers
  int processes = 0; ///< on all hosts together
  double load = 0;   ///< per core of the first process's computer, before the measurement
  std::vector<MeasuredNodes> nodes;
  MeasuredNetwork network;
};

/// Returns the reasons for which figures of a calibration are not sure: a load of more than 0.2 per
/// core, or a figure that is used whose measurements differ by more than a factor of 2.
[[nodiscard]] std::vector<std::string> doubts_about(const ClusterCalibration& calibration);

/// Returns the text of a platform file with the figures of a calibration, and with the property
/// eldest:doubt if there are doubts about them. Each process is a host. Any two hosts are as far
/// apart as the two processes that were measured.
[[nodiscard]] std::string calibrated_cluster(const ClusterCalibration& calibration);

} // namespace eldest
