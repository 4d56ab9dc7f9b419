#pragma once

#include "algorithms/search/tables.hpp"
#include "sim/machines/simulated/failures.hpp"
#include "sim/machines/simulated/platform.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace eldest {

class Hardware;
class MachineEngine;
struct MachineSettings;

/// A model of the time that messages take. A new model needs an engine, a constant here, and a
/// place in `models()`.
struct Model {
  std::string_view name;        ///< as on the command line
  std::string_view description; ///< a text of half a line
  /// Makes the engine of a machine. `hardware` must outlive the engine.
  std::unique_ptr<MachineEngine> (*make_engine)(Hardware& hardware, int processors,
                                                const MachineSettings& settings);
  /// True if SimGrid carries the messages. If false, it need not even load a platform whose routes
  /// are known without it.
  bool needs_simgrid = true;

  bool operator==(const Model&) const = default;

  /// The reference. Every message is a SimGrid communication over the platform's routes and links.
  static const Model flow;
  /// The costs of `flow` by LogGP arithmetic, with queues at homes and on shared links. Much
  /// faster. See sim/machines/simulated/loggp/loggp_engine.hpp.
  static const Model loggp;
};

/// The settings of a machine that are not the platform's: its tables, its faults and delays, and
/// its model.
struct MachineSettings {
  TableSettings tables;
  /// Longest random delay of a message, in seconds. Delays are uniform in [0, `jitter`]. They
  /// disturb the order of events, for tests, and to see how much a result depends on that order.
  double jitter = 0;
  std::uint64_t seed = 1; ///< of the delays and the message faults
  /// Failures of parts of the machine. No processor is told of them. A processor goes on waiting
  /// for a lost answer. A write that stalls its processor ends the stall once it is lost. On a
  /// machine of one processor, neither failures nor message faults happen.
  std::vector<Failure> failures = {};
  Model model = Model::flow;
  Placement placement = {}; ///< of the processors on the platform's hosts
  bool locked = true; ///< true if entries are locked; a search on one processor needs no locks
  /// Simulated seconds after which the search is stopped, or nothing; see SimulatedProcessor.
  std::optional<double> time_limit = {};
  MessageFaults message_faults = {}; ///< drawn from `seed`
  /// Seconds that a processor needs to begin an iteration, whatever the host's speed: see
  /// BeginsIterations. They stand for what a program does between two iterations, such as output
  /// through a host. A failure that slows the processor down lengthens them.
  double iteration_cost = 0;

  /// Returns true if messages, or parts of the tables, may be lost.
  [[nodiscard]] bool loses() const {
    return message_faults.lost > 0 || std::ranges::any_of(failures, &Failure::loses);
  }
};

} // namespace eldest
