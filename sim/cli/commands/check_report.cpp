#include "sim/cli/commands/check_report.hpp"

#include "sim/cli/reports/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace eldest {
namespace {

using Line = std::back_insert_iterator<std::string>;

/// Returns a number with the prefix that leaves one to three digits before the point: "12.5 Mf".
std::string with_prefix(double value, std::string_view unit) {
  static constexpr std::array<std::pair<double, std::string_view>, 13> prefixes{{
      {1e24, "Y"},
      {1e21, "Z"},
      {1e18, "E"},
      {1e15, "P"},
      {1e12, "T"},
      {1e9, "G"},
      {1e6, "M"},
      {1e3, "k"},
      {1, ""},
      {1e-3, "m"},
      {1e-6, "u"},
      {1e-9, "n"},
      {1e-12, "p"},
  }};
  for (const auto& [size, prefix] : prefixes) {
    if (std::abs(value) >= size * 0.99995)
      return fmt::format("{:.4g} {}{}", value / size, prefix, unit);
  }
  return fmt::format("{:.4g} {}", value, unit);
}

std::string seconds(double value) { return with_prefix(value, "s"); }

/// Returns the range of a property as text, as in "5 MB/s to 20 MB/s". Returns "20 MB/s" if the
/// least and the greatest value look the same.
template <class Range, class Get>
std::string range_text(const Range& range, const Get& get, std::string_view unit) {
  const auto [least, most] = std::ranges::minmax(range, {}, get);
  const auto low = with_prefix(get(least), unit);
  const auto high = with_prefix(get(most), unit);
  return low == high ? low : fmt::format("{} to {}", low, high);
}

void write_hosts(Line out, const std::vector<Inventory::OfHost>& hosts) {
  int cores = 0;
  for (const auto& host : hosts)
    cores += host.cores;
  fmt::format_to(out, "{:<12}{}, {} to {}, of {}", "hosts", hosts.size(), hosts.front().name,
                 hosts.back().name,
                 range_text(
                     hosts, [](const auto& host) { return host.speed; }, "f"));
  if (static_cast<std::size_t>(cores) != hosts.size())
    fmt::format_to(out, ", with {} cores", cores);
  fmt::format_to(out, "\n");
}

void write_links(Line out, const std::vector<Inventory::OfLink>& links) {
  std::map<std::string, std::vector<Inventory::OfLink>> by_policy;
  for (const auto& link : links)
    by_policy[link.policy].push_back(link);
  std::string_view title = "links";
  for (const auto& [policy, group] : by_policy) {
    fmt::format_to(out, "{:<12}{} {}, {}, {}\n", title, group.size(), policy,
                   range_text(
                       group, [](const auto& link) { return link.bandwidth; }, "B/s"),
                   range_text(
                       group, [](const auto& link) { return link.latency; }, "s"));
    title = "";
  }
}

std::string value_of(const PlatformReport& report, std::string_view property) {
  const auto found = std::ranges::find(report.properties, property, &MachineProperty::name);
  return found == report.properties.end() ? "" : found->value;
}

std::string_view server(std::string_view service) {
  if (service == "interrupt")
    return "the home's processor, at once, by interrupt";
  if (service == "poll")
    return "the home's processor, when it next looks for messages";
  return "the home's memory, without its processor";
}

void write_properties(Line out, const PlatformReport& report) {
  fmt::format_to(out, "\n{:<40} {:>12}  {}\n", "property", "value", "from");
  for (const auto& [name, value] : report.properties) {
    const bool is_set = std::ranges::count(report.properties_set, name) > 0;
    fmt::format_to(out, "{:<40} {:>12}  {}\n", name, value, is_set ? "file" : "default");
  }
}

/// Returns the settings of a network, such as "CM02, TCP-gamma 0, crosstraffic 0".
std::string network_text(const std::vector<SimGridSetting>& network) {
  std::string text = network.front().value;
  for (const auto& setting : std::span(network).subspan(1))
    text += fmt::format(", {} {}", setting.name.substr(setting.name.find('/') + 1), setting.value);
  return text;
}

constexpr std::array<std::string_view, message_sizes.size()> size_names{"16 B", "1 KiB", "1 MiB"};

/// A column of the table of costs.
struct Column {
  std::string_view title;
  const MeasuredCosts* costs;
  /// The messages on the network of other SimGrid programs, or null.
  const std::vector<double>* messages_of_simgrid = nullptr;

