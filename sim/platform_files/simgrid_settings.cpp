#include "sim/platform_files/simgrid_settings.hpp"

#include "sim/platform_files/unused_settings.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace eldest {
namespace {

using Check = bool (*)(std::string_view);

bool is_positive(std::string_view text) {
  const auto number = parse_decimal(text);
  return number && *number > 0 && *number <= 1e30;
}
bool is_factor(std::string_view text) {
  const auto number = parse_decimal(text);
  return number && *number >= 1e-6 && *number <= 1e6;
}
bool is_not_negative(std::string_view text) {
  const auto number = parse_decimal(text);
  return number && *number >= 0 && *number <= 1e30;
}
bool is_precision(std::string_view text) {
  const auto number = parse_decimal(text);
  return number && *number >= 1e-18 && *number <= 1;
}
bool is_amount(std::string_view text) {
  const auto number = parse_decimal(text);
  return number && *number >= 1e-18 && *number <= 1e-3; // above that, SimGrid's solver aborts
}
std::optional<bool> yes_or_no(std::string_view text) {
  if (text == "yes" || text == "on" || text == "true" || text == "1")
    return true;
  if (text == "no" || text == "off" || text == "false" || text == "0")
    return false;
  return std::nullopt;
}
bool is_yes_or_no(std::string_view text) { return yes_or_no(text).has_value(); }
bool is_network_model(std::string_view text) {
  return text == "CM02" || text == "LV08" || text == "SMPI" || text == "IB";
}
bool is_optimization(std::string_view text) { return text == "Lazy" || text == "Full"; }
bool is_cpu_optimization(std::string_view text) { return is_optimization(text) || text == "TI"; }
bool is_solver(std::string_view text) {
  return text == "maxmin" || text == "fairbottleneck"; // bmf sometimes gives up, and aborts
}
bool is_any_solver(std::string_view text) { return is_solver(text) || text == "bmf"; }
bool is_cpu_model(std::string_view text) { return text == "Cas01"; }
bool is_disk_model(std::string_view text) { return text == "default" || text == "S19"; }
bool is_governor(std::string_view text) { return text == "performance"; }
bool is_host_model(std::string_view text) { return text == "default" || text == "compound"; }
bool is_no_limit(std::string_view text) { return text == "-1"; }
/// Returns true for factors by size, such as "0:1.5;1024:2".
bool is_list_of_factors(std::string_view text) {
  const auto entries = split(text, ";");
  return std::all_of(entries.begin(), entries.end(), [](std::string_view entry) {
    const auto parts = split(entry, ":");
    return parts.size() >= 2 && is_not_negative(parts[0]) &&
           std::all_of(parts.begin() + 1, parts.end(), is_factor);
  });
}
bool is_three_factors(std::string_view text) {
  const auto parts = split(text, ";");
  return parts.size() == 3 && std::all_of(parts.begin(), parts.end(), is_factor);
}

/// Returns true for a plugin of SimGrid that does not change what is simulated, or for none.
bool is_neutral_plugin(std::string_view text) {
  constexpr auto neutral = std::to_array<std::string_view>(
      {"", "host_load", "host_energy", "host_carbon_footprint", "link_load", "link_energy",
       "link_energy_wifi", "vm_load", "battery", "chiller", "solar_panel", "task"});
  return std::ranges::find(neutral, text) != neutral.end();
}

struct KnownSetting {
  std::string_view name;
  bool followed; ///< true if it has an effect on a simulation
  Check is_right;
  std::string_view right;
};

constexpr std::string_view any_of_bool = "yes or no";
constexpr std::string_view any_of_solver = "maxmin or fairbottleneck";
constexpr std::string_view any_solver = "maxmin, fairbottleneck or bmf";
constexpr std::string_view precision_range = "a number from 1e-18 to 1";

constexpr std::array known_settings{
    KnownSetting{"network/model", true, is_network_model, "CM02, LV08, SMPI or IB"},
    KnownSetting{"network/TCP-gamma", true, is_not_negative, "a number of bytes, 0 or more"},
    KnownSetting{"network/crosstraffic", true, is_yes_or_no, any_of_bool},
    KnownSetting{"network/latency-factor", true, is_factor, "a number from 1e-6 to 1e6"},
    KnownSetting{"network/bandwidth-factor", true, is_factor, "a number from 1e-6 to 1e6"},
    KnownSetting{"network/weight-S", true, is_not_negative, "a number, 0 or more"},
    KnownSetting{"network/loopback-bw", false, is_positive, "a number of bytes a second, above 0"},
    KnownSetting{"network/loopback-lat", false, is_not_negative, "a number of seconds, 0 or more"},
    KnownSetting{"network/optim", true, is_optimization, "Lazy or Full"},
    KnownSetting{"network/solver", true, is_solver, any_of_solver},
    KnownSetting{"network/maxmin-selective-update", true, is_yes_or_no, any_of_bool},
    KnownSetting{"precision/timing", true, is_precision, precision_range},
    KnownSetting{"precision/work-amount", true, is_amount, "a number from 1e-18 to 1e-3"},
    KnownSetting{"maxmin/concurrency-limit", true, is_no_limit, "-1, no limit"},
    KnownSetting{"smpi/bw-factor", true, is_list_of_factors, "a list such as 0:0.9;1024:0.7"},
    KnownSetting{"smpi/lat-factor", true, is_list_of_factors, "a list such as 0:2;1024:1.6"},
    KnownSetting{"smpi/IB-penalty-factors", true, is_three_factors, "three factors separated by ;"},
    KnownSetting{"host/model", false, is_host_model, "default or compound"},
    KnownSetting{"host/solver", false, is_any_solver, any_solver},
    KnownSetting{"cpu/model", false, is_cpu_model, "Cas01"},
    KnownSetting{"cpu/optim", false, is_cpu_optimization, "Lazy, Full or TI"},
    KnownSetting{"cpu/solver", false, is_any_solver, any_solver},
    KnownSetting{"cpu/maxmin-selective-update", false, is_yes_or_no, any_of_bool},
    KnownSetting{"disk/model", false, is_disk_model, "default or S19"},
    KnownSetting{"disk/solver", false, is_any_solver, any_solver},
    KnownSetting{"plugin", false, is_neutral_plugin,
                 "one that changes no simulation, or be removed"},
    KnownSetting{"plugin/dvfs/governor", false, is_governor, "performance, or be removed"},
};

/// Names of settings in earlier or later versions of SimGrid, each with the name that is used here.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> other_names{{
    {"surf/precision", "precision/timing"},
    {"maxmin/precision", "precision/work-amount"},
}};

