#include "sim/experiments/cluster_search.hpp"

#include "sim/experiments/thread_search.hpp"
#include "sim/machines/cluster/cluster_machine.hpp"
#include "sim/machines/cluster/program_id.hpp"
#include "sim/system/interrupts.hpp"
#include "sim/system/local_cores.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace eldest {
namespace {

/// Returns a text on the first field in which `other` differs from `own`, with both values. The
/// text is empty if no field differs.
std::string first_difference(const Json& own, const Json& other) {
  const auto one = own.flatten();
  const auto two = other.flatten();
  for (const auto& [place, value] : one.items()) {
    if (!two.contains(place))
      return fmt::format("no {}", place.substr(1));
    if (two.at(place) != value)
      return fmt::format("{} {} instead of {}", place.substr(1), serialize(two.at(place)),
                         serialize(value));
  }
  for (const auto& [place, value] : two.items()) {
    if (!one.contains(place))
      return fmt::format("{} {}", place.substr(1), serialize(value));
  }
  return "";
}

// Conversions of the results of one processor to JSON and back, for sending them between processes.

Json json_of(const IterationResult& result) {
  return {result.depth, result.value, result.move, result.time};
}

IterationResult iteration_result_of(const Json& json) {
  return {json.at(0).get<int>(), json.at(1).get<Score>(), json.at(2).get<std::uint32_t>(),
          json.at(3).get<double>()};
}

Json json_of(const Counters& counters) {
  Json json = Json::array();
  for (const auto& [name, counter, meaning] : Counters::descriptions)
    json.push_back(counters.*counter);
  return json;
}

Counters counters_of(const Json& json) {
  Counters counters;
  std::size_t place = 0;
  for (const auto& [name, counter, meaning] : Counters::descriptions)
    json.at(place++).get_to(counters.*counter);
  return counters;
}

Json json_of(const SearchOutcome& outcome) {
  Json json{{"nodes", outcome.nodes},
            {"counters", json_of(outcome.counters)},
            {"own_counters", outcome.own_counters},
            {"iterations", Json::array()},
            {"running_counters", Json::array()}};
  for (const auto& iteration : outcome.iterations)
    json["iterations"].push_back(json_of(iteration));
  for (const auto& counters : outcome.running_counters)
    json["running_counters"].push_back(json_of(counters));
  if (outcome.combined)
    json["combined"] = json_of(*outcome.combined);
  return json;
}

SearchOutcome outcome_of(const Json& json) {
  SearchOutcome outcome;
  json.at("nodes").get_to(outcome.nodes);
  outcome.counters = counters_of(json.at("counters"));
  json.at("own_counters").get_to(outcome.own_counters);
  for (const auto& iteration : json.at("iterations"))
    outcome.iterations.push_back(iteration_result_of(iteration));
  for (const auto& counters : json.at("running_counters"))
    outcome.running_counters.push_back(counters_of(counters));
  if (json.contains("combined"))
    outcome.combined = iteration_result_of(json.at("combined"));
  return outcome;
}

Json json_of(const Traffic& traffic) {
  return {traffic.reads,        traffic.writes,   traffic.remote_reads, traffic.remote_writes,
          traffic.lock_retries, traffic.messages, traffic.bytes};
}

Traffic traffic_of(const Json& json) {
  const auto count = [&](std::size_t place) { return json.at(place).get<std::uint64_t>(); };
  return {count(0), count(1), count(2), count(3), count(4), count(5), count(6)};
}

/// A handler that reads the code of a position's best move: see best_move.
struct ReadBestMove {
  Key key = 0;
  int depth = 0;
  Score value = 0;
  TableDepth rule = TableDepth::at_least;
  std::uint32_t move = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.key);
    wire::word<8>(wire, wire::score(self.value), wire::depth(self.depth),
                  wire::up_to<TableDepth::at_least_keeping_distance>(self.rule));
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::number(self.move));
  }

  void operator()(const Bucket& bucket) { move = best_move(bucket, key, depth, value, rule); }
};

/// The results of all processors of a search, as received from their processes, to be merged into
/// one.
class MergedParts {
public:
  /// `processes`: for each process, the parts of its processors.
  explicit MergedParts(const std::vector<Json>& processes) {
    for (const auto& process : processes)
      parts_.insert(parts_.end(), process.begin(), process.end());
  }

