#include "sim/experiments/search_result.hpp"

#include "algorithms/registry.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "sim/experiments/json.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace eldest {
namespace {

/// Sets the counters of each iteration. `running`: counts from the start of the search to the end
/// of each iteration.
void set_counters(std::vector<Iteration>& iterations, const std::vector<Counters>& running) {
  Counters before;
  for (std::size_t i = 0; i < std::min(iterations.size(), running.size()); ++i) {
    auto& own = iterations[i].counters.emplace();
    for (const auto& [name, counter, meaning] : Counters::descriptions)
      own.*counter = running[i].*counter - before.*counter;
    before = running[i];
  }
}

/// Returns the iterations, each with the result of the first processor to finish it and the nodes
/// of all processors. Unless the search is failure-resistant, all processors agree on the result.
std::vector<Iteration> merge_iterations(const Outcomes& outcomes) {
  std::vector<Iteration> iterations;
  for (const auto& outcome : outcomes) {
    if (!outcome)
      continue;
    for (std::size_t i = 0; i < outcome->iterations.size(); ++i) {
      const auto& found = outcome->iterations[i];
      if (i == iterations.size())
        iterations.push_back({found.depth, found.value, found.time, 0, {}, found.critical_path});
      else if (found.time < iterations[i].time)
        iterations[i] = {found.depth, found.value, found.time, 0, {}, found.critical_path};
    }
  }
  for (const auto& outcome : outcomes) {
    if (!outcome)
      continue;
    const auto begun = std::min(iterations.size(), outcome->nodes.size());
    for (std::size_t i = 0; i < begun; ++i)
      iterations[i].nodes += outcome->nodes[i];
  }
  if (outcomes.size() == 1 && outcomes.front())
    set_counters(iterations, outcomes.front()->running_counters);
  return iterations;
}

std::size_t complete_iterations(const std::optional<SearchOutcome>& outcome) {
  return outcome ? outcome->iterations.size() : 0;
}

/// Returns those counts of an iteration that are not 0, by name.
Json nonzero(const Counters& counters) {
  Json json = Json::object();
  for (const auto& [name, counter, meaning] : Counters::descriptions) {
    if (counters.*counter != 0)
      json[std::string(name)] = counters.*counter;
  }
  return json;
}

Json json_of(const Iteration& iteration) {
  Json json{{"depth", iteration.depth},
            {"value", iteration.value},
            {"time_s", iteration.time},
            {"nodes", iteration.nodes}};
  if (iteration.counters)
    json["counters"] = nonzero(*iteration.counters);
  if (iteration.critical_path)
    json["critical_path_s"] = *iteration.critical_path;
  return json;
}

Iteration iteration_of(const Json& json) {
  Iteration iteration{field_as<int>(json, "depth"), field_as<Score>(json, "value"),
                      field_as<double>(json, "time_s"), field_as<std::uint64_t>(json, "nodes")};
  if (json.contains("counters")) {
    auto& counters = iteration.counters.emplace();
    for (const auto& [name, counter, meaning] : Counters::descriptions)
      counters.*counter = field_or<std::uint64_t>(field(json, "counters"), name, 0);
  }
  if (json.contains("critical_path_s"))
    iteration.critical_path = field_as<double>(json, "critical_path_s");
  return iteration;
}

ProcessorResult processor_of(const Json& json) {
  return {field_as<std::uint64_t>(json, "nodes"),
          {field_as<double>(json, "work_s"), field_as<double>(json, "communication_s"),
           field_as<double>(json, "idle_s")},
          field_or(json, "failed", false),
          field_or(json, "speed", 1.0),
          field_or(json, "host", std::string())};
}

/// Returns true if results of earlier versions of eldest may lack the counter.
bool is_optional(std::string_view counter) {
  constexpr auto optional =
      std::to_array<std::string_view>({"expanded", "moves", "forced", "deep_cutoffs",
                                       "deep_first_move_cutoffs", "futility_cutoffs"});
  return std::ranges::find(optional, counter) != optional.end();
}

/// Reads the counters of all algorithms and those of the search's own.
void read_counters(const Json& json, SearchResult& result) {
  const auto& counters = field(json, "counters");
  for (const auto& [name, count] : counters.items())
    result.own_counters[name] = as<std::uint64_t>(count, name);
  for (const auto& [name, counter, meaning] : Counters::descriptions) {
    result.counters.*counter = is_optional(name) ? field_or<std::uint64_t>(counters, name, 0)
                                                 : field_as<std::uint64_t>(counters, name);
    result.own_counters.erase(std::string(name));
  }
}

void read_traffic(const Json& json, Traffic& traffic) {
  const auto& table = field(json, "table");
  traffic.reads = field_as<std::uint64_t>(table, "reads");
  traffic.writes = field_as<std::uint64_t>(table, "writes");
  traffic.remote_reads = field_as<std::uint64_t>(table, "remote_reads");
  traffic.remote_writes = field_as<std::uint64_t>(table, "remote_writes");
  traffic.lock_retries = field_as<std::uint64_t>(table, "lock_retries");
  traffic.messages = field_as<std::uint64_t>(field(json, "messages"), "count");
  traffic.bytes = field_as<std::uint64_t>(field(json, "messages"), "bytes");
}

/// Reads the fields that only some results have.
void read_optional(const Json& json, SearchResult& result) {
  if (json.contains("stopped_by"))
    result.stopped_by =
        json.at("stopped_by").is_null() ? "" : field_as<std::string>(json, "stopped_by");
  if (json.contains("energy_j"))
    result.joules = field_as<double>(json, "energy_j");
  if (json.contains("combined")) {
    const auto& combined = json.at("combined");
    result.combined = {field_as<int>(combined, "depth"), field_as<Score>(combined, "value"),
                       field_as<std::string>(combined, "best_move")};
  }
  if (json.contains("cpu_s")) {
    const auto& stamps = field(json, "time_stamps");
    result.real_time = {field_as<double>(json, "cpu_s"), field_as<std::uint64_t>(stamps, "count"),
                        field_as<double>(stamps, "cost_s")};
  }
  result.trace_error = field_or(json, "trace_error", std::string());
}

/// Returns the counts of a search, with zeros for the counters of all other algorithms.
Json counters_of(const SearchResult& result) {
  Json counters;
  for (const auto& [name, counter, meaning] : Counters::descriptions)
    counters[std::string(name)] = result.counters.*counter;
  for (const auto& algorithm : algorithms()) {
    for (const auto& [name, meaning] : algorithm.counters())
      counters[std::string(name)] = 0;
  }
  for (const auto& [name, count] : result.own_counters)
    counters[name] = count;
  return counters;
}

/// Returns the figures of one processor as JSON.
Json share_of(const ProcessorResult& processor) {
  Json share = {{"nodes", processor.nodes},
                {"work_s", processor.account.work},
                {"communication_s", processor.account.communication},
                {"idle_s", processor.account.idle}};
  if (!processor.host.empty())
    share["host"] = processor.host;
  if (processor.speed != 1)
    share["speed"] = processor.speed;
  if (processor.failed)
    share["failed"] = true;
  return share;
}

} // namespace

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-union-access): a union in the system's headers only
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