  [[nodiscard]] std::string cost(double MeasuredCosts::*member) const {
    return seconds(costs->*member);
  }
  [[nodiscard]] std::string send() const {
    return costs->messages.empty() ? "" : cost(&MeasuredCosts::send);
  }
  [[nodiscard]] std::string message(std::size_t size) const {
    return costs->messages.empty() ? "" : seconds(costs->messages[size]);
  }
  [[nodiscard]] std::string message_of_simgrid(std::size_t size) const {
    return messages_of_simgrid == nullptr ? "" : seconds((*messages_of_simgrid)[size]);
  }
  [[nodiscard]] std::string latency() const {
    return costs->to.empty() ? "" : cost(&MeasuredCosts::latency);
  }
};

std::vector<Column> columns_of(const PlatformReport& report) {
  std::vector<Column> columns{{"own part", &report.own}};
  if (report.core)
    columns.push_back({"same host", &*report.core});
  if (report.near)
    columns.push_back({"nearest", &*report.near, &report.network_of_simgrid->near});
  if (report.far)
    columns.push_back({"farthest", &*report.far, &report.network_of_simgrid->far});
  return columns;
}

/// Writes a row of the table of costs. `text` returns the content of a column.
template <class Text>
void write_row(Line out, std::string_view what, const std::vector<Column>& columns,
               const Text& text) {
  fmt::format_to(out, "{:<40}", what);
  for (const auto& column : columns)
    fmt::format_to(out, " {:>14}", text(column));
  fmt::format_to(out, "\n");
}

void write_message_costs(Line out, const std::vector<Column>& columns) {
  write_row(out, "message, 16 bytes, for its sender", columns,
            [](const Column& column) { return column.send(); });
  write_row(out, "message, until it has been received", columns,
            [](const Column& column) { return column.message(0); });
  for (std::size_t size = 1; size < size_names.size(); ++size)
    write_row(out, fmt::format("message of {}, until received", size_names[size]), columns,
              [size](const Column& column) { return column.message(size); });
}

/// Returns true if the messages of two networks differ by more than rounding.
bool differ(const std::vector<double>& ours, const std::vector<double>& other) {
  constexpr double tolerance = 1e-6;
  return !std::ranges::equal(ours, other, [](double one, double two) {
    return std::abs(one - two) <= tolerance * std::max(one, two);
  });
}

/// Writes the messages on the network of other SimGrid programs, if they differ.
void write_network_of_simgrid(Line out, const PlatformReport& report,
                              const std::vector<Column>& columns) {
  const auto& other = *report.network_of_simgrid;
  if (!other.refusal.empty()) {
    fmt::format_to(out, "\nSimGrid's own network, {}, cannot be measured: {}\n", other.model,
                   other.refusal);
    return;
  }
  if (!differ(report.near->messages, other.near) && !differ(report.far->messages, other.far))
    return;
  fmt::format_to(out, "\n");
  write_row(out, fmt::format("by SimGrid's own network, {}", other.model), columns,
            [](const Column& column) {
              return column.messages_of_simgrid == nullptr ? "" : column.title;
            });
  for (std::size_t size = 0; size < size_names.size(); ++size)
    write_row(out, fmt::format("message of {}, until received", size_names[size]), columns,
              [size](const Column& column) { return column.message_of_simgrid(size); });
}

void write_costs(Line out, const PlatformReport& report, std::string_view model) {
  const auto columns = columns_of(report);
  fmt::format_to(out, "\n");
  write_row(out, fmt::format("cost by model {} on an idle machine", model), columns,
            [](const Column& column) { return column.title; });
  write_row(out, "table read, 16 bytes each way", columns,
            [](const Column& column) { return column.cost(&MeasuredCosts::read); });
  write_row(out, "table write, 24 bytes, for its writer", columns,
            [](const Column& column) { return column.cost(&MeasuredCosts::write); });
  if (report.core || report.near)
    write_message_costs(out, columns);
  if (!report.near)
    return;
  write_row(out, "latency of the route", columns,
            [](const Column& column) { return column.latency(); });
  fmt::format_to(out, "from host {} to {}, the nearest, and to {}, the farthest\n",
                 report.first_host, report.near->to, report.far->to);
  write_network_of_simgrid(out, report, columns);
}

/// Writes the speeds of a processor with others at work, unless they are all the same.
void write_work(Line out, const std::vector<SpeedAtWork>& work) {
  const auto& all = work.back();
  if (all.compute == 1 && all.visits.empty())
    return;
  const auto write = [&](std::string_view what, const auto& text) {
    fmt::format_to(out, "{:<40}", what);
    for (const auto& speed : work)
      fmt::format_to(out, " {:>14}", text(speed));
    fmt::format_to(out, "\n");
  };
  fmt::format_to(out, "\n");
  write("processors of a computer at work",
        [](const SpeedAtWork& speed) { return fmt::to_string(speed.working); });
  write("speed of each, where it needs no memory",
        [](const SpeedAtWork& speed) { return fmt::format("{:.3f}", speed.compute); });
  for (const auto& [tree, last] : all.visits)
    write(fmt::format("speed of its visits to nodes of {}", tree),
          [&name = tree](const SpeedAtWork& speed) {
            return fmt::format("{:.3f}", speed.visits.at(name));
          });
}

Json work_json(const std::vector<SpeedAtWork>& work) {
  Json json = Json::array();
  for (const auto& speed : work)
    json.push_back({{"processors", speed.working},
                    {"compute_speed", speed.compute},
                    {"visit_speed", speed.visits}});
  return json;
}

std::string supported_by(const PlatformReport& report, const std::string& model) {
  const auto& refusal = report.refusals.at(model);
  return refusal.empty() ? "simulates it" : "refuses it: " + refusal;
}

Json costs_json(const MeasuredCosts& costs, const std::vector<double>& of_simgrid = {}) {
  Json json{{"read_s", costs.read}, {"write_s", costs.write}};
  if (costs.messages.empty())
    return json;
  json.update({{"send_s", costs.send}, {"message_s", costs.messages.front()}});
  for (std::size_t size = 0; size < message_sizes.size(); ++size) {
    Json message{{"bytes", message_sizes[size]}, {"s", costs.messages[size]}};
    if (!of_simgrid.empty())
      message["simgrid_s"] = of_simgrid[size];
    json["messages"].push_back(message);
  }
  if (!costs.to.empty())
    json.update({{"latency_s", costs.latency}, {"host", costs.to}});
  return json;
}

Json network_json(const PlatformReport& report) {
  Json json{{"model", report.network.front().value}, {"settings", Json::object()}};
  for (const auto& setting : std::span(report.network).subspan(1))
    json["settings"][setting.name] = setting.value;
  if (report.network_of_simgrid)
    json["simgrid"] = {{"model", report.network_of_simgrid->model},
                       {"refusal", report.network_of_simgrid->refusal}};
  return json;
}

/// Returns the profiles of links and hosts, as `<link id="l1"> bandwidth_file`.
std::vector<std::string> profiles_of(const PlatformFile& platform) {
  auto profiles = platform.link_profiles;
  for (const auto& [host, file] : platform.speed_profiles)
    profiles.push_back(fmt::format("<host id=\"{}\"> speed_file", host));
  return profiles;
}

void write_comparison(Line out, const ModelComparison& comparison) {
  const auto& ratios = comparison.ratios;
  const auto [least, most] = std::ranges::minmax(ratios);
  const double mean =
      std::reduce(ratios.begin(), ratios.end()) / static_cast<double>(ratios.size());
  fmt::format_to(out,
                 "{:<12}loggp's time is {:.3f} of flow's ({:.3f} to {:.3f}) for {} positions of {} "
                 "by\n{:<12}ABDADA, depth {}, {} processors; it simulates them {:.1f} times as "
                 "fast\n",
                 "models", mean, least, most, ratios.size(), comparison.tree, "", comparison.depth,
                 comparison.processors,
                 comparison.flow_wall_seconds / comparison.loggp_wall_seconds);
}

Json comparison_json(const ModelComparison& comparison) {
  return {{"tree", comparison.tree},
          {"depth", comparison.depth},
          {"processors", comparison.processors},
          {"time_ratios", comparison.ratios},
          {"flow_wall_s", comparison.flow_wall_seconds},
          {"loggp_wall_s", comparison.loggp_wall_seconds}};
}

} // namespace