std::string_view present_name(std::string_view name) {
  for (const auto& [other, present] : other_names) {
    if (name == other)
      return present;
  }
  return name;
}

const KnownSetting* find_setting(std::string_view name) {
  const auto* const found = std::ranges::find(known_settings, name, &KnownSetting::name);
  return found == known_settings.end() ? nullptr : found;
}

std::string names_of_followed() {
  std::vector<std::string_view> names;
  for (const auto& setting : known_settings) {
    if (setting.followed)
      names.push_back(setting.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Returns the names of all settings of SimGrid that may be in a platform file.
std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names;
  for (const auto& setting : known_settings)
    names.push_back(setting.name);
  names.insert(names.end(), unused_settings().begin(), unused_settings().end());
  return names;
}

/// Returns the value that a setting must have for the model loggp, or "" if `value` is right.
std::string_view neutral_for_loggp(std::string_view name, std::string_view value) {
  if (name == "network/model")
    return value == "CM02" ? "" : "CM02";
  if (name == "network/TCP-gamma" || name == "network/weight-S")
    return parse_decimal(value) == 0.0 ? "" : "0";
  if (name == "network/latency-factor" || name == "network/bandwidth-factor")
    return parse_decimal(value) == 1.0 ? "" : "1";
  if (name == "network/crosstraffic")
    return yes_or_no(value) == false ? "" : "no";
  return "";
}

} // namespace

std::span<const SimGridSetting> default_settings() {
  static const std::array<SimGridSetting, 4> settings{{
      {"network/model", "CM02"},
      {"network/TCP-gamma", "0"},
      {"network/crosstraffic", "0"},
      {"precision/timing", "1e-12"},
  }};
  return settings;
}

PlatformFile with_network_of_simgrid(PlatformFile platform) {
  std::erase_if(platform.overrides, [](const SimGridSetting& setting) {
    return setting.name.starts_with("network/") || setting.name.starts_with("smpi/");
  });
  const std::array<SimGridSetting, 3> own{{
      {"network/model", "LV08"},
      {"network/TCP-gamma", "4194304"},
      {"network/crosstraffic", "1"},
  }};
  for (const auto& setting : own) {
    if (platform.setting(setting.name) == nullptr)
      platform.overrides.push_back(setting);
  }
  return platform;
}

std::vector<SimGridSetting> network_settings(const PlatformFile& platform) {
  auto complete = platform;
  const auto defaults = default_settings();
  complete.settings.insert(complete.settings.end(), defaults.begin(), defaults.end());
  std::vector<SimGridSetting> settings;
  for (const auto& known : known_settings) {
    const auto* const value = complete.setting(known.name);
    if (value != nullptr && is_followed(complete, known.name) &&
        !known.name.starts_with("precision/"))
      settings.push_back({std::string(known.name), *value});
  }
  return settings;
}

SimGridSetting checked_setting(std::string_view name, std::string_view value) {
  const auto present = present_name(name);
  const auto* const known = find_setting(present);
  if (known == nullptr && harmless_value(present))
    return {std::string(present), std::string(value)};
  if (known == nullptr)
    throw InputError(fmt::format("{}: no such setting{}; supported are {}", in_quotes(name),
                                 suggestion(name, all_names()), names_of_followed()));
  if (!known->is_right(value))
    throw InputError(
        fmt::format("setting {}: {} should be {}", name, in_quotes(value), known->right));
  return {std::string(present), std::string(value)};
}

bool is_followed(const PlatformFile& platform, std::string_view name) {
  const auto* const known = find_setting(name);
  if (known == nullptr || !known->followed)
    return false;
  const auto* const model = platform.setting("network/model");
  return !name.starts_with("smpi/") || (model != nullptr && (*model == "SMPI" || *model == "IB"));
}

std::string refused_by_loggp(const PlatformFile& platform) {
  for (const auto& known : known_settings) {
    const auto* const value = platform.setting(known.name);
    if (value == nullptr)
      continue;
    const auto neutral = neutral_for_loggp(known.name, *value);
    if (!neutral.empty())
      return fmt::format("the platform's {} is {}, but must be {}, or the model flow", known.name,
                         *value, neutral);
  }
  if (!platform.link_profiles.empty())
    return fmt::format("{}: the model does not support changes during the simulation; remove them, "
                       "or use the model flow",
                       platform.link_profiles.front());
  return "";
}

} // namespace eldest
