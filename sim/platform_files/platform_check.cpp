#include "sim/platform_files/platform_check.hpp"
#include "sim/platform_files/host_power.hpp"

#include "sim/platform_files/clusters.hpp"
#include "sim/platform_files/machine_parameters.hpp"
#include "sim/platform_files/profile.hpp"
#include "sim/platform_files/quantities.hpp"
#include "sim/platform_files/simgrid_settings.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/suggestion.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <set>
#include <utility>

namespace eldest {

namespace fs = std::filesystem;

namespace {

/// The limit on the number of hosts. More would take minutes and gigabytes to load.
constexpr double max_hosts = 1 << 17;

/// The limit on elements within elements. Many more make SimGrid damage its memory.
constexpr int max_depth = 200;

bool has_value(const pugi::xml_node& node, const char* attribute) {
  return *node.attribute(attribute).value() != '\0';
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> texts) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

constexpr std::string_view our_prefix = "eldest:";

/// Returns true if a property's name seems to be a misspelling of one that begins with "eldest:".
bool looks_like_ours(std::string_view name) {
  if (name.starts_with(our_prefix))
    return false;
  const auto lower = to_lower(trim(name));
  if (lower.starts_with("eldest"))
    return true;
  const auto colon = lower.find(':');
  return colon != std::string::npos && colon > 0 &&
         edits_between(lower.substr(0, colon), "eldest") <= 2;
}

/// Returns an element as in the file, such as `<link id="l1">`.
std::string shown(const pugi::xml_node& node) {
  std::string attributes;
  for (const auto* const name : {"id", "src", "dst", "element"}) {
    if (const auto attribute = node.attribute(name)) {
      const auto value = in_quotes(attribute.value());
      attributes += fmt::format(R"( {}="{}")", name, value.substr(1, value.size() - 2));
    }
  }
  return fmt::format("<{}{}>", node.name(), attributes);
}

/// Checks the elements of a platform one by one.
class Checker {
public:
  Checker(std::string_view text, PlatformFile& platform) : text_(text), platform_(platform) {}

  void check_platform(const pugi::xml_node& root) {
    check_version(root);
    check(root, 1);
    if (hosts_ > max_hosts)
      throw InputError(Subject::platform,
                       fmt::format("{}: has {:.0f} hosts, should have {:.0f} at most",
                                   platform_.path, hosts_, max_hosts));
    if (platform_.elements_with_properties == 0)
      platform_.notes.emplace_back("no eldest: properties, so that processors spend no time on "
                                   "communication");
    for (const auto& setting : platform_.settings) {
      if (!is_followed(platform_, setting.name))
        unused_.insert(fmt::format("the setting {} is", setting.name));
    }
    for (const auto& name : unused_)
      platform_.notes.push_back(fmt::format("{} not used", name));
  }

private:
  [[noreturn]] void fail(const pugi::xml_node& node, std::string_view what) const {
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
    const auto line = 1 + std::ranges::count(text_.substr(0, offset), '\n');
    throw InputError(Subject::platform,
                     fmt::format("{}, line {}: {} {}", platform_.path, line, shown(node), what));
  }