std::string check_text(const PlatformReport& report, const PlatformFile& platform,
                       std::string_view model) {
  std::string text;
  const Line out(text);
  fmt::format_to(out, "eldest {}: platform {} ({})\n\n", version, report.name, platform.name);
  write_hosts(out, report.inventory.hosts);
  write_links(out, report.inventory.links);
  fmt::format_to(out, "{:<12}are served by {}\n", "accesses",
                 server(value_of(report, "eldest:service")));
  fmt::format_to(out, "{:<12}{}\n", "network", network_text(report.network));
  if (report.power)
    fmt::format_to(out,
                   "{:<12}of a host: {:g} W idle, {:g} W with all cores busy (from {:g} W on with "
                   "any)\n",
                   "power", report.power->idle, report.power->all_cores, report.power->epsilon);
  write_properties(out, report);
  write_costs(out, report, model);
  write_work(out, report.work);
  fmt::format_to(out, "\n");
  for (const auto& [name, refusal] : report.refusals)
    fmt::format_to(out, "{:<12}{}\n", name, supported_by(report, name));
  if (report.comparison)
    write_comparison(out, *report.comparison);
  for (const auto& profile : profiles_of(platform))
    fmt::format_to(out, "{:<12}{}\n", "changes", profile);
  for (const auto& note : report.notes)
    fmt::format_to(out, "{:<12}{}\n", "note", note);
  return text;
}

