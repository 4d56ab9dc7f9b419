// Readers of machines: platform files, properties, profiles of links, failures and costs.

#include "sim/machines/simulated/failures.hpp"
#include "sim/platform_files/machine_parameters.hpp"
#include "sim/platform_files/platform_file.hpp"
#include "sim/platform_files/profile.hpp"
#include "tests/fuzz/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace eldest::fuzz {
namespace {

using Properties = std::map<std::string, std::string>;

/// Returns properties from lines "name=value".
Properties properties_in(std::string_view input) {
  Properties properties;
  while (!input.empty()) {
    const auto line = input.substr(0, input.find('\n'));
    input.remove_prefix(std::min(line.size() + 1, input.size()));
    const auto equals = std::min(line.find('='), line.size());
    properties[std::string(line.substr(0, equals))] =
        line.substr(std::min(equals + 1, line.size()));
  }
  return properties;
}

Properties listed(const MachineParameters& machine) {
  Properties properties;
  for (const auto& [name, value] : list_properties(machine))
    properties[name] = value;
  return properties;
}

void read_properties(std::string_view input) {
  const auto machine = accepted([&] { return read_machine_parameters(properties_in(input)); });
  if (!machine)
    return;
  const auto list = listed(*machine);
  require(listed(read_machine_parameters(list)) == list, "properties are read as they are listed");
}

void read_node_costs(std::string_view input) {
  const auto costs = parse_node_costs(input);
  if (!costs)
    return;
  for (const double cost :
       {costs->visit, costs->generation, costs->ordering, costs->captures, costs->move})
    require(cost >= 0 && cost < 1e12, "a cost is from 0 to 1e12");
  const auto text = fmt::format("{},{},{},{},{}", costs->visit, costs->generation, costs->ordering,
                                costs->captures, costs->move);
  require(parse_node_costs(text) == costs, "costs are read as they were written");
}

void read_failures(std::string_view input) {
  const auto failures = accepted([&] { return parse_failures(input); });
  if (!failures)
    return;
  for (const auto& failure : *failures) {
    require(failure.processor >= 0, "a processor's rank is not negative");
    require(std::isfinite(failure.time) && failure.time >= 0, "a time is one of the simulation");
  }
  require(failures->size() == static_cast<std::size_t>(std::ranges::count(input, ',')) + 1,
          "every failure is read");
}

void read_profile(std::string_view input) {
  for (const auto what :
       {Changing::bandwidth, Changing::latency, Changing::state, Changing::speed}) {
    if (const auto mistake = mistake_in_profile(input, what); !mistake.empty())
      check_message(mistake);
  }
}

void read_platform(std::string_view input) {
  const MemoryFile file(input);
  const auto platform = accepted([&] { return read_platform_file(file.path()); });
  if (!platform)
    return;
  require(platform->elements_with_properties >= 0 && !platform->digest.empty(),
          "what has been accepted is described");
}

} // namespace

std::span<const Target> targets() {
  static constexpr std::array<Target, 5> all{{{"properties", read_properties},
                                              {"node-costs", read_node_costs},
                                              {"failures", read_failures},
                                              {"profile", read_profile},
                                              {"platform", read_platform}}};
  return all;
}

} // namespace eldest::fuzz
