#include "sim/machines/simulated/simgrid/loaded_platform.hpp"

#include "sim/machines/simulated/load_platform.hpp"
#include "sim/machines/simulated/placement.hpp"
#include "sim/machines/simulated/simgrid/engine.hpp"
#include "sim/machines/simulated/stacks.hpp"
#include "sim/platform_files/loadable_file.hpp"
#include "sim/platform_files/missing_route.hpp"
#include "sim/platform_files/simgrid_settings.hpp"
#include "sim/platform_files/unused_settings.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>
#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/version.h>
#include <xbt/config.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <map>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace eldest {

namespace s4u = simgrid::s4u;

namespace {

/// The loopback that SimGrid gives to every host for which the file has none.
constexpr std::string_view default_loopback = "__loopback__";

/// Returns all hosts in the natural order of their names.
std::vector<s4u::Host*> sorted_hosts(const s4u::Engine& engine) {
  const auto unsorted = engine.get_all_hosts();
  std::vector<std::string_view> names;
  std::ranges::transform(unsorted, std::back_inserter(names), &s4u::Host::get_name);
  std::vector<s4u::Host*> hosts;
  for (const auto place : in_natural_order(names))
    hosts.push_back(unsorted[place]);
  return hosts;
}

/// Returns the hosts that are used, in the order of the placement.
std::vector<s4u::Host*> used_hosts(const std::vector<s4u::Host*>& all, const PlatformFile& platform,
                                   const Placement& placement) {
  std::vector<std::string_view> names;
  std::ranges::transform(all, std::back_inserter(names), &s4u::Host::get_name);
  std::vector<s4u::Host*> used;
  for (const auto place : choose_hosts(names, platform, placement))
    used.push_back(all[place]);
  return used;
}

/// Returns the numbers of cores of hosts.
std::vector<int> cores_of(const std::vector<s4u::Host*>& hosts) {
  std::vector<int> cores;
  std::ranges::transform(hosts, std::back_inserter(cores), &s4u::Host::get_core_count);
  return cores;
}

Link to_link(const s4u::Link& link) {
  return {link.get_name(), link.get_bandwidth(),
          link.get_sharing_policy() != s4u::Link::SharingPolicy::FATPIPE};
}

/// The outermost zone of the platform file. SimGrid 4 has another zone around it.
const s4u::NetZone* outermost_zone(const s4u::Engine& engine) {
  const auto* const root = engine.get_netzone_root();
  const auto zones = root->get_children();
  return root->get_name() == "_world_" && zones.size() == 1 ? zones.front() : root;
}

/// The zones around a host, from the innermost to the outermost.
std::vector<const s4u::NetZone*> zones_around(const s4u::Host* host) {
  const auto* const root = s4u::Engine::get_instance()->get_netzone_root();
  std::vector<const s4u::NetZone*> zones{host->get_englobing_zone()};
  while (zones.back() != root) // SimGrid 3.32 cannot be asked for the root's parent
    zones.push_back(zones.back()->get_parent());
  return zones;
}

/// The properties of a host. A property that the host does not have is that of the innermost zone
/// that has it.
std::map<std::string, std::string> properties_of(const s4u::Host* host) {
  std::map<std::string, std::string> all;
  const auto add = [&all](const std::unordered_map<std::string, std::string>& own) {
    all.insert(own.begin(), own.end());
  };
  add(*host->get_properties());
  for (const auto* zone : zones_around(host))
    add(*zone->get_properties());
  return all;
}

/// Makes a setting of the platform file ineffective that no simulation uses. SimGrid takes from the
/// file only settings that have not been set.
void disarm(const SimGridSetting& setting) {
  const auto value = harmless_value(setting.name);
  if (!value)
    return;
  try {
    static_cast<void>(simgrid::config::is_default(setting.name.c_str()));
  } catch (const std::out_of_range&) { // another version of SimGrid has it
    simgrid::config::declare_flag<std::string>(setting.name, "not used", "");
  }
  simgrid::config::set_as_string(setting.name.c_str(), std::string(*value));
}

void configure(const PlatformFile& platform) {
#if SIMGRID_VERSION < 33400
  simgrid::config::alias("surf/precision", {"precision/timing"});
  simgrid::config::alias("maxmin/precision", {"precision/work-amount"});
#endif
  std::ranges::for_each(platform.settings, disarm);
  s4u::Engine::set_config("contexts/stack-size", static_cast<int>(stack_bytes >> 10U)); // in KiB
  const auto set = [](const SimGridSetting& setting) {
    if (!harmless_value(setting.name))
      s4u::Engine::set_config(fmt::format("{}:{}", setting.name, setting.value));
  };
  // Settings made here stay, whatever the file says.
  std::ranges::for_each(platform.overrides, set);
  for (const auto& setting : default_settings()) {
    if (platform.setting(setting.name) == nullptr)
      set(setting);
  }
}

/// Sets SimGrid's precision above its own rounding errors, unless the file or the user has set it.
/// SimGrid shares a link in inverse proportion to the messages' latencies. It adds up 1 / latency
/// of all messages, subtracts them one by one, and expects that no more than the precision is left.
/// With short latencies rounding leaves more than the default, and SimGrid 3.32 crashes. Each of
/// the `processors` is assumed to have at most four messages under way.
void set_precision(const s4u::Engine& engine, const PlatformFile& platform, int processors) {
  constexpr std::string_view name = "precision/work-amount";
  constexpr double by_default = 1e-5;
  constexpr double most = 1e-3;
  double least = std::numeric_limits<double>::infinity();
  for (const auto* const link : engine.get_all_links()) {
    if (const double latency = link->get_latency(); latency > 0)
      least = std::min(least, latency);
  }
  const double rounding = 4.0 * processors / least * std::numeric_limits<double>::epsilon();
  if (platform.setting(name) == nullptr && rounding > by_default)
    s4u::Engine::set_config(fmt::format("{}:{}", name, std::min(rounding, most)));
}

/// Leaves out the guard pages below the stacks of too many actors.
void set_guard_pages(int processors) {
  if (static_cast<std::size_t>(processors) > most_guarded_stacks)
    s4u::Engine::set_config("contexts/guard-size:0");
}

/// The first line of SimGrid's message about a platform that it has loaded from `path`, with the
/// line number in the file if the message has one.
std::string first_line(const PlatformFile& platform, const std::string& path,
                       std::string_view said) {
  constexpr std::string_view unknown = "' does name a node. Existing netpoints:";
  const auto beginning = fmt::format("Parse error at {}:", path);
  said = said.substr(0, said.find('\n'));
  if (said.ends_with(unknown)) {
    said.remove_suffix(unknown.size());
    return first_line(platform, path,
                      fmt::format("{}' should be a host or a router before it", said));
  }
  if (const auto place = said.find(beginning); place != std::string_view::npos) {
    said.remove_prefix(place + beginning.size());
    const auto colon = said.find(':');
    if (colon != std::string_view::npos)
      return fmt::format("{}, line {}: {}", platform.path, said.substr(0, colon),
                         trim(said.substr(colon + 1)));
  }
  return fmt::format("{}: {}", platform.path, said);
}

void load(const s4u::Engine& engine, const PlatformFile& platform) {
  const LoadableFile file(platform);
  try {
    engine.load_platform(file.path());
    engine.seal_platform();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(Subject::platform, first_line(platform, file.path(), error.what()));
  }
}

} // namespace