TimeAccount SearchResult::account() const {
  TimeAccount sum;
  for (const auto& processor : processors)
    sum += processor.account;
  return sum;
}

double SearchResult::first_move_cutoff_rate() const {
  if (counters.cutoffs == 0)
    return 0;
  return static_cast<double>(counters.first_move_cutoffs) / static_cast<double>(counters.cutoffs);
}

SearchResult merge_outcomes(const Outcomes& outcomes, const Problem& problem,
                            const BestMoves& best_move) {
  const auto teller =
      std::max_element(outcomes.begin(), outcomes.end(), [](const auto& one, const auto& other) {
        return complete_iterations(one) < complete_iterations(other);
      });
  if (complete_iterations(*teller) == 0)
    throw RunError("the search was stopped before its first iteration was complete");
  const auto& last = (*teller)->iterations.back();
  SearchResult result;
  result.value = last.value;
  result.best_move = problem.move_text(last.move);
  result.principal_variation =
      problem.principal_variation(best_move, last.move, last.value, last.depth);
  result.iterations = merge_iterations(outcomes);
  for (const auto& outcome : outcomes) {
    const auto counters = outcome ? outcome->counters : Counters{};
    result.counters += counters;
    if (outcome)
      result.own_counters += outcome->own_counters;
    if (outcome && outcome->combined)
      result.combined = {outcome->combined->depth, outcome->combined->value,
                         problem.move_text(outcome->combined->move)};
    result.processors.push_back({counters.nodes(), {}});
  }
  return result;
}

