#include "sim/experiments/model_comparison.hpp"

#include "algorithms/registry.hpp"

#include "sim/experiments/problem.hpp"
#include "sim/experiments/simulation.hpp"
#include "trees/base/errors.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace eldest {
namespace {

constexpr int search_depth = 4;
/// The number of positions that are searched. They are from all stages of the game.
constexpr std::size_t max_positions = 6;

/// Returns the positions of a game to be searched.
std::vector<Problem> problems_of(const Tree& tree) {
  std::vector<Problem> problems;
  const auto& positions = tree.calibration_positions;
  const std::size_t step = std::max(positions.size() / max_positions, std::size_t{1});
  for (std::size_t place = 0; place < positions.size() && problems.size() < max_positions;
       place += step)
    problems.push_back(open_problems({tree.name, positions[place]}).front());
  return problems;
}

} // namespace

ModelComparison compare_models(const PlatformFile& platform, int processors,
                               const Placement& placement, const std::function<void()>& on_wait) {
  const auto tree = std::ranges::find_if(
      trees(), [](const Tree& each) { return !each.calibration_positions.empty(); });
  if (tree == trees().end())
    throw InputError("this program has no game, whose search could compare the models");
  ModelComparison comparison{tree->name, processors, search_depth, {}};
  Simulation simulation{platform, processors, find_algorithm("abdada"), {}, {}};
  simulation.settings.depth = search_depth;
  simulation.machine.placement = placement;
  const auto facts = inspect_platform(platform, processors, simulation.machine);
  for (const auto& problem : problems_of(*tree)) {
    simulation.settings.costs =
        facts.costs_in(simulation.algorithm.name(), tree->name,
                       facts.node_costs_of(tree->name).value_or(problem.costs));
    const auto search = [&](const Model& model) {
      simulation.machine.model = model;
      if (on_wait)
        on_wait();
      return simulate_isolated(simulation, problem);
    };
    const auto flow = search(Model::flow);
    const auto loggp = search(Model::loggp);
    comparison.ratios.push_back(loggp.time / flow.time);
    comparison.flow_wall_seconds += flow.wall_seconds;
    comparison.loggp_wall_seconds += loggp.wall_seconds;
  }
  return comparison;
}

} // namespace eldest
