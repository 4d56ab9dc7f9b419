#include "sim/experiments/simulation.hpp"

#include "sim/experiments/iteration_marks.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/trace/trace_file.hpp"
#include "sim/experiments/trace_subject.hpp"
#include "sim/experiments/visits_alone.hpp"
#include "sim/machines/simulated/load_platform.hpp"
#include "sim/machines/threads/stop_watcher.hpp"
#include "sim/platform_files/machine_parameters.hpp"
#include "sim/system/child_process.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace eldest {
namespace {

/// Throws RunError if processors have failed, no other processor knows a result, and no time limit
/// has stopped the search. This happens in searches with a master if the master has failed.
void check_somebody_knows(const SimulatedMachine& machine, const Outcomes& outcomes) {
  const auto knows = [](const auto& outcome) { return outcome && !outcome->iterations.empty(); };
  const auto failed = [](const auto& processor) { return processor->failed(); };
  if (!machine.has_stopped() && std::ranges::none_of(outcomes, knows) &&
      std::ranges::any_of(machine.processors(), failed))
    throw RunError("no processor that knows a result is left: " + machine.states());
}

/// Collects the result of a search.
SearchResult collect(const SimulatedMachine& machine, const Outcomes& outcomes,
                     const Problem& problem, const Simulation& simulation) {
  check_somebody_knows(machine, outcomes);
  auto result = merge_outcomes(
      outcomes, problem,
      best_moves(machine.tables().transpositions(0), simulation.settings.table_depth));
  result.platform_name = machine.platform().name();
  result.platform_hosts = machine.platform().hosts();
  result.platform_cores = machine.platform().cores();
  result.time = machine.time();
  if (simulation.machine.time_limit)
    result.stopped_by = machine.has_stopped() ? stop_reason_name(StopReason::time) : "";
  for (const auto& processor : machine.processors()) {
    auto& own = result.processors[static_cast<std::size_t>(processor->rank())];
    own.account = processor->account();
    own.failed = processor->failed();
    own.host = machine.platform().host_name(processor->rank());
    own.speed = machine.platform().speed(processor->rank()) / machine.platform().speed(0);
    result.traffic += processor->traffic();
  }
  return result;
}

void add_failures(std::vector<TraceMark>& marks, const SimulatedMachine& machine) {
  for (const auto& processor : machine.processors()) {
    if (processor->activity() == MachineProcessor::Activity::failed)
      marks.push_back(
          {processor->finished_at(), fmt::format("processor {} fails", processor->rank())});
  }
}

/// Writes the recording, unless there is none. Returns an empty text or, if writing fails, the file
/// and the reason.
std::string write_trace(std::optional<TraceRecording>& recording, const SimulatedMachine& machine,
                        const Simulation& simulation, const Problem& problem,
                        const std::vector<Iteration>& iterations) {
  if (!recording)
    return "";
  auto marks = iteration_marks(iterations);
  add_failures(marks, machine);
  const auto processors =
      fmt::format("{} processors of {}", simulation.processors, machine.platform().name());
  return recording->try_to_write(trace_subject(problem, simulation.algorithm.name(),
                                               simulation.settings.depth, processors,
                                               std::move(marks)));
}

/// The settings of the search on each processor, with the costs of the processor's nodes.
/// Neighbours with the same costs share their settings, which then stay in the caches of this
/// computer.
class SettingsByRank {
public:
  SettingsByRank(const Simulation& simulation, const Hardware& hardware) {
    for (int rank = 0; rank < simulation.processors; ++rank) {
      auto own = simulation.settings;
      own.costs = hardware.costs(rank, own.costs, simulation.node_bytes);
      if (different_.empty() || different_.back().costs != own.costs)
        different_.push_back(own);
      by_rank_.push_back(different_.size() - 1);
    }
  }