  [[nodiscard]] Outcomes outcomes() const {
    Outcomes outcomes;
    for (const auto& part : parts_)
      outcomes.emplace_back(outcome_of(part.at("outcome")));
    return outcomes;
  }

  /// Adds the figures of the machine, such as times and traffic, to `result`, which has been merged
  /// from `outcomes()`.
  void complete(SearchResult& result) const {
    RealTime real;
    std::size_t still_searching = 0;
    ClusterStop stop = ClusterStop::none;
    for (const auto& part : parts_) {
      result.time = std::max(result.time, part.at("finished_s").get<double>());
      result.traffic += traffic_of(part.at("traffic"));
      real.cpu += part.at("cpu_s").get<double>();
      real.time_stamps += part.at("time_stamps").get<std::uint64_t>();
      still_searching += part.at("searching").get<std::size_t>();
      stop = std::max(stop, part.at("stop").get<ClusterStop>());
      result.peak_memory = std::max(result.peak_memory, part.at("memory").get<std::uint64_t>());
    }
    if (result.counters.timeouts == 0) // a processor that gives up waiting may stay counted
      check_all_have_left(still_searching);
    real.time_stamp_cost = measure_time_stamp();
    result.real_time = real;
    result.stopped_by = stop == ClusterStop::none   ? ""
                        : stop == ClusterStop::time ? stop_reason_name(StopReason::time)
                                                    : stop_reason_name(StopReason::interrupt);
    for (std::size_t rank = 0; rank < parts_.size(); ++rank) {
      const auto& part = parts_[rank];
      auto& own = result.processors[rank];
      const auto& account = part.at("account");
      own.account = {account.at(0).get<double>(), account.at(1).get<double>(),
                     account.at(2).get<double>() + result.time -
                         part.at("finished_s").get<double>()};
      own.host = part.at("host").get<std::string>();
    }
  }

private:
  std::vector<Json> parts_; ///< by rank
};

/// One search, on a machine made for this search.
class SearchOnCluster {
public:
  SearchOnCluster(ClusterNetwork& network, const ClusterSearch& search, const Problem& problem)
      : network_(network), search_(search), problem_(problem) {}

  /// Runs the search. All processes must call this together. Returns the same result on all of
  /// them, or throws the same error.
  [[nodiscard]] SearchResult run() {
    in_step([&] {
      check();
      window_ = window_for(network_, search_.layout, tables(), search_.access);
    });
    if (window_)
      window_->open();
    in_step([&] { make_machine(); });
    search_to_depth();
    return merge(results_of_all(network_, attempt([&] { return own_parts(); })));
  }

private:
  /// Runs `step` in all processes, and waits for all of them. If `step` fails in any process, all
  /// processes throw the same error.
  void in_step(const std::function<void()>& step) {
    static_cast<void>(results_of_all(network_, attempt([&]() -> Json {
                                       step();
                                       return true;
                                     })));
  }

  void check() const {
    if (Interrupts().come())
      throw RunError("not started, because a signal had come");
    search_.algorithm.check_runs_on(search_.layout.processors);
    search_.algorithm.check_supports(search_.settings);
  }

  [[nodiscard]] TableSettings tables() const { return search_.algorithm.tables(search_.tables); }

  /// Makes the machine and what stops it. Throws if memory is short, or the system has no thread
  /// left.
  void make_machine() {
    machine_.emplace(network_, search_.layout, tables(), window_.get());
    outcomes_.resize(machine_->runs().size());
    // The first process tells the others when the time is up.
    const auto limit = network_.rank() == 0 ? search_.time_limit : std::nullopt;
    watcher_.emplace(limit, [this](StopReason reason) { machine_->stop(reason); });
  }

  void search_to_depth() {
    auto settings = search_.settings;
    settings.costs = problem_.costs; // for a network that simulates them
    machine_->run([&](ClusterProcessor& processor) {
      if (processor.rank() == 0)
        processor.on_iteration(search_.on_iteration);
      outcomes_[static_cast<std::size_t>(search_.layout.thread_of(processor.rank()))] =
          problem_.search(search_.algorithm, settings, processor);
    });
    watcher_.reset();
  }