LoadedPlatform::LoadedPlatform(const PlatformFile& file, std::optional<int> processors,
                               const Placement& placement)
    : file_(file), engine_(unused_engine()) {
  configure(file);
  load(engine_, file);
  all_hosts_ = sorted_hosts(engine_);
  hosts_ = used_hosts(all_hosts_, file, placement);
  places_ = places_of_ranks(cores_of(hosts_), file, placement);
  parameters_ = parameters_of(0);
  const int needed = processors.value_or(std::min(cores(), most_by_default));
  require_processors(needed);
  require_same_properties(needed);
  set_precision(engine_, file, needed);
  set_guard_pages(needed);
}

const std::string& LoadedPlatform::name() const { return outermost_zone(engine_)->get_name(); }

MachineParameters LoadedPlatform::parameters_of(int rank) const {
  return read_parameters(properties_of(host(rank)));
}

void LoadedPlatform::require_same_properties(int processors) const {
  for (int rank = 1; rank < processors; ++rank) {
    if (host_of(rank) != host_of(rank - 1) && parameters_of(rank) != parameters_)
      throw InputError(Subject::platform,
                       fmt::format("{}: hosts {} and {} differ in their eldest: properties, "
                                   "should not",
                                   file_.path, host(0)->get_name(), host(rank)->get_name()));
  }
}

