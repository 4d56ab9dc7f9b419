#include "sim/experiments/platform_report.hpp"

#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/simulated/load_platform.hpp"
#include "sim/machines/simulated/node_work.hpp"
#include "sim/platform_files/simgrid_settings.hpp"
#include "sim/system/child_process.hpp"
#include "trees/base/errors.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

namespace eldest {
namespace {

/// Returns the ranks of the processors on other hosts that are nearest to the first one and
/// farthest from it, by latency. Of equals, the lowest rank is returned. Both are 0 without other
/// hosts.
std::pair<int, int> nearest_and_farthest(const Platform& platform, int processors) {
  std::pair<int, int> ranks{0, 0};
  double least = std::numeric_limits<double>::infinity();
  double most = -1;
  for (int rank = 1; rank < processors; ++rank) {
    if (platform.host_of(rank) == platform.host_of(0))
      continue;
    const double latency = platform.route(0, rank).latency;
    if (latency < least) {
      least = latency;
      ranks.first = rank;
    }
    if (latency > most) {
      most = latency;
      ranks.second = rank;
    }
  }
  return ranks;
}

bool is_same(const Inventory::OfLink& link, const Inventory::OfLink& other) {
  return std::tie(link.policy, link.bandwidth, link.latency) ==
         std::tie(other.policy, other.bandwidth, other.latency);
}

Json to_json(const Inventory& inventory) {
  Json json{{"hosts", Json::array()}, {"links", Json::array()}};
  for (const auto& host : inventory.hosts)
    json["hosts"].push_back({host.name, host.speed, host.cores});
  // Equal links that follow each other are one item, because a cluster may have 100,000 of them.
  const Inventory::OfLink* last = nullptr;
  for (const auto& link : inventory.links) {
    if (last != nullptr && is_same(*last, link))
      json["links"].back()[3] = json["links"].back()[3].get<int>() + 1;
    else
      json["links"].push_back({link.policy, link.bandwidth, link.latency, 1});
    last = &link;
  }
  return json;
}

Inventory to_inventory(const Json& json) {
  Inventory inventory;
  for (const auto& host : json.at("hosts"))
    inventory.hosts.push_back(
        {host[0].get<std::string>(), host[1].get<double>(), host[2].get<int>()});
  for (const auto& link : json.at("links"))
    inventory.links.insert(
        inventory.links.end(), link[3].get<std::size_t>(),
        {link[0].get<std::string>(), link[1].get<double>(), link[2].get<double>()});
  return inventory;
}

/// Loads a platform for measurements on its first `processors`, as `load_platform` does. Returns
/// their number with the bench.
std::pair<CostBench, int> load_bench(const PlatformFile& platform, std::optional<int> processors,
                                     MachineSettings settings) {
  auto loaded = load_platform(platform, processors, settings.placement);
  const int count = processors.value_or(std::min(loaded->cores(), most_by_default));
  settings.tables.entries = std::max<std::size_t>(4096, static_cast<std::size_t>(count) * 4);
  return {CostBench(std::move(loaded), count, settings), count};
}

Json properties_json(const MachineParameters& parameters) {
  Json properties = Json::array();
  for (const auto& property : list_properties(parameters))
    properties.push_back({property.name, property.value});
  return properties;
}

/// The work in a tree's nodes, by the platform or, if it does not say, by the game.
NodeCosts node_costs(const MachineParameters& machine, const std::string& tree) {
  const auto found = machine.node_costs.find(tree);
  return found == machine.node_costs.end() ? open_problems({tree, "startpos"}).front().costs
                                           : found->second;
}

/// The speed of visits to nodes of a tree that move `bytes`, as a part of the speed of a processor
/// that works alone.
double visit_speed(const Platform& platform, const OnComputer& place, const std::string& tree,
                   const NodeCosts& bytes) {
  const auto costs = node_costs(platform.parameters(), tree);
  const auto seconds = [&](const OnComputer& on) {
    return node_seconds(platform.parameters(), on, platform.speed(0), costs, bytes).visit;
  };
  return seconds({0, 1, place.processors}) / seconds(place);
}

/// Returns the speeds of the first processor with 1, half and all of its computer's processors at
/// work.
Json work_json(const Platform& platform) {
  const auto& machine = platform.parameters();
  const int processors = platform.computer_cores(0);
  Json work = Json::array();
  for (const int working : std::set{1, (processors + 1) / 2, processors}) {
    Json visits = Json::object();
    for (const auto& [tree, bytes] : machine.node_bytes) {
      if (std::ranges::find(trees(), tree, &Tree::name) != trees().end())
        visits[tree] = visit_speed(platform, {0, working, processors}, tree, bytes);
    }
    work.push_back({working, 1 / machine.slowdown(0, working, processors), visits});
  }
  return work;
}

Json power_json(const std::optional<HostPower>& power) {
  return power ? Json{power->idle, power->epsilon, power->all_cores} : Json();
}

/// Loads and measures a platform in this process.
Json measure(const PlatformFile& platform, std::optional<int> processors,
             const MachineSettings& settings) {
  auto [bench, count] = load_bench(platform, processors, settings);
  const auto& loaded = bench.platform();
  Json found{{"own", bench.costs(0)},
             {"notes", loaded.look_over(count)},
             {"name", loaded.name()},
             {"processors", count},
             {"first_host", loaded.host_name(0)},
             {"power", power_json(loaded.power(0))},
             {"inventory", to_json(loaded.inventory())},
             {"work", work_json(loaded)},
             {"properties", properties_json(loaded.parameters())},
             {"set", loaded.properties_set()}};
  if (count > 1 && loaded.host_of(1) == loaded.host_of(0))
    found["core"] = bench.costs(1);
  const auto [near, far] = nearest_and_farthest(loaded, count);
  if (near == 0)
    return found;
  found["ranks"] = {near, far};
  found["near"] = bench.costs(near);
  found["far"] = far == near ? found["near"] : Json(bench.costs(far));
  return found;
}

/// Measures the messages to two processors on the network that other SimGrid programs have.
NetworkOfSimGrid measure_network_of_simgrid(const PlatformFile& platform, int processors,
                                            const MachineSettings& settings, int near, int far,
                                            const std::function<void()>& on_wait) {
  const auto other = with_network_of_simgrid(platform);
  NetworkOfSimGrid network{network_settings(other).front().value};
  try {
    const auto json = load_in_child_process(
        platform.path,
        [&]() -> Json {
          auto bench = load_bench(other, processors, settings).first;
          const auto nearest = bench.messages(near);
          return {nearest, far == near ? nearest : bench.messages(far)};
        },
        on_wait);
    json.at(0).get_to(network.near);
    json.at(1).get_to(network.far);
  } catch (const InputError& error) {
    network.refusal = error.what();
  }
  return network;
}

} // namespace

PlatformReport report_platform(const PlatformFile& platform, std::optional<int> processors,
                               const Placement& placement, const Model& model,
                               const std::function<void()>& on_wait) {
  MachineSettings settings;
  settings.placement = placement;
  settings.model = model;
  load_simgrid();
  const Json json = load_in_child_process(
      platform.path, [&]() -> Json { return measure(platform, processors, settings); }, on_wait);
  PlatformReport report;
  json.at("name").get_to(report.name);
  json.at("processors").get_to(report.processors);
  json.at("first_host").get_to(report.first_host);
  if (const auto& power = json.at("power"); !power.is_null())
    report.power = HostPower{power[0], power[1], power[2]};
  report.inventory = to_inventory(json.at("inventory"));
  for (const auto& property : json.at("properties"))
    report.properties.push_back({property[0].get<std::string>(), property[1].get<std::string>()});
  json.at("set").get_to(report.properties_set);
  report.notes = platform.notes;
  for (const auto& note : json.at("notes"))
    report.notes.push_back(note.get<std::string>());
  for (const auto& speed : json.at("work"))
    report.work.push_back({speed[0].get<int>(), speed[1].get<double>(),
                           speed[2].get<std::map<std::string, double>>()});
  json.at("own").get_to(report.own);
  if (json.contains("core"))
    report.core = json.at("core").get<MeasuredCosts>();
  report.network = network_settings(platform);
  report.refusals = {{"flow", ""}, {"loggp", refused_by_loggp(platform)}};
  if (!json.contains("near"))
    return report;
  report.near = json.at("near").get<MeasuredCosts>();
  report.far = json.at("far").get<MeasuredCosts>();
  settings.model = Model::flow;
  report.network_of_simgrid = measure_network_of_simgrid(platform, report.processors, settings,
                                                         json.at("ranks")[0].get<int>(),
                                                         json.at("ranks")[1].get<int>(), on_wait);
  return report;
}

} // namespace eldest