  void check_version(const pugi::xml_node& root) const {
    const auto version = parse_decimal(root.attribute("version").value());
    constexpr double oldest = 4;
    constexpr double latest = 4.1;
    if (!version || *version < oldest || *version > latest)
      fail(root, fmt::format("version {} should be {}{}",
                             in_quotes(root.attribute("version").value()), latest,
                             version && *version < oldest
                                 ? "; SimGrid's program simgrid_update_xml converts the file"
                                 : ""));
    const bool has_type = std::ranges::any_of(
        root.root().children(), [](const auto& node) { return node.type() == pugi::node_doctype; });
    if (!has_type)
      fail(root, "should come after <!DOCTYPE platform SYSTEM "
                 R"("https://simgrid.org/simgrid.dtd">)");
  }

  /// Checks an element and those in it. `depth`: number of elements around it, and itself.
  void check(const pugi::xml_node& node, int depth) {
    if (depth > max_depth)
      fail(node, fmt::format("is nested {} elements deep, should be {} at most", depth, max_depth));
    check_attributes(node);
    check_kind(node);
    std::set<std::string_view> properties;
    bool has_ours = false;
    for (const auto& child : node.children()) {
      if (child.type() != pugi::node_element)
        continue;
      if (std::string_view(child.name()) == "prop") {
        check_attributes(child);
        check_property(child, node, properties);
        has_ours =
            has_ours || std::string_view(child.attribute("id").value()).starts_with(our_prefix);
      } else {
        check(child, depth + 1);
      }
    }
    platform_.elements_with_properties += has_ours ? 1 : 0;
  }

  void check_attributes(const pugi::xml_node& node) const {
    std::set<std::string_view> names;
    for (const auto& attribute : node.attributes()) {
      const std::string_view name = attribute.name();
      const std::string_view value = attribute.value();
      if (!names.insert(name).second)
        fail(node, fmt::format("has the attribute {} twice", name));
      if (is_one_of(name, {"radical", "coordinates", "topo_parameters", "value", "speed"}))
        continue;
      const auto is_control = [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
      };
      if (std::ranges::any_of(value, is_control))
        fail(node, fmt::format("{} {} has a control character in it", name, in_quotes(value)));
      if (name == "id" && value.empty() && std::string_view(node.name()) != "config")
        fail(node, "should have a name, not an empty id");
    }
  }

  void check_kind(const pugi::xml_node& node) {
    const std::string_view kind = node.name();
    if (is_one_of(kind, {"actor", "process"}))
      fail(node, "is a program, and programs in a platform file are not run; remove it");
    if (is_one_of(kind, {"storage", "storage_type", "mount", "include"}))
      fail(node, "is no longer part of a SimGrid platform; remove it");
    if (is_one_of(kind, {"trace", "trace_connect"}))
      fail(node, "cannot be connected to anything in SimGrid; the bandwidth_file, latency_file or "
                 "state_file of a link should name the file with the profile");
    if (kind == "host")
      check_host(node);
    else if (kind == "cluster")
      check_cluster(node);
    else if (kind == "cabinet")
      check_cabinet(node);
    else if (kind == "peer")
      check_peer(node);
    else if (kind == "link")
      check_link(node);
    else if (kind == "backbone")
      check_backbone(node);
    else if (kind == "disk")
      check_disk(node);
    else if (is_one_of(kind, {"zone", "AS"}))
      check_zone(node);
    else if (kind == "router")
      check_coordinates(node);
    else if (kind == "random")
      unused_.insert("<random> elements are");
    else if (is_one_of(kind, {"route", "bypassRoute"}))
      note_loopback(node);
    else if (kind == "link_ctn")
      check_direction(node);
    else if (!is_one_of(kind, {"platform", "config", "host_link", "zoneRoute", "ASroute",
                               "bypassZoneRoute", "bypassASroute"}))
      fail(node, "is no element of a SimGrid platform");
  }

  void check_quantity(const pugi::xml_node& node, const char* name, const Quantity& quantity,
                      bool may_be_empty = false) const {
    const auto attribute = node.attribute(name);
    const std::string_view value = attribute.value();
    if (!attribute || (may_be_empty && value.empty()))
      return; // SimGrid reports the lack of an attribute that it needs
    if (!is_quantity(value, quantity))
      fail(node, fmt::format("{} {} should be {}", name, in_quotes(value), quantity.what));
  }

  /// Returns the index of the speed at which a host computes. `speeds`: their number.
  [[nodiscard]] std::size_t speed_in_use(const pugi::xml_node& node, std::size_t speeds) const {
    const auto pstate = node.attribute("pstate");
    if (!pstate)
      return 0;
    const auto number = parse_whole(pstate.value());
    if (!number || static_cast<std::size_t>(*number) >= speeds)
      fail(node, fmt::format("pstate {} should be from 0 to {}, one of its speeds",
                             in_quotes(pstate.value()), speeds - 1));
    return static_cast<std::size_t>(*number);
  }

  void check_speeds(const pugi::xml_node& node) const {
    const auto attribute = node.attribute("speed");
    if (!attribute)
      return;
    const auto speeds = split(attribute.value(), ",");
    const auto in_use = speed_in_use(node, speeds.size());
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      const auto& quantity = i == in_use ? quantities::speed : quantities::unused_speed;
      if (!is_quantity(speeds[i], quantity))
        fail(node, fmt::format("speed {} should be {}", in_quotes(speeds[i]), quantity.what));
    }
  }

