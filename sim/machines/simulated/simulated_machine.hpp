#pragma once

#include "algorithms/search/tables.hpp"
#include "sim/machines/simulated/hardware.hpp"
#include "sim/machines/simulated/machine_engine.hpp"
#include "sim/machines/simulated/machine_processor.hpp"
#include "sim/machines/simulated/machine_progress.hpp"
#include "sim/machines/simulated/machine_settings.hpp"
#include "sim/machines/simulated/simulated_processor.hpp"
#include "sim/platform_files/machine_parameters.hpp"
#include "sim/platform_files/platform_file.hpp"
#include "sim/system/process_copy.hpp"

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

/// The machine that a platform file describes. It has a processor on each of the first cores of its
/// placement, and the tables are divided over the processors. The computations of a processor are
/// kept on its schedule, so that serving an access can interrupt them.
///
/// SimGrid loads most platforms, for every model, and allows one engine a process. Each simulation
/// must therefore run in a process of its own.
class SimulatedMachine {
public:
  /// Throws InputError
  ///
  /// - as load_platform does,
  /// - for failures of parts that do not exist, and
  /// - for a platform with features that the model does not support.
  SimulatedMachine(const PlatformFile& platform, int processors, const MachineSettings& settings);
  /// Makes a machine of a platform that has been loaded in this process, for the placement in
  /// `settings` and at least `processors`.
  SimulatedMachine(std::unique_ptr<Platform> platform, int processors,
                   const MachineSettings& settings);
  ~SimulatedMachine();
  SimulatedMachine(const SimulatedMachine&) = delete;
  SimulatedMachine& operator=(const SimulatedMachine&) = delete;

  [[nodiscard]] const Hardware& hardware() const { return hardware_; }
  [[nodiscard]] const Platform& platform() const { return hardware_.platform(); }
  [[nodiscard]] const MachineParameters& parameters() const { return hardware_.parameters(); }
  [[nodiscard]] Tables& tables() { return hardware_.tables(); }
  [[nodiscard]] const Tables& tables() const { return hardware_.tables(); }

  /// Runs `program` on every processor, until all have returned and the last message has arrived.
  /// May be called once. Throws
  ///
  /// - RunError, with the state of every processor, for a deadlock or livelock, or if all
  ///   processors have failed;
  /// - InputError if two processors have no route to each other;
  /// - any exception of the program.
  void run(const std::function<void(SimulatedProcessor&)>& program);

  /// Copies this process, in the program of a processor: see copy_process. The machine runs on in
  /// the copy first, and then in the original.
  [[nodiscard]] CopyOutcome copy();

  /// The processors, by rank.
  [[nodiscard]] const std::vector<std::unique_ptr<MachineProcessor>>& processors() const {
    return hardware_.processors();
  }

  /// Returns true if the time limit has stopped a processor before the end of its program.
  [[nodiscard]] bool has_stopped() const { return engine_->messages().has_stopped(); }

  /// Seconds from the start until the last processor had finished or failed.
  [[nodiscard]] double time() const;

  /// Joules of all hosts that are used, from the start until `time()`, if the platform gives their
  /// power. For a machine whose run has ended.
  [[nodiscard]] std::optional<double> joules() { return hardware_.joules(time()); }

  /// Records in `trace` what every processor does, from the start on.
  void record(Trace& trace);

  /// Describes what every processor is doing, for the report of a run that cannot go on.
  [[nodiscard]] std::string states() const { return engine_->states(); }

  /// Sets the function that shows the progress of the search from time to time.
  void on_progress(MachineProgress::Show show) { progress_.on_progress(std::move(show)); }

  /// Sets the function that decides at which depth the search ends.
  void decide_depth(SimulatedProcessor::ContinuesTo continues_to) {
    continues_to_ = std::move(continues_to);
  }

private:
  Hardware hardware_;
  std::unique_ptr<MachineEngine> engine_;
  MachineProgress progress_;
  SimulatedProcessor::ContinuesTo continues_to_;
  std::deque<SimulatedProcessor> handles_; ///< by rank: the processors that programs use
};

} // namespace eldest
