#pragma once

#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "sim/machines/simulated/busy_time.hpp"
#include "sim/machines/simulated/machine_processor.hpp"
#include "sim/machines/simulated/node_work.hpp"
#include "sim/machines/simulated/platform.hpp"
#include "sim/platform_files/machine_parameters.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace eldest {

struct MachineSettings;

/// The parts of a simulated machine: its platform, its processors, and the tables that are divided
/// over them.
class Hardware {
public:
  Hardware(std::unique_ptr<Platform> platform, int processors, const MachineSettings& settings);

  [[nodiscard]] const Platform& platform() const { return *platform_; }
  /// The platform's parameters, without locks if the settings say that entries are not locked.
  [[nodiscard]] const MachineParameters& parameters() const { return parameters_; }
  [[nodiscard]] Tables& tables() { return tables_; }
  [[nodiscard]] const Tables& tables() const { return tables_; }

  /// The processors, by rank.
  [[nodiscard]] const std::vector<std::unique_ptr<MachineProcessor>>& processors() const {
    return processors_;
  }
  [[nodiscard]] MachineProcessor& processor(int rank) {
    return *processors_[static_cast<std::size_t>(rank)];
  }
  /// The speed of a processor in units of work a second, with all processors at work, except for
  /// the use of memory.
  [[nodiscard]] double speed(int rank) const;

  /// The work in nodes on processor `rank`, with all processors at work. `alone`: the work on a
  /// processor that works alone. `bytes`: the bytes that this work moves between memory and caches.
  /// See node_seconds.
  [[nodiscard]] NodeCosts costs(int rank, const NodeCosts& alone, const NodeCosts& bytes) const;

  /// Joules that the hosts of the processors take in `seconds` from the start on. Nothing unless
  /// the platform gives the power of all these hosts. A processor that is not idle is busy.
  [[nodiscard]] std::optional<double> joules(double seconds);

  /// The index of each rank's host among the hosts of the placement.
  [[nodiscard]] const std::vector<int>& hosts() const { return hosts_; }
  [[nodiscard]] bool share_host(int rank, int other) const {
    return hosts_[static_cast<std::size_t>(rank)] == hosts_[static_cast<std::size_t>(other)];
  }

  /// The number of processors of the search on the host of processor `rank`.
  [[nodiscard]] int processors_on_host(int rank) const;

  /// Returns true if the processors share memory and keep it in coherent caches. That is so on one
  /// host, and where a writer waits until it has the entry for itself.
  [[nodiscard]] bool has_coherent_caches() const;

private:
  [[nodiscard]] OnComputer on_computer(int rank) const;

  /// Measures the busy time of each host if the power of all hosts is known.
  void measure_busy_times();

  std::unique_ptr<Platform> platform_;
  MachineParameters parameters_;
  Tables tables_;
  std::vector<int> hosts_;              ///< by rank
  std::vector<int> processors_by_host_; ///< number of processors, by the host's index
  std::vector<int> places_;             ///< by rank: index among the processors of the host
  /// The busy times of hosts, by the host's index. Empty unless the power of all hosts is known.
  std::vector<BusyTime> busy_times_;
  std::vector<std::unique_ptr<MachineProcessor>> processors_;
};

} // namespace eldest
