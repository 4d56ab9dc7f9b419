#pragma once

#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"
#include "sim/cli/options/problem_options.hpp"
#include "sim/cli/options/search_options.hpp"
#include "sim/cli/reports/report.hpp"
#include "sim/experiments/experiment.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/simulation.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// Adds the options that describe simulations, but not those for the use of their results.
void add_simulation_options(Options& options);

/// The simulations that the options of a command describe: each position on each number of
/// processors with each seed.
class SimulationRequest {
public:
  /// Reads the options that `add_simulation_options` adds, and opens the positions. Throws
  /// InputError.
  explicit SimulationRequest(const boost::program_options::variables_map& values);

  [[nodiscard]] const PlatformFile& platform() const { return platform_; }
  [[nodiscard]] const MachineSettings& machine() const { return machine_; }
  /// The first algorithm, which is the only one in most commands.
  [[nodiscard]] const Algorithm& algorithm() const { return algorithms_.front(); }
  [[nodiscard]] const std::vector<Algorithm>& algorithms() const { return algorithms_; }
  /// Returns true if the searches by `algorithm` are MTD(f).
  [[nodiscard]] bool is_mtdf(const Algorithm& algorithm) const {
    return eldest::is_mtdf(algorithm, choice_.settings.search);
  }
  [[nodiscard]] const std::vector<int>& processors() const { return choice_.processors; }
  [[nodiscard]] const std::vector<std::uint64_t>& seeds() const { return seeds_; }
  [[nodiscard]] const std::vector<Problem>& problems() const { return chosen_.problems; }
  [[nodiscard]] const SkippedPositions& skipped() const { return chosen_.skipped; }

  /// Makes the machine once, so that its errors are found before the first search. Returns the
  /// facts about the platform. Throws InputError.
  [[nodiscard]] PlatformFacts inspect() const;

  /// Returns the head of a report on searches by `algorithm` on the platform that `facts` describe.
  [[nodiscard]] ReportHeader header(const boost::program_options::variables_map& values,
                                    const Algorithm& algorithm, const PlatformFacts& facts) const;

  /// Returns the simulation of a search. `searched` may name an algorithm or number of processors
  /// that is not among those requested.
  [[nodiscard]] Simulation simulation(const Problem& problem, const SearchCase& searched,
                                      const PlatformFacts& facts) const;

private:
  [[nodiscard]] NodeCosts costs_of(const Problem& problem, const PlatformFacts& facts) const;
  /// The bytes that the work in nodes moves between memory and caches.
  [[nodiscard]] NodeCosts bytes(const PlatformFacts& facts) const;

  std::string tree_;
  SearchChoice choice_;
  std::vector<Algorithm> algorithms_;
  PlatformFile platform_;
  MachineSettings machine_;
  std::optional<NodeCosts> own_costs_;
  std::optional<NodeCosts> own_bytes_;
  int table_homes_; ///< see TableSettings
  std::vector<std::uint64_t> seeds_;
  ChosenProblems chosen_;
};

} // namespace eldest
