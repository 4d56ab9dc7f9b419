#pragma once

#include "algorithms/counters.hpp"
#include "algorithms/settings.hpp"
#include "sim/json.hpp"
#include "sim/platform_file.hpp"
#include "sim/problem.hpp"
#include "sim/search_progress.hpp"
#include "sim/simulated_machine.hpp"
#include "sim/time_account.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace eldest {

/// One search on one simulated machine.
struct Simulation {
  PlatformFile platform;
  int processors = 1;
  Algorithm algorithm = Algorithm::abdada;
  SearchSettings settings;
  MachineSettings machine;
  SearchProgress* progress = nullptr; ///< to be kept up to date
};

/// One iteration of iterative deepening, over all processors.
struct Iteration {
  int depth = 0;
  Score value = 0;
  double time = 0;         ///< seconds from the start until the first processor had finished it
  std::uint64_t nodes = 0; ///< searched in it
};

/// What one processor did.
struct ProcessorResult {
  std::uint64_t nodes = 0; ///< 0 if it failed before the end, for its counters are lost then
  TimeAccount account;
  bool failed = false;
};

/// What came of a simulation.
struct SimulationResult {
  std::string platform_name;
  int platform_hosts = 0;
  Score value = 0;
  std::string best_move;
  std::vector<std::string> principal_variation;
  double time = 0; ///< simulated seconds until the last processor had finished
  Counters counters;
  Traffic traffic;
  std::vector<Iteration> iterations;
  std::vector<ProcessorResult> processors; ///< by rank
  double wall_seconds = 0;
  std::uint64_t peak_memory = 0; ///< bytes, of the process

  [[nodiscard]] std::uint64_t nodes() const { return counters.nodes(); }
  /// Sum over the processors.
  [[nodiscard]] TimeAccount account() const;
  /// Share of the cut-offs that the first son made; 0 if there was none.
  [[nodiscard]] double first_move_cutoff_rate() const;
};

/// Runs a simulation in this process, which can do so once. Throws InputError, RunError.
[[nodiscard]] SimulationResult simulate(const Simulation& simulation, const Problem& problem);

/// As fields of the object that `eldest simulate --json` prints.
void to_json(Json& json, const SimulationResult& result);
void from_json(const Json& json, SimulationResult& result);

} // namespace eldest
