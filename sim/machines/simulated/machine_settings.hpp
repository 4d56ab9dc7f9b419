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

/// A model by which the time that messages take is found. Another one needs no more than an engine.
struct Model {
  std::string_view name;        ///< as on the command line
  std::string_view description; ///< half a line
  /// The engine of a machine, whose hardware must outlive it.
  std::unique_ptr<MachineEngine> (*make_engine)(Hardware& hardware, int processors,
                                                const MachineSettings& settings);

  bool operator==(const Model&) const = default;

  /// Every message is a SimGrid communication over the platform's routes and links. The reference.
  static const Model flow;
  /// The same costs by LogGP arithmetic, with queues at homes and on shared links; much faster.
  /// See sim/machines/simulated/loggp/loggp_engine.hpp.
  static const Model loggp;
};

/// The settings that are not the platform's: the tables that its processors keep, how punctual it
/// is, and how it is modelled.
struct MachineSettings {
  TableSettings tables;
  /// Seconds by which a message may arrive late: uniformly at random from 0 to this. Disturbs the
  /// order of events, for tests and to see how much a result owes to it.
  double jitter = 0;
  std::uint64_t seed = 1; ///< of the delays
  /// The parts that fail. Nobody is told: an answer that is lost is waited for, and a store that
  /// stalls its processor and is lost stalls it no more. A machine of one processor has no faults,
  /// of this kind or of messages.
  std::vector<Failure> failures = {};
  Model model = Model::flow;
  Placement placement = {}; ///< of the processors on the platform's hosts
  bool locked = true;       ///< entries are locked: not needed by a search of one processor only
  /// Seconds after which the search is stopped: see SimulatedProcessor.
  std::optional<double> time_limit = {};
  MessageFaults message_faults = {}; ///< drawn by the seed

  /// Whether messages, or parts of the tables, may be lost.
  [[nodiscard]] bool loses() const {
    return message_faults.lost > 0 || std::ranges::any_of(failures, &Failure::loses);
  }
};

} // namespace eldest