  [[nodiscard]] const SearchSettings& of(int rank) const {
    return different_[by_rank_[static_cast<std::size_t>(rank)]];
  }

private:
  std::vector<SearchSettings> different_;
  std::vector<std::size_t> by_rank_; ///< indices in `different_`
};

/// Returns the name of a tree without the parameters that may come after a colon.
std::string without_parameters(const std::string& tree) { return tree.substr(0, tree.find(':')); }

/// Returns the costs of a tree, whose name may have parameters.
std::optional<NodeCosts> of_tree(const std::map<std::string, NodeCosts>& by_tree,
                                 const std::string& tree) {
  const auto found = by_tree.find(without_parameters(tree));
  return found == by_tree.end() ? std::nullopt : std::optional(found->second);
}

/// Returns the search in `lesser`, to which lesser depths belong.
SearchResult simulate(const Simulation& simulation, const Problem& problem,
                      LesserDepthSearch& lesser) {
  const auto start = std::chrono::steady_clock::now();
  auto settings = simulation.machine;
  settings.locked = !simulation.algorithm.is_sequential();
  settings.tables = simulation.algorithm.tables(settings.tables);
  SimulatedMachine machine(simulation.platform, simulation.processors, settings);
  machine.decide_depth([&](int depth) { return lesser.continues_to(depth, machine); });
  std::optional<ProgressReporter> reporter;
  if (simulation.progress != nullptr) {
    reporter.emplace(*simulation.progress, simulation.settings.depth);
    machine.on_progress([&](double seconds, std::uint64_t nodes, int depth) {
      reporter->report(seconds, nodes, depth);
    });
  }
  std::optional<TraceRecording> recording;
  if (!simulation.trace.empty())
    recording.emplace(simulation.trace, simulation.processors,
                      simulation.trace_beside ? TraceWriting::beside : TraceWriting::alone);
  if (recording)
    machine.record(recording->trace());
  // Visits are not compared under a time limit, because a sequential search would visit other
  // nodes.
  if (recording && !settings.time_limit)
    recording->compare_with(visits_alone(simulation.algorithm, simulation.settings,
                                         simulation.machine.tables, problem));
  const SettingsByRank settings_by_rank(simulation, machine.hardware());
  Outcomes outcomes(static_cast<std::size_t>(simulation.processors));
  try {
    machine.run([&](SimulatedProcessor& processor) {
      const int rank = processor.rank();
      outcomes[static_cast<std::size_t>(rank)] =
          problem.search(simulation.algorithm, settings_by_rank.of(rank), processor);
    });
  } catch (const RunError& error) {
    const auto trace_error = write_trace(recording, machine, simulation, problem, {});
    throw RunError(trace_error.empty() ? error.what() : error.what() + ("; trace " + trace_error));
  }
  auto result = collect(machine, outcomes, problem, simulation);
  result.joules = machine.joules();
  result.trace_error = write_trace(recording, machine, simulation, problem, result.iterations);
  // A processor may stay counted in the table if it fails, if its store is lost, or if it gives up
  // waiting for an answer.
  if (!settings.loses() && result.counters.timeouts == 0)
    check_all_have_left(machine.tables());
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.peak_memory = peak_memory_bytes();
  return result;
}

} // namespace

double PlatformFacts::slowdown(int processors) const {
  const MachineParameters machine{.busy_slowdown = busy_slowdown,
                                  .core_threads = core_threads,
                                  .thread_slowdown = thread_slowdown};
  return machine.slowdown(0, std::min(processors, computer_cores), computer_cores);
}

std::optional<NodeCosts> PlatformFacts::node_costs_of(const std::string& tree) const {
  return of_tree(node_costs, tree);
}

std::optional<NodeCosts> PlatformFacts::node_bytes_of(const std::string& tree) const {
  return of_tree(node_bytes, tree);
}

NodeCosts PlatformFacts::costs_in(std::string_view algorithm, const std::string& tree,
                                  const NodeCosts& costs) const {
  const auto found = node_slowdowns.find(fmt::format("{}-{}", without_parameters(tree), algorithm));
  return found == node_slowdowns.end() ? costs : costs * found->second;
}

PlatformFacts inspect_platform(const PlatformFile& platform, int processors,
                               MachineSettings settings) {
  settings.tables = {.entries = 1};
  if (needs_simgrid(platform, settings.model))
    load_simgrid();
  const Json json = load_in_child_process(platform.path, [&]() -> Json {
    const SimulatedMachine machine(platform, processors, settings);
    auto notes = platform.notes;
    const auto found = machine.platform().look_over(processors);
    notes.insert(notes.end(), found.begin(), found.end());
    return {{"name", machine.platform().name()},
            {"hosts", machine.platform().hosts()},
            {"cores", machine.platform().cores()},
            {"computer_cores", machine.platform().computer_cores(0)},
            {"busy_slowdown", machine.parameters().busy_slowdown},
            {"core_threads", machine.parameters().core_threads},
            {"thread_slowdown", machine.parameters().thread_slowdown},
            {"doubt", machine.parameters().doubt},
            {"node_costs", machine.parameters().node_costs},
            {"node_bytes", machine.parameters().node_bytes},
            {"node_slowdowns", machine.parameters().node_slowdowns},
            {"notes", notes}};
  });
  return {json.at("name").get<std::string>(),
          json.at("hosts").get<int>(),
          json.at("cores").get<int>(),
          json.at("computer_cores").get<int>(),
          json.at("busy_slowdown").get<double>(),
          json.at("core_threads").get<int>(),
          json.at("thread_slowdown").get<double>(),
          json.at("doubt").get<std::string>(),
          json.at("node_costs").get<std::map<std::string, NodeCosts>>(),
          json.at("node_bytes").get<std::map<std::string, NodeCosts>>(),
          json.at("node_slowdowns").get<std::map<std::string, double>>(),
          json.at("notes").get<std::vector<std::string>>()};
}

SearchResult simulate(const Simulation& simulation, const Problem& problem) {
  simulation.algorithm.check_runs_on(simulation.processors);
  simulation.algorithm.check_supports(simulation.settings);
  const bool shares =
      simulation.trace.empty() && !simulation.algorithm.plans_for_depth(simulation.processors);
  for (const int depth : shares ? std::vector<int>() : simulation.lesser.depths)
    simulation.lesser.take(depth, std::nullopt);
  const LesserDepths lesser = shares ? simulation.lesser : LesserDepths();
  LesserDepthSearch search(lesser);
  return search.finish([&] { return simulate(simulation, problem, search); });
}

SearchResult simulate_isolated(const Simulation& simulation, const Problem& problem) {
  if (needs_simgrid(simulation.platform, simulation.machine.model))
    load_simgrid();
  return run_in_child_process([&]() -> Json { return simulate(simulation, problem); })
      .get<SearchResult>();
}

} // namespace eldest