  void check_cores(const pugi::xml_node& node) const {
    constexpr int most = 1 << 16;
    const auto attribute = node.attribute("core");
    if (!attribute)
      return;
    const auto number = parse_whole(attribute.value());
    if (!number || *number < 1 || *number > most)
      fail(node, fmt::format("core {} should be a whole number from 1 to {}",
                             in_quotes(attribute.value()), most));
  }

  void count_hosts(const pugi::xml_node& node) {
    const auto attribute = node.attribute("radical");
    if (!attribute)
      return;
    const auto count = count_radical(attribute.value());
    if (!count)
      fail(node, fmt::format("radical {} should be a list of numbers such as 0-15,20",
                             in_quotes(attribute.value())));
    if (*count > max_hosts)
      fail(node, fmt::format("radical {} stands for {:.0f} hosts, should be {:.0f} at most",
                             in_quotes(attribute.value()), *count, max_hosts));
    hosts_ += *count;
  }

  void check_host(const pugi::xml_node& node) {
    ++hosts_;
    check_speeds(node);
    check_cores(node);
    check_coordinates(node);
    check_no_profile(node);
    if (check_profile_file(node, "speed_file", Changing::speed))
      platform_.speed_profiles.emplace(node.attribute("id").value(),
                                       node.attribute("speed_file").value());
  }

  void check_cluster(const pugi::xml_node& node) {
    check_speeds(node);
    check_cores(node);
    count_hosts(node);
    check_quantity(node, "bw", quantities::bandwidth);
    check_quantity(node, "lat", quantities::time_span);
    for (const auto* const name : {"bb_bw", "limiter_link", "loopback_bw"})
      check_quantity(node, name, quantities::bandwidth, true);
    for (const auto* const name : {"bb_lat", "loopback_lat"})
      check_quantity(node, name, quantities::time_span, true);
    check_topology(node);
    if (const auto hosts = hosts_on_switch(node, static_cast<std::size_t>(max_hosts)))
      platform_.switched_clusters.push_back({node.attribute("id").value(), *hosts});
    if (has_value(node, "loopback_bw"))
      platform_.clusters_with_loopbacks.emplace(node.attribute("id").value());
    else if (has_value(node, "loopback_lat"))
      fail(node, "has a loopback_lat without a loopback_bw, should have both");
  }

  void check_topology(const pugi::xml_node& node) const {
    const std::string_view parameters = node.attribute("topo_parameters").value();
    if (!parameters.empty() && !are_topology_parameters(parameters))
      fail(node,
           fmt::format(
               "topo_parameters {} should be whole numbers from 1 to 16384 separated by , and ;",
               in_quotes(parameters)));
    const auto expected = count_radical(node.attribute("radical").value());
    const auto hosts = hosts_by_topology(node.attribute("topology").value(), parameters);
    if (hosts && expected && *hosts != *expected)
      fail(node, fmt::format("topo_parameters {} are for {:.0f} hosts, should be for the {:.0f} of "
                             "its radical",
                             in_quotes(parameters), *hosts, *expected));
  }

  /// Notes a host's route to itself, if SimGrid uses it. Such a route has links and is in the
  /// host's zone.
  void note_loopback(const pugi::xml_node& route) {
    const auto* const host = route.attribute("src").value();
    if (std::string_view(host) == route.attribute("dst").value() &&
        !route.child("link_ctn").empty() &&
        !route.parent().find_child_by_attribute("host", "id", host).empty())
      platform_.hosts_with_loopbacks.emplace(host);
  }

  void check_cabinet(const pugi::xml_node& node) {
    check_speeds(node);
    count_hosts(node);
    check_quantity(node, "bw", quantities::bandwidth);
    check_quantity(node, "lat", quantities::time_span);
  }

  void check_peer(const pugi::xml_node& node) {
    ++hosts_;
    check_speeds(node);
    check_quantity(node, "bw_in", quantities::bandwidth);
    check_quantity(node, "bw_out", quantities::bandwidth);
    check_coordinates(node);
    check_no_profile(node);
    if (!node.attribute("lat").empty())
      unused_.insert("the lat of a <peer> is");
  }

  void check_coordinates(const pugi::xml_node& node) const {
    const auto coordinates = node.attribute("coordinates");
    if (*coordinates.value() != '\0' && !are_coordinates(coordinates.value()))
      fail(node,
           fmt::format(
               "coordinates {} should be three numbers separated by spaces, the last 0 or more",
               in_quotes(coordinates.value())));
  }

