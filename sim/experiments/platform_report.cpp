#include "sim/experiments/platform_report.hpp"

#include "algorithms/search/table_handlers.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/simulation.hpp"
#include "sim/machines/simulated/load_platform.hpp"
#include "sim/platform_files/simgrid_settings.hpp"
#include "sim/system/child_process.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace eldest {
namespace {

constexpr std::size_t message_bytes = 16;

/// Measures costs on the first `processors` processors of a platform.
struct Bench {
  const PlatformFile& platform;
  int processors;
  Model model;

  /// Runs `program` on every processor of a machine that does nothing else. Returns the program's
  /// result on processor `rank`, in seconds.
  [[nodiscard]] double measure(const std::function<double(SimulatedProcessor&)>& program,
                               int rank) const {
    return load_in_child_process(platform.path,
                                 [&]() -> Json {
                                   auto settings = machine_settings();
                                   SimulatedMachine machine(platform, processors, settings);
                                   double seconds = 0;
                                   machine.run([&](SimulatedProcessor& processor) {
                                     const double result = program(processor);
                                     if (processor.rank() == rank)
                                       seconds = result;
                                   });
                                   return seconds;
                                 })
        .get<double>();
  }

  [[nodiscard]] MachineSettings machine_settings() const {
    MachineSettings settings;
    settings.tables.entries = std::max<std::size_t>(4096, static_cast<std::size_t>(processors) * 4);
    settings.model = model;
    return settings;
  }

  /// Returns a key whose home is processor `home`.
  [[nodiscard]] Key key_of(int home) const {
    const TranspositionTable table(machine_settings().tables.entries);
    Key key = 1;
    while (table.home(key, processors) != home)
      key += 0x9e3779b97f4a7c15U;
    return key;
  }

  [[nodiscard]] double read(int home) const {
    const auto key = key_of(home);
    return measure(
        [&](SimulatedProcessor& processor) {
          if (processor.rank() == 0) {
            Probe probe{key, 1, TableDepth::exact, {0, 1}};
            processor.ask(key, probe);
            processor.await_answer();
          }
          return processor.now();
        },
        0);
  }

  [[nodiscard]] double write(int home) const {
    const auto key = key_of(home);
    return measure(
        [&](SimulatedProcessor& processor) {
          if (processor.rank() == 0)
            processor.post(key, Store{key, NodeResult({}, 1)});
          return processor.now();
        },
        0);
  }

  /// Returns the seconds until a message to processor `to` has been sent or, with `taken`, been
  /// received.
  [[nodiscard]] double message(int to, bool taken) const {
    return measure(
        [&](SimulatedProcessor& processor) {
          if (processor.rank() == 0)
            processor.send(to, {0, message_bytes, {}});
          else if (processor.rank() == to)
            (void)processor.wait();
          return processor.now();
        },
        taken ? to : 0);
  }

  [[nodiscard]] MeasuredCosts costs(int to) const {
    MeasuredCosts costs;
    costs.read = read(to);
    costs.write = write(to);
    if (to != 0) {
      costs.send = message(to, false);
      costs.message = message(to, true);
    }
    return costs;
  }
};

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

Json to_json(const Inventory& inventory) {
  Json json{{"hosts", Json::array()}, {"links", Json::array()}};
  for (const auto& host : inventory.hosts)
    json["hosts"].push_back({host.name, host.speed, host.cores});
  for (const auto& link : inventory.links)
    json["links"].push_back({link.policy, link.bandwidth, link.latency});
  return json;
}

Inventory to_inventory(const Json& json) {
  Inventory inventory;
  for (const auto& host : json.at("hosts"))
    inventory.hosts.push_back(
        {host[0].get<std::string>(), host[1].get<double>(), host[2].get<int>()});
  for (const auto& link : json.at("links"))
    inventory.links.push_back(
        {link[0].get<std::string>(), link[1].get<double>(), link[2].get<double>()});
  return inventory;
}

int cores_of(const PlatformFile& platform) {
  load_simgrid();
  return load_in_child_process(platform.path,
                               [&]() -> Json { return load_platform(platform, 1)->cores(); })
      .get<int>();
}

} // namespace

PlatformReport report_platform(const PlatformFile& platform, std::optional<int> processors,
                               const Model& model) {
  constexpr int most = 1024;
  PlatformReport report;
  report.processors = processors ? *processors : std::min(cores_of(platform), most);
  const Bench bench{platform, report.processors, model};
  const auto facts = inspect_platform(platform, report.processors, bench.machine_settings());
  report.name = facts.name;
  report.notes = facts.notes;
  const Json json = load_in_child_process(platform.path, [&]() -> Json {
    const auto loaded = load_platform(platform, report.processors);
    Json properties = Json::array();
    for (const auto& property : list_properties(loaded->parameters()))
      properties.push_back({property.name, property.value});
    const auto [near, far] = nearest_and_farthest(*loaded, report.processors);
    Json found{{"inventory", to_json(loaded->inventory())},
               {"properties", properties},
               {"set", loaded->properties_set()},
               {"core", report.processors > 1 && loaded->host_of(1) == loaded->host_of(0)}};
    if (near != 0)
      found["others"] = {{near, loaded->host_of(near), loaded->route(0, near).latency},
                         {far, loaded->host_of(far), loaded->route(0, far).latency}};
    return found;
  });
  report.inventory = to_inventory(json.at("inventory"));
  for (const auto& property : json.at("properties"))
    report.properties.push_back({property[0].get<std::string>(), property[1].get<std::string>()});
  json.at("set").get_to(report.properties_set);
  report.own = bench.costs(0);
  if (json.at("core").get<bool>())
    report.core = bench.costs(1);
  if (json.contains("others")) {
    const auto measured = [&](const Json& other) {
      auto costs = bench.costs(other[0].get<int>());
      costs.to = report.inventory.hosts[other[1].get<std::size_t>()].name;
      costs.latency = other[2].get<double>();
      return costs;
    };
    report.near = measured(json.at("others")[0]);
    report.far = measured(json.at("others")[1]);
  }
  report.refusals = {{"flow", ""}, {"loggp", refused_by_loggp(platform)}};
  return report;
}

} // namespace eldest