std::uint32_t LoadedPlatform::index_of(const s4u::Link& link) const {
  const auto [place, is_new] =
      indices_.try_emplace(&link, static_cast<std::uint32_t>(links_.size()));
  if (is_new)
    links_.push_back(to_link(link));
  return place->second;
}

bool LoadedPlatform::has_route(int from, int to) const {
  if (host_of(from) != host_of(to))
    return true;
  // Without a loopback in the file, SimGrid would have a route all the same. It would be a loopback
  // of SimGrid's own, or would go out to a switch and back.
  return file_.hosts_with_loopbacks.contains(host(from)->get_name()) ||
         file_.clusters_with_loopbacks.contains(host(from)->get_englobing_zone()->get_name());
}

Route LoadedPlatform::route(int from, int to) const {
  Route route;
  if (!has_route(from, to)) {
    route.latency = parameters_.local_access;
    return route;
  }
  found_.clear();
  try {
    host(from)->route_to(host(to), found_, &route.latency);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) { // thrown in some zones if there is no route
    found_.clear();
    route.latency = 0;
  }
  // In a Vivaldi zone, coordinates give a route its latency, and it may have no links.
  if (found_.empty() && route.latency == 0 && host(from) != host(to))
    throw InputError(Subject::platform,
                     fmt::format("{}: no route from host {} to host {}, {}", file_.path,
                                 host(from)->get_name(), host(to)->get_name(), routes_needed));
  route.links.reserve(found_.size());
  for (const auto* link : found_)
    route.links.push_back(index_of(*link));
  return route;
}

std::vector<std::size_t> LoadedPlatform::switches_of_hosts() const {
  std::vector<std::size_t> switches(hosts_.size());
  std::iota(switches.begin(), switches.end(), std::size_t{0});
  const auto* const zone = hosts_.front()->get_englobing_zone();
  const auto cluster =
      std::ranges::find(file_.switched_clusters, zone->get_name(), &SwitchedCluster::id);
  if (cluster == file_.switched_clusters.end() ||
      !std::ranges::all_of(
          hosts_, [zone](const s4u::Host* host) { return host->get_englobing_zone() == zone; }))
    return switches; // the routes of hosts in several zones differ by their gateways
  std::vector<std::size_t> positions;
  for (const auto* const host : hosts_)
    positions.push_back(host->get_netpoint()->id());
  return number_switches(positions, cluster->hosts_on_switch);
}

std::optional<std::string> LoadedPlatform::note_on_unused_hosts(int processors) const {
  if (file_.elements_with_properties < 2)
    return std::nullopt; // all hosts that have properties have the same ones
  std::vector<bool> used(hosts_.size());
  for (int rank = 0; rank < processors; ++rank)
    used[static_cast<std::size_t>(host_of(rank))] = true;
  for (std::size_t place = 0; place < hosts_.size(); ++place) {
    if (!used[place] && properties_of(hosts_[place]) != properties_of(hosts_.front()))
      return fmt::format("host {}, which is not used, has other properties",
                         hosts_[place]->get_name());
  }
  return std::nullopt;
}

std::vector<std::string> LoadedPlatform::look_over(int processors) const {
  auto notes = Platform::look_over(processors);
  if (auto note = note_on_unused_hosts(processors))
    notes.push_back(std::move(*note));
  return notes;
}

std::optional<HostPower> LoadedPlatform::power(int rank) const {
  const auto* const text = host(rank)->get_property(power_property);
  return text == nullptr
             ? std::nullopt
             : parse_host_power(text, host(rank)->get_pstate(), host(rank)->get_pstate_count());
}

Inventory LoadedPlatform::inventory() const {
  Inventory inventory;
  for (const auto* host : all_hosts_)
    inventory.hosts.push_back({host->get_name(), host->get_speed(), host->get_core_count()});
  for (const auto* link : engine_.get_all_links()) {
    if (link->get_name() == default_loopback)
      continue;
    inventory.links.push_back(
        {policy_of(to_link(*link)), link->get_bandwidth(), link->get_latency()});
  }
  return inventory;
}

bool LoadedPlatform::has_link(const std::string& name) const {
  return engine_.link_by_name_or_null(name) != nullptr;
}

std::vector<std::string> LoadedPlatform::properties_set() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : properties_of(host(0))) {
    if (name.starts_with("eldest:"))
      names.push_back(name);
  }
  return names;
}

} // namespace eldest