  void check_no_profile(const pugi::xml_node& node) const {
    for (const auto* const name : {"speed_file", "availability_file", "state_file"}) {
      const bool is_state = std::string_view(name) == "state_file";
      const bool is_supported =
          std::string_view(name) == "speed_file" && std::string_view(node.name()) == "host";
      if (has_value(node, name) && !is_supported)
        fail(node, fmt::format("{}: no model supports it; {}", name,
                               is_state ? "failures are settings of a simulation"
                                        : "the speed of a <host> changes by its speed_file"));
    }
  }

  void check_link(const pugi::xml_node& node) {
    if (std::string_view(node.attribute("sharing_policy").value()) == "WIFI")
      fail(node, "sharing_policy 'WIFI': Wi-Fi is not modelled, should be SHARED, SPLITDUPLEX or "
                 "FATPIPE");
    check_quantity(node, "bandwidth", quantities::bandwidth);
    check_quantity(node, "latency", quantities::time_span);
    check_link_profile(node, "bandwidth_file", Changing::bandwidth);
    check_link_profile(node, "latency_file", Changing::latency);
    check_link_profile(node, "state_file", Changing::state);
    if (std::string_view(node.attribute("sharing_policy").value()) == "SPLITDUPLEX")
      two_way_links_.insert(node.attribute("id").value());
  }

  void check_direction(const pugi::xml_node& node) const {
    const std::string_view direction = node.attribute("direction").value();
    if (is_one_of(direction, {"", "NONE"}) && two_way_links_.contains(node.attribute("id").value()))
      fail(node, "should have a direction, UP or DOWN, because its link is SPLITDUPLEX");
  }

  void check_backbone(const pugi::xml_node& node) const {
    check_quantity(node, "bandwidth", quantities::bandwidth);
    check_quantity(node, "latency", quantities::time_span);
  }

  void check_disk(const pugi::xml_node& node) {
    check_quantity(node, "read_bw", quantities::bandwidth);
    check_quantity(node, "write_bw", quantities::bandwidth);
    unused_.insert("<disk> elements are");
  }

  void check_zone(const pugi::xml_node& node) const {
    const auto attribute = node.attribute("routing");
    const auto routing = to_lower(attribute.value());
    if (routing == "wifi")
      fail(node, fmt::format("routing {}: Wi-Fi is not modelled, should be Full, Floyd or another",
                             in_quotes(attribute.value())));
    if (!attribute.empty() && !is_one_of(routing, {"cluster", "dijkstra", "dijkstracache", "floyd",
                                                   "full", "none", "vivaldi"}))
      fail(node, fmt::format("routing {} should be Full, Floyd, Dijkstra, DijkstraCache, Cluster, "
                             "Vivaldi or None",
                             in_quotes(attribute.value())));
    const auto is_route = [](const pugi::xml_node& child) {
      return is_one_of(child.name(), {"route", "zoneRoute", "ASroute"});
    };
    if (routing.starts_with("dijkstra") && std::ranges::none_of(node.children(), is_route))
      fail(node, fmt::format("routing {} should come with a route at least",
                             in_quotes(attribute.value())));
  }

  void check_link_profile(const pugi::xml_node& node, const char* name, Changing what) {
    if (check_profile_file(node, name, what))
      note_profile(node, name, what);
  }

  void note_profile(const pugi::xml_node& node, std::string_view name, Changing what) {
    platform_.link_profiles.push_back(fmt::format("{} {}", shown(node), name));
    platform_.links_fail = platform_.links_fail || what == Changing::state;
  }

  /// Returns the text of a profile. Reads it in the working directory or else in the platform's
  /// folder, as SimGrid does, unless the platform is no file.
  [[nodiscard]] const std::string& profile(const pugi::xml_node& node, std::string_view name,
                                           const std::string& file) {
    if (const auto known = platform_.profiles.find(file); known != platform_.profiles.end())
      return known->second;
    if (!platform_.has_file)
      fail(node, fmt::format("{} {} is not beside the platform's text", name, in_quotes(file)));
    return platform_.profiles.emplace(file, read_beside(node, name, file)).first->second;
  }