Json check_json(const PlatformReport& report, const PlatformFile& platform,
                std::string_view model) {
  Json json{
      {"command", "check"},
      {"version", version},
      {"platform",
       {{"file", platform.name}, {"name", report.name}, {"hosts", report.inventory.hosts.size()}}},
      {"processors", report.processors},
      {"first_host", report.first_host},
      {"model", model}};
  for (const auto& host : report.inventory.hosts)
    json["hosts"].push_back({{"name", host.name}, {"speed", host.speed}, {"cores", host.cores}});
  std::map<std::tuple<std::string, double, double>, int> links;
  for (const auto& link : report.inventory.links)
    ++links[{link.policy, link.bandwidth, link.latency}];
  json["links"] = Json::array();
  for (const auto& [link, count] : links)
    json["links"].push_back({{"policy", std::get<0>(link)},
                             {"bandwidth", std::get<1>(link)},
                             {"latency_s", std::get<2>(link)},
                             {"count", count}});
  json["network"] = network_json(report);
  if (report.power)
    json["power_w"] = {{"idle", report.power->idle},
                       {"epsilon", report.power->epsilon},
                       {"all_cores", report.power->all_cores}};
  for (const auto& [name, value] : report.properties)
    json["properties"][name] = {
        {"value", value},
        {"from", std::ranges::count(report.properties_set, name) > 0 ? "file" : "default"}};
  json["work"] = work_json(report.work);
  json["costs"]["own"] = costs_json(report.own);
  if (report.core)
    json["costs"]["same_host"] = costs_json(*report.core);
  if (report.near) {
    json["costs"]["nearest"] = costs_json(*report.near, report.network_of_simgrid->near);
    json["costs"]["farthest"] = costs_json(*report.far, report.network_of_simgrid->far);
  }
  for (const auto& [name, refusal] : report.refusals)
    json["models"][name] = {{"simulates", refusal.empty()}, {"refusal", refusal}};
  if (report.comparison)
    json["comparison"] = comparison_json(*report.comparison);
  json["changes"] = profiles_of(platform);
  json["notes"] = report.notes;
  return json;
}

} // namespace eldest
