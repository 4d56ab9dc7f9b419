#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// One of SimGrid's settings, as its users know them: "network/crosstraffic" and "1".
struct SimGridSetting {
  std::string name; ///< the one that SimGrid has for it at present
  std::string value;

  bool operator==(const SimGridSetting&) const = default;
};

/// A `<cluster>` whose hosts hang on switches, each by one link of its own, or one for either way.
/// Hosts on the same switch have the same route to any other host of the cluster but for its first
/// link, which is their own and as fast as the others'.
struct SwitchedCluster {
  std::string id;
  std::size_t hosts_on_switch = 0; ///< following one another in its radical
};

/// A SimGrid platform file that exists, is well-formed XML, and in which no number, name, property
/// or setting is one that SimGrid or the models of the machine cannot make anything of.
struct PlatformFile {
  std::string path;                     ///< where it is
  std::vector<SimGridSetting> settings; ///< of its `<config>` elements
  std::string name;                     ///< what it was asked for by
  /// Settings from elsewhere, which replace those of the file; see `override_setting`.
  std::vector<SimGridSetting> overrides{};
  /// What changes the bandwidth or latency of a link during the simulation, as
  /// `<link id="l1"> bandwidth_file`.
  std::vector<std::string> link_profiles{};
  bool links_fail = false; ///< whether one of these turns links off and on
  std::vector<SwitchedCluster> switched_clusters{};
  std::set<std::string> hosts_with_loopbacks{};    ///< a route to themselves
  std::set<std::string> clusters_with_loopbacks{}; ///< those whose hosts all have one
  /// How many of its elements have properties of ours.
  int elements_with_properties = 0;
  /// What a user should know though it is no mistake: what is not used or not given; half a
  /// sentence each.
  std::vector<std::string> notes{};
  std::string digest{}; ///< the content_id of its text

  /// The value that a setting has by the overrides or else by the file; null if neither has it.
  [[nodiscard]] const std::string* setting(std::string_view setting_name) const;
};

} // namespace eldest