  [[nodiscard]] std::string read_beside(const pugi::xml_node& node, std::string_view name,
                                        const std::string& file) const {
    if (fs::path(file).is_absolute()) // SimGrid 3.32 looks for it in its own folders, too
      fail(node, fmt::format("{} {} should be a path from the platform's own folder", name,
                             in_quotes(file)));
    for (const auto& path : {fs::path(file), fs::path(platform_.path).parent_path() / file}) {
      std::error_code none;
      if (fs::exists(path, none))
        return read_profile(node, name, file, path);
    }
    fail(node, fmt::format("{} {} cannot be read", name, in_quotes(file)));
  }

  [[nodiscard]] std::string read_profile(const pugi::xml_node& node, std::string_view name,
                                         const std::string& file, const fs::path& path) const {
    try {
      return read_input_file(path, InputKind::file);
    } catch (const InputError&) {
      fail(node, fmt::format("{} {} cannot be read", name, in_quotes(file)));
    }
  }

  /// Checks the profile in the file that attribute `name` gives. Returns true if the element has
  /// this attribute.
  bool check_profile_file(const pugi::xml_node& node, const char* name, Changing what) {
    const std::string file = node.attribute(name).value();
    if (file.empty())
      return false;
    const auto mistake = mistake_in_profile(profile(node, name, file), what);
    if (!mistake.empty())
      fail(node, fmt::format("{} {}: {}", name, in_quotes(file), mistake));
    return true;
  }

  void check_property(const pugi::xml_node& property, const pugi::xml_node& parent,
                      std::set<std::string_view>& others) {
    const std::string_view name = property.attribute("id").value();
    const std::string_view value = property.attribute("value").value();
    const std::string_view kind = parent.name();
    if (kind == "config" && !property.attribute("id").empty())
      check_setting(property, others);
    else if (name == power_property)
      check_power(property, parent);
    else if (name == "wattage_off" || name == "wattage_range")
      unused_.insert(fmt::format("the property {} is", name));
    else if (looks_like_ours(name))
      fail(property, fmt::format("should begin with {} if it is a property for eldest, and have "
                                 "another name if it is not",
                                 our_prefix));
    else if (name.starts_with(our_prefix)) {
      if (!is_one_of(kind, {"host", "zone", "AS", "cluster"}))
        fail(property,
             fmt::format("has no effect in {}; it should be in a host or a zone around it",
                         shown(parent)));
      if (!has_hosts(parent))
        fail(property, fmt::format("has no effect in {}, which has no hosts", shown(parent)));
      if (!others.insert(name).second)
        fail(property, fmt::format("comes twice in {}", shown(parent)));
      try {
        check_machine_property(std::string(name), std::string(value));
      } catch (const InputError& error) {
        fail(property, error.what());
      }
    }
  }

  void check_power(const pugi::xml_node& property, const pugi::xml_node& parent) {
    if (!is_one_of(parent.name(), {"host", "cluster"})) {
      unused_.insert(fmt::format("the property {} of {} is", power_property, shown(parent)));
      return;
    }
    const auto speeds = split(parent.attribute("speed").value(), ",").size();
    const auto* const value = property.attribute("value").value();
    if (!parse_host_power(value, 0, speeds))
      fail(property,
           fmt::format("{} should be Idle:AllCores or Idle:Epsilon:AllCores in watts, for "
                       "each of the host's speeds ({}), separated by commas",
                       in_quotes(value), speeds));
  }

  void check_setting(const pugi::xml_node& node, std::set<std::string_view>& others) {
    try {
      auto setting = checked_setting(node.attribute("id").value(), node.attribute("value").value());
      if (platform_.setting(setting.name) != nullptr)
        fail(node, "comes twice");
      others.insert(node.attribute("id").value());
      platform_.settings.push_back(std::move(setting));
    } catch (const InputError& error) {
      if (error.subject())
        throw;
      fail(node, error.what());
    }
  }

  std::string_view text_;
  PlatformFile& platform_;
  double hosts_ = 0;
  /// Beginnings of notes on what is not used, as in "<disk> elements are".
  std::set<std::string> unused_;
  std::set<std::string_view> two_way_links_; ///< names of links of SPLITDUPLEX
};

} // namespace

bool has_hosts(const pugi::xml_node& node) {
  const auto is_host = [](const pugi::xml_node& child) {
    return is_one_of(child.name(), {"host", "cluster", "cabinet", "peer"});
  };
  return is_host(node) || !node.find_node(is_host).empty();
}

void check_elements(const pugi::xml_document& document, std::string_view text,
                    PlatformFile& platform) {
  Checker(text, platform).check_platform(document.child("platform"));
}

} // namespace eldest