  /// Returns the results of this process's processors.
  [[nodiscard]] Json own_parts() {
    if (const auto error = machine_->error())
      std::rethrow_exception(error);
    Json parts = Json::array();
    for (std::size_t thread = 0; thread < machine_->runs().size(); ++thread) {
      const auto& run = machine_->runs()[thread];
      const auto& processor = machine_->processor(static_cast<int>(thread));
      const auto& account = run.account;
      parts.push_back({{"outcome", json_of(outcomes_[thread])},
                       {"finished_s", run.finished_at},
                       {"cpu_s", run.cpu},
                       {"account", {account.work, account.communication, account.idle}},
                       {"traffic", json_of(processor.traffic())},
                       {"time_stamps", processor.time_stamps()},
                       {"searching", thread == 0 ? machine_->tables().processors_searching() : 0},
                       {"stop", machine_->stopped_by()},
                       {"memory", peak_memory_bytes()},
                       {"host", computer_name()}});
    }
    return parts;
  }

  /// Merges the results on the first process, which reads the principal variation from the table
  /// entries of all processes. Returns the merged result on all processes, which must call this
  /// together.
  [[nodiscard]] SearchResult merge(const std::vector<Json>& processes) {
    TaskResult merged{Json(), std::nullopt, std::nullopt};
    machine_->run([&](ClusterProcessor& processor) {
      if (processor.rank() == 0)
        merged = attempt([&]() -> Json { return merge_on(processor, processes); });
    });
    return results_of_all(network_, merged).front().get<SearchResult>();
  }

  [[nodiscard]] SearchResult merge_on(ClusterProcessor& processor,
                                      const std::vector<Json>& processes) const {
    const MergedParts merged(processes);
    auto result = merge_outcomes(merged.outcomes(), problem_, [&](Key key, int depth, Score value) {
      ReadBestMove read{key, depth, value, search_.settings.table_depth};
      processor.ask(key, read);
      processor.await_answer();
      return read.move;
    });
    merged.complete(result);
    if (network_.is_simulated())
      result.real_time.reset();
    result.platform_name = processor_model();
    result.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    return result;
  }

  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  ClusterNetwork& network_;
  const ClusterSearch& search_;
  const Problem& problem_;
  std::unique_ptr<NetworkWindow> window_; ///< null if entries are accessed by messages
  std::optional<ClusterMachine> machine_;
  std::optional<StopWatcher> watcher_;
  std::vector<SearchOutcome> outcomes_; ///< of this process's processors
};

} // namespace

std::vector<Json> results_of_all(ClusterNetwork& network, const TaskResult& own) {
  std::vector<Json> results;
  for (const auto& text : network.gather(pack(own))) {
    const auto outcome = unpack(text);
    if (!outcome)
      throw RunError("a process of the cluster has sent something other than a result");
    results.push_back(result_of(*outcome));
  }
  return results;
}

void meet(ClusterNetwork& network, const TaskResult& own) {
  TaskResult said = own;
  if (!own.bad_input && !own.failure)
    said.result = {{"program", program_id()}, {"host", computer_name()}, {"settings", own.result}};
  const auto all = results_of_all(network, said);
  const auto& first = all.front();
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    const auto& other = all[rank];
    const auto who = fmt::format("rank {} on {}", rank, other.at("host").get<std::string>());
    if (other.at("program") != first.at("program"))
      throw InputError(fmt::format("{} runs another build of the program than rank 0 on {}: all "
                                   "must run the same",
                                   who, first.at("host").get<std::string>()));
    if (const auto difference = first_difference(first.at("settings"), other.at("settings"));
        !difference.empty())
      throw InputError(
          fmt::format("{} has settings different from those of rank 0: {}", who, difference));
  }
}

ClusterSize cluster_size(ClusterNetwork& network) {
  std::map<std::string, int> cores;
  for (const auto& text :
       network.gather(fmt::format("{} {}", ::sysconf(_SC_NPROCESSORS_ONLN), computer_name()))) {
    const auto space = text.find(' ');
    cores[text.substr(space + 1)] = std::stoi(text);
  }
  ClusterSize size{static_cast<int>(cores.size()), 0};
  for (const auto& [host, count] : cores)
    size.cores += count;
  return size;
}

SearchResult search_on_cluster(ClusterNetwork& network, const ClusterSearch& search,
                               const Problem& problem) {
  return SearchOnCluster(network, search, problem).run();
}

} // namespace eldest
