#include "sim/simulation.hpp"

#include "sim/run_error.hpp"

#include <sys/resource.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

namespace eldest {
namespace {

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// What every processor has to tell, by rank; nothing if it failed before the end.
using Outcomes = std::vector<std::optional<SearchOutcome>>;

/// The iterations, as the first processor to finish each found it, with the nodes of all. If the
/// search is not failure-resistant the processors agree on that anyway.
std::vector<Iteration> merge_iterations(const Outcomes& outcomes) {
  std::vector<Iteration> iterations;
  for (const auto& outcome : outcomes) {
    if (!outcome)
      continue;
    for (std::size_t i = 0; i < outcome->iterations.size(); ++i) {
      const auto& found = outcome->iterations[i];
      if (i == iterations.size())
        iterations.push_back({found.depth, found.value, found.time, 0});
      else if (found.time < iterations[i].time)
        iterations[i] = {found.depth, found.value, found.time, 0};
    }
  }
  for (const auto& outcome : outcomes) {
    for (std::size_t i = 0; outcome && i < iterations.size(); ++i)
      iterations[i].nodes += outcome->nodes[i];
  }
  return iterations;
}

SimulationResult collect(SimulatedMachine& machine, const Outcomes& outcomes,
                         const Problem& problem) {
  const auto teller = std::find_if(outcomes.begin(), outcomes.end(), [](const auto& outcome) {
    return outcome && !outcome->iterations.empty();
  });
  const auto& last = (*teller)->iterations.back();
  SimulationResult result;
  result.platform_name = machine.name();
  result.platform_hosts = machine.hosts();
  result.value = last.value;
  result.best_move = problem.move_text(last.move);
  result.principal_variation =
      problem.principal_variation(machine.tables().transpositions(0), last.move, last.depth);
  result.time = machine.time();
  result.iterations = merge_iterations(outcomes);
  for (const auto& processor : machine.processors()) {
    const auto& outcome = outcomes[static_cast<std::size_t>(processor->rank())];
    const auto counters = outcome ? outcome->counters : Counters{};
    result.counters += counters;
    result.traffic += processor->traffic();
    result.processors.push_back({counters.nodes(), processor->account(), processor->failed()});
  }
  return result;
}

} // namespace

TimeAccount SimulationResult::account() const {
  TimeAccount sum;
  for (const auto& processor : processors)
    sum += processor.account;
  return sum;
}

double SimulationResult::first_move_cutoff_rate() const {
  if (counters.cutoffs == 0)
    return 0;
  return static_cast<double>(counters.first_move_cutoffs) / static_cast<double>(counters.cutoffs);
}

SimulationResult simulate(const Simulation& simulation, const Problem& problem) {
  const auto start = std::chrono::steady_clock::now();
  auto settings = simulation.machine;
  settings.tables.record_searchers = simulation.settings.abdada.push_depth > 0;
  SimulatedMachine machine(simulation.platform, simulation.processors, settings);
  std::optional<ProgressReporter> reporter;
  if (simulation.progress != nullptr) {
    reporter.emplace(*simulation.progress, simulation.settings.depth);
    machine.on_progress([&](double seconds, std::uint64_t nodes, int depth) {
      reporter->report(seconds, nodes, depth);
    });
  }
  Outcomes outcomes(static_cast<std::size_t>(simulation.processors));
  machine.run([&](SimulatedProcessor& processor) {
    outcomes[static_cast<std::size_t>(processor.rank())] =
        problem.search(simulation.algorithm, simulation.settings, processor);
  });
  auto result = collect(machine, outcomes, problem);
  // Who fails or gives up an answer may stay counted.
  const bool all_answered = settings.failures.empty() && result.counters.timeouts == 0;
  if (const auto left = machine.tables().processors_searching(); all_answered && left != 0)
    throw RunError(
        fmt::format("{} processors are still counted in the table after the search", left));
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.peak_memory = peak_memory_bytes();
  return result;
}

void to_json(Json& json, const SimulationResult& result) {
  const auto account = result.account();
  json["platform"] = {{"name", result.platform_name}, {"hosts", result.platform_hosts}};
  json["value"] = result.value;
  json["best_move"] = result.best_move;
  json["pv"] = result.principal_variation;
  json["time_s"] = result.time;
  json["nodes"] = result.nodes();
  json["speculative_nodes"] = result.counters.speculative;
  json["processor_time_s"] = {
      {"work", account.work}, {"communication", account.communication}, {"idle", account.idle}};
  json["table"] = {{"reads", result.traffic.reads},
                   {"writes", result.traffic.writes},
                   {"remote_reads", result.traffic.remote_reads},
                   {"remote_writes", result.traffic.remote_writes},
                   {"hits", result.counters.table_hits},
                   {"deferred", result.counters.deferred}};
  for (const auto& [name, counter, meaning] : counter_descriptions)
    json["counters"][std::string(name)] = result.counters.*counter;
  json["messages"] = {{"count", result.traffic.messages}, {"bytes", result.traffic.bytes}};
  json["first_move_cutoff_rate"] = result.first_move_cutoff_rate();
  json["iterations"] = Json::array();
  for (const auto& iteration : result.iterations)
    json["iterations"].push_back({{"depth", iteration.depth},
                                  {"value", iteration.value},
                                  {"time_s", iteration.time},
                                  {"nodes", iteration.nodes}});
  json["per_processor"] = Json::array();
  for (const auto& processor : result.processors) {
    json["per_processor"].push_back({{"nodes", processor.nodes},
                                     {"work_s", processor.account.work},
                                     {"communication_s", processor.account.communication},
                                     {"idle_s", processor.account.idle}});
    if (processor.failed)
      json["per_processor"].back()["failed"] = true;
  }
  json["wall_s"] = result.wall_seconds;
  json["peak_rss_bytes"] = result.peak_memory;
}

void from_json(const Json& json, SimulationResult& result) {
  json.at("platform").at("name").get_to(result.platform_name);
  json.at("platform").at("hosts").get_to(result.platform_hosts);
  json.at("value").get_to(result.value);
  json.at("best_move").get_to(result.best_move);
  json.at("pv").get_to(result.principal_variation);
  json.at("time_s").get_to(result.time);
  for (const auto& [name, counter, meaning] : counter_descriptions)
    json.at("counters").at(std::string(name)).get_to(result.counters.*counter);
  const auto& table = json.at("table");
  table.at("reads").get_to(result.traffic.reads);
  table.at("writes").get_to(result.traffic.writes);
  table.at("remote_reads").get_to(result.traffic.remote_reads);
  table.at("remote_writes").get_to(result.traffic.remote_writes);
  json.at("messages").at("count").get_to(result.traffic.messages);
  json.at("messages").at("bytes").get_to(result.traffic.bytes);
  for (const auto& iteration : json.at("iterations"))
    result.iterations.push_back(
        {iteration.at("depth").get<int>(), iteration.at("value").get<Score>(),
         iteration.at("time_s").get<double>(), iteration.at("nodes").get<std::uint64_t>()});
  for (const auto& processor : json.at("per_processor"))
    result.processors.push_back(
        {processor.at("nodes").get<std::uint64_t>(),
         {processor.at("work_s").get<double>(), processor.at("communication_s").get<double>(),
          processor.at("idle_s").get<double>()},
         processor.value("failed", false)});
  json.at("wall_s").get_to(result.wall_seconds);
  json.at("peak_rss_bytes").get_to(result.peak_memory);
}

} // namespace eldest
