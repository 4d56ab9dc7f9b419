#pragma once

#include "algorithms/search/tables.hpp"
#include "sim/machines/simulated/failures.hpp"
#include "sim/machines/simulated/machine_engine.hpp"
#include "sim/machines/simulated/machine_processor.hpp"
#include "sim/machines/simulated/platform.hpp"
#include "sim/machines/simulated/simulated_processor.hpp"
#include "sim/platform_files/machine_parameters.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {

class SimulatedMachine;
struct MachineSettings;

/// A model by which the time that messages take is found. Another one needs no more than an engine.
struct Model {
  std::string_view name;        ///< as on the command line
  std::string_view description; ///< half a line
  /// The engine of a machine that is being made, which must outlive it.
  std::unique_ptr<MachineEngine> (*make_engine)(SimulatedMachine& machine, int processors,
                                                const MachineSettings& settings);

  bool operator==(const Model&) const = default;

  /// Every message is a SimGrid communication over the platform's routes and links. The reference.
  static const Model flow;
  /// The same costs by LogGP arithmetic, with queues at homes and on shared links; much faster.
  /// See sim/machines/simulated/loggp/loggp_engine.hpp.
  static const Model loggp;
};

/// The models of this project, the reference first.
[[nodiscard]] std::span<const Model> models();

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

/// The machine that a platform file describes, with a processor on each of the first cores of its
/// placement and the tables divided over them. The
/// computations of a processor are kept on its schedule, so that serving an access can interrupt
/// them.
///
/// SimGrid, which loads the platform for every model, allows one engine a process: run each
/// simulation in a process of its own.
class SimulatedMachine {
public:
  /// Throws InputError as Platform does, for failures of what is not there, and for a platform with
  /// what the model does not follow.
  SimulatedMachine(const PlatformFile& platform, int processors, const MachineSettings& settings);
  ~SimulatedMachine();
  SimulatedMachine(const SimulatedMachine&) = delete;
  SimulatedMachine& operator=(const SimulatedMachine&) = delete;

  [[nodiscard]] const std::string& name() const; ///< of the platform's outermost zone
  [[nodiscard]] int hosts() const;               ///< of the platform
  [[nodiscard]] int cores() const;               ///< of the hosts that can be used
  [[nodiscard]] const MachineParameters& parameters() const { return parameters_; }
  [[nodiscard]] const Platform& platform() const { return platform_; }
  [[nodiscard]] Tables& tables() { return tables_; }
  [[nodiscard]] const Tables& tables() const { return tables_; }

  /// Runs the same program on every processor, until all have returned and the last message has
  /// arrived. Once. Throws RunError, with the state of every processor, for a deadlock or livelock
  /// or when all processors have failed, InputError when two of them have no route to each other,
  /// and whatever the program throws.
  void run(const std::function<void(SimulatedProcessor&)>& program);

  /// The processors, by rank.
  [[nodiscard]] const std::vector<std::unique_ptr<MachineProcessor>>& processors() const {
    return processors_;
  }
  [[nodiscard]] MachineProcessor& processor(int rank) {
    return *processors_[static_cast<std::size_t>(rank)];
  }

  /// Whether the time limit has stopped a processor before the end of its program.
  [[nodiscard]] bool has_stopped() const { return engine_->has_stopped(); }

  /// Seconds from the start until the last processor had finished or failed.
  [[nodiscard]] double time() const;

  /// Records what every processor does, from the start on.
  void record(Trace& trace);

  /// Has `show(simulated seconds, nodes, depth of the latest iteration)` called now and then.
  void on_progress(std::function<void(double, std::uint64_t, int)> show) {
    on_progress_ = std::move(show);
  }
  /// Counts an operation of the first processor; shows the progress now and then.
  void show_progress() {
    if (on_progress_ && ++shown_ % operations_between_shows() == 0)
      show_progress_now();
  }

  /// Says what every processor is doing, for the report of a run that cannot go on.
  [[nodiscard]] std::string states() const;

private:
  /// To look at all processors takes a while.
  [[nodiscard]] std::size_t operations_between_shows() const {
    return 1 + 20'000 / processors_.size();
  }
  void show_progress_now() const;

  Platform platform_;
  MachineParameters parameters_; ///< of the platform, without locks if there are none
  Tables tables_;
  std::unique_ptr<MachineEngine> engine_;
  std::vector<std::unique_ptr<MachineProcessor>> processors_;
  std::deque<SimulatedProcessor> handles_; ///< by rank: what programs are handed of them
  std::function<void(double, std::uint64_t, int)> on_progress_;
  std::size_t shown_ = 0;
};

} // namespace eldest