std::uint32_t best_move(const Bucket& bucket, Key key, int depth, Score value, TableDepth rule) {
  const Entry* const entry = bucket.find(key);
  if (entry == nullptr || !may_answer(*entry, depth, rule))
    return 0;
  const bool value_known = entry->bound == Bound::lower || entry->bounds_met;
  const bool best = entry->bound == Bound::exact || (value_known && entry->score == value);
  return best ? entry->move : 0;
}

BestMoves best_moves(const TranspositionTable& table, TableDepth rule) {
  return [&table, rule](Key key, int depth, Score value) {
    return best_move(table.bucket(key), key, depth, value, rule);
  };
}

void check_all_have_left(const Tables& tables) {
  check_all_have_left(tables.processors_searching());
}

void check_all_have_left(std::size_t left) {
  if (left != 0)
    throw RunError(
        fmt::format("{} processors are still counted in the table after the search", left));
}

void to_json(Json& json, const SearchResult& result) {
  const auto account = result.account();
  json["platform"] = {{"name", result.platform_name},
                      {"hosts", result.platform_hosts},
                      {"cores", result.platform_cores}};
  json["value"] = result.value;
  json["best_move"] = result.best_move;
  json["pv"] = result.principal_variation;
  json["time_s"] = result.time;
  if (result.joules)
    json["energy_j"] = *result.joules;
  json["nodes"] = result.nodes();
  json["speculative_nodes"] = result.counters.speculative;
  json["processor_time_s"] = {
      {"work", account.work}, {"communication", account.communication}, {"idle", account.idle}};
  json["table"] = {{"reads", result.traffic.reads},
                   {"writes", result.traffic.writes},
                   {"remote_reads", result.traffic.remote_reads},
                   {"remote_writes", result.traffic.remote_writes},
                   {"lock_retries", result.traffic.lock_retries},
                   {"hits", result.counters.table_hits},
                   {"deferred", result.counters.deferred}};
  json["counters"] = counters_of(result);
  json["messages"] = {{"count", result.traffic.messages}, {"bytes", result.traffic.bytes}};
  json["first_move_cutoff_rate"] = result.first_move_cutoff_rate();
  json["iterations"] = Json::array();
  for (const auto& iteration : result.iterations)
    json["iterations"].push_back(json_of(iteration));
  json["per_processor"] = Json::array();
  for (const auto& processor : result.processors)
    json["per_processor"].push_back(share_of(processor));
  if (const auto& reason = result.stopped_by)
    json["stopped_by"] = reason->empty() ? Json() : Json(*reason);
  if (const auto& combined = result.combined)
    json["combined"] = {
        {"depth", combined->depth}, {"value", combined->value}, {"best_move", combined->best_move}};
  if (const auto& real = result.real_time) {
    json["cpu_s"] = real->cpu;
    json["time_stamps"] = {{"count", real->time_stamps}, {"cost_s", real->time_stamp_cost}};
  }
  if (!result.trace_error.empty())
    json["trace_error"] = result.trace_error;
  json["wall_s"] = result.wall_seconds;
  json["peak_rss_bytes"] = result.peak_memory;
}

void from_json(const Json& json, SearchResult& result) {
  const auto& platform = field(json, "platform");
  result.platform_name = field_as<std::string>(platform, "name");
  result.platform_hosts = field_as<int>(platform, "hosts");
  result.platform_cores = field_as<int>(platform, "cores");
  result.value = field_as<Score>(json, "value");
  result.best_move = field_as<std::string>(json, "best_move");
  for (const auto& move : field(json, "pv"))
    result.principal_variation.push_back(as<std::string>(move, "pv"));
  result.time = field_as<double>(json, "time_s");
  read_counters(json, result);
  read_traffic(json, result.traffic);
  for (const auto& iteration : field(json, "iterations"))
    result.iterations.push_back(iteration_of(iteration));
  for (const auto& processor : field(json, "per_processor"))
    result.processors.push_back(processor_of(processor));
  read_optional(json, result);
  result.wall_seconds = field_as<double>(json, "wall_s");
  result.peak_memory = field_as<std::uint64_t>(json, "peak_rss_bytes");
}

} // namespace eldest
