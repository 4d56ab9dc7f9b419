#pragma once

#include "algorithms/search/settings.hpp"
#include "algorithms/sequential/settings.hpp"
#include "sim/experiments/lesser_depths.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/search_progress.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The facts about a platform that are known without a search on it.
struct PlatformFacts {
  std::string name; ///< of its outermost zone
  int hosts = 0;
  int cores = 0;            ///< of the hosts that can be used
  int computer_cores = 0;   ///< of the first computer; see MachineParameters
  double busy_slowdown = 1; ///< see MachineParameters, as the next three are
  int core_threads = 1;
  double thread_slowdown = 1;
  std::string doubt;
  std::map<std::string, NodeCosts> node_costs;  ///< by tree, if measured
  std::map<std::string, NodeCosts> node_bytes;  ///< by tree, if known
  std::map<std::string, double> node_slowdowns; ///< by "TREE-ALGORITHM", if known
  /// Notes for the user on parts of the file that are not used, and on values that it lacks.
  std::vector<std::string> notes;

  /// Returns the slowdown of the first processor with `processors` of its computer at work, at most
  /// all of them; see MachineParameters.
  [[nodiscard]] double slowdown(int processors) const;
  /// Returns the costs of a tree's nodes, or the bytes that they move, if the platform gives them.
  /// `tree` may have parameters after a colon.
  [[nodiscard]] std::optional<NodeCosts> node_costs_of(const std::string& tree) const;
  [[nodiscard]] std::optional<NodeCosts> node_bytes_of(const std::string& tree) const;
  /// Returns `costs`, the costs of a tree's nodes in a sequential search, as they are in
  /// `algorithm`. They are the same if the platform does not give its slowdown.
  [[nodiscard]] NodeCosts costs_in(std::string_view algorithm, const std::string& tree,
                                   const NodeCosts& costs) const;
};

/// Makes a machine of the platform in a process of its own, so that errors are found before the
/// first search. Returns the facts about the platform. Throws InputError for:
/// - mistakes in the platform,
/// - too many processors,
/// - hosts that the platform does not have,
/// - failures of processors or links that it does not have,
/// - features that the model does not support.
[[nodiscard]] PlatformFacts inspect_platform(const PlatformFile& platform, int processors,
                                             MachineSettings settings = {});

/// One search on one simulated machine.
struct Simulation {
  PlatformFile platform;
  int processors = 1;
  Algorithm algorithm = NegaScoutSettings{};
  SearchSettings settings;
  MachineSettings machine;
  NodeCosts node_bytes{};             ///< bytes that the work in nodes moves; see Hardware::costs
  SearchProgress* progress = nullptr; ///< receives the progress of the search, or null
  std::string trace = {};             ///< path of the TraceFile to write; empty for none
  bool trace_beside = false;          ///< true: adds the trace to the page that the file is
  LesserDepths lesser = {};           ///< further depths whose results are wanted
};

/// Runs a simulation in this process, which can do so only once. Throws InputError or RunError. A
/// RunError is also thrown if no iteration is complete at the time limit.
///
/// Lesser depths must be searched on their own if there is a trace to write, or if the algorithm
/// plans for its depth. After an error, the lesser depths that have not been handed over fail in
/// the same way.
[[nodiscard]] SearchResult simulate(const Simulation& simulation, const Problem& problem);

/// Runs a simulation in a process of its own, so that this process can run any number of them.
/// Throws InputError or RunError. A RunError is also thrown if that process crashes or cannot be
/// made.
[[nodiscard]] SearchResult simulate_isolated(const Simulation& simulation, const Problem& problem);

} // namespace eldest
