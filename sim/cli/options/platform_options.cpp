#include "sim/cli/options/platform_options.hpp"

#include "algorithms/registry.hpp"
#include "sim/cli/options/in_store.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/platform_files/platform_changes.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"
#include "trees/base/text.hpp"

#include <boost/algorithm/string/split.hpp>
#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <string_view>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Each value is true if processors are spread over the hosts.
constexpr auto placements = std::to_array<Choice<bool>>({{"packed", false}, {"spread", true}});

/// Reads --set. Throws InputError.
std::vector<PlatformChange> changes_given(const po::variables_map& values) {
  std::vector<PlatformChange> changes;
  if (values.count("set") == 0)
    return changes;
  for (const auto& text : values["set"].as<std::vector<std::string>>()) {
    auto change = read_platform_change(text);
    if (std::ranges::find(changes, change.number, &PlatformChange::number) != changes.end())
      throw InputError(fmt::format("{} comes twice", in_quotes(change.number)));
    changes.push_back(std::move(change));
  }
  return changes;
}

/// Reads the platform that --platform chooses, with the changes of --set. Throws InputError.
PlatformFile read_changed_platform(const po::variables_map& values) {
  const auto& name = values["platform"].as<std::string>();
  const auto stored = in_store(name);
  try {
    const auto changes = changes_given(values);
    return stored ? read_stored_platform(*stored, changes) : read_platform_file(name, changes);
  } catch (const InputError& error) {
    if (error.subject())
      throw;
    throw InputError(fmt::format("--set {}", error.what()));
  }
}

} // namespace

void add_platform_options(Options& options) {
  options.about("machine") //
      ("platform,p", required_text("PLATFORM"),
       "SimGrid platform file, the name of a shipped platform, or STORE:NAME, a platform of a "
       "sweep's store; see eldest list platforms and eldest check") //
      ("cfg", texts("KEY:VALUE"),
       "setting of SimGrid, such as network/crosstraffic:1, which replaces the platform's or the "
       "program's own; repeat the option for several settings") //
      ("set", texts("NUMBER=VALUE"),
       "a number of the platform to change: latency=10us, bandwidth=x2 (twice the file's), speed, "
       "cores, loopback-latency, loopback-bandwidth, or a property, as in "
       "eldest:send-overhead=1us; latency@NAME=10us only in elements whose names match NAME, which "
       "may have wildcards; repeat the option for several numbers");
}

void add_placement_options(Options& options) {
  options.about("machine") //
      ("hosts", text("LIST"),
       "the hosts to use, in this order: node-3,node-0 or node-0..node-7; default: all, in the "
       "natural order of their names") //
      ("placement", text(words_of(placements), "packed"),
       "order in which the cores of hosts are used: packed, all cores of a host before the next "
       "host; spread, one core of each host in turn");
}

Placement read_placement(const po::variables_map& values) {
  Placement placement;
  placement.spread = one_of<bool>(values, "placement", placements);
  if (values.count("hosts") != 0)
    boost::split(placement.hosts, values["hosts"].as<std::string>(),
                 [](char c) { return c == ','; });
  return placement;
}

std::vector<std::string> settings_given(const po::variables_map& values) {
  return values.count("cfg") == 0 ? std::vector<std::string>()
                                  : values["cfg"].as<std::vector<std::string>>();
}

Json changes_json(const PlatformFile& platform) {
  auto json = Json::object();
  for (const auto& change : platform.changes)
    json[change.number] = change.value;
  return json;
}

PlatformFile read_platform(const po::variables_map& values) {
  auto platform = read_changed_platform(values);
  for (const auto& setting : settings_given(values)) {
    try {
      override_setting(platform, setting);
    } catch (const InputError& error) {
      throw InputError(fmt::format("--cfg {}", error.what()));
    }
  }
  return platform;
}

void check_trees_and_algorithms(const PlatformFile& platform,
                                const std::vector<std::string>& properties) {
  std::vector<std::string> tree_names;
  std::vector<std::string> searches;
  for (const auto& tree : trees()) {
    tree_names.push_back(tree.name);
    for (const auto& algorithm : algorithms())
      searches.push_back(fmt::format("{}-{}", tree.name, algorithm.name()));
  }
  const auto check = [&](std::string_view prefix, const std::vector<std::string>& known,
                         const std::string& wrong) {
    for (const auto& property : properties) {
      if (property.starts_with(prefix) &&
          std::ranges::find(known, property.substr(prefix.size())) == known.end())
        throw InputError(Subject::platform,
                         fmt::format("{}: property {}: {}", platform.path, property, wrong));
    }
  };
  const auto no_tree = fmt::format("no such tree; there are: {}", fmt::join(tree_names, ", "));
  check("eldest:node-costs-", tree_names, no_tree);
  check("eldest:node-bytes-", tree_names, no_tree);
  check("eldest:node-slowdown-", searches,
        "no such tree and algorithm; should be as eldest:node-slowdown-chess-abdada (see eldest "
        "list)");
}

PlatformFacts inspect_for_trees(const PlatformFile& platform, int processors,
                                const MachineSettings& settings) {
  auto facts = inspect_platform(platform, processors, settings);
  std::vector<std::string> properties;
  for (const auto& [tree, costs] : facts.node_costs)
    properties.push_back("eldest:node-costs-" + tree);
  for (const auto& [tree, bytes] : facts.node_bytes)
    properties.push_back("eldest:node-bytes-" + tree);
  for (const auto& [search, factor] : facts.node_slowdowns)
    properties.push_back("eldest:node-slowdown-" + search);
  check_trees_and_algorithms(platform, properties);
  return facts;
}

void print_notes(const po::variables_map& values, const PlatformFile& platform,
                 const std::vector<std::string>& notes) {
  if (!notes.empty() && !values["quiet"].as<bool>())
    std::cerr << on_one_line(fmt::format("eldest: {}: {}; see eldest check", platform.name,
                                         fmt::join(notes, "; ")))
              << '\n';
}

} // namespace eldest
