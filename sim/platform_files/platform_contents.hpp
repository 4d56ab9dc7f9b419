#pragma once

#include "sim/platform_files/sole_cluster.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// A setting of SimGrid, as its users know it, such as "network/crosstraffic" and "1".
struct SimGridSetting {
  std::string name; ///< the current name in SimGrid
  std::string value;

  bool operator==(const SimGridSetting&) const = default;
};

/// A `<cluster>` whose hosts are connected to switches, each by one link of its own, or by one for
/// each direction. Hosts on the same switch have the same route to any other host of the cluster,
/// except for the first link. Each has a first link of its own, and these are equally fast.
struct SwitchedCluster {
  std::string id;
  std::size_t hosts_on_switch = 0; ///< number of hosts on a switch, consecutive in the radical
};

/// A change of numbers of a platform.
struct PlatformChange {
  /// The number and, after "@", a pattern for the names of the elements in which it is changed: see
  /// `change_numbers`.
  std::string number;
  std::string value; ///< the new value, such as "10us", or a factor, such as "x2"

  bool operator==(const PlatformChange&) const = default;
};

/// A SimGrid platform file that has been read and checked. It is well-formed XML. All its numbers,
/// names, properties and settings are such as SimGrid and the models of the machine can handle.
struct PlatformFile {
  std::string path;                     ///< path of the file, or the place of a text in messages
  std::vector<SimGridSetting> settings; ///< of its `<config>` elements
  std::string name;                     ///< the argument of read_platform_file: a path or a name
  /// Settings from elsewhere, which replace those of the file; see `override_setting`.
  std::vector<SimGridSetting> overrides{};
  /// The profiles that change links during the simulation, as `<link id="l1"> bandwidth_file`.
  std::vector<std::string> link_profiles{};
  /// The names of the profiles that change the speed of hosts, by host.
  std::map<std::string, std::string> speed_profiles{};
  bool links_fail = false; ///< true if a profile turns links off and on
  std::vector<SwitchedCluster> switched_clusters{};
  std::optional<SoleCluster> sole_cluster{};       ///< see find_sole_cluster
  std::set<std::string> hosts_with_loopbacks{};    ///< hosts with a route to themselves
  std::set<std::string> clusters_with_loopbacks{}; ///< clusters whose hosts have such routes
  /// Number of elements that have properties "eldest:…".
  int elements_with_properties = 0;
  /// Facts for the user that are no mistakes, such as what is not used or not given. Each is a part
  /// of a sentence.
  std::vector<std::string> notes{};
  std::string text{}; ///< as written
  /// The texts of the profiles, by their names in the platform.
  std::map<std::string, std::string> profiles{};
  bool has_file = true;                  ///< false if `text` and `profiles` are no files
  std::vector<PlatformChange> changes{}; ///< changes of the platform's numbers, which are made
  /// The platform as XML, after the changes, without comments and without space between elements.
  std::string parsed{};
  std::string digest{}; ///< the content_id of `parsed` and `profiles`

  /// Returns the value of a setting in `overrides`. If it is not there, returns the value in
  /// `settings`, or null.
  [[nodiscard]] const std::string* setting(std::string_view setting_name) const;
};

} // namespace eldest
