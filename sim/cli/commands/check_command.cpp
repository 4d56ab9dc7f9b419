#include "sim/cli/options/command.hpp"
#include "sim/cli/options/platform_options.hpp"
#include "sim/cli/options/search_options.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/platform_report.hpp"
#include "trees/base/errors.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
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

/// A column of the table of costs.
struct Column {
  std::string_view title;
  const MeasuredCosts* costs;
  bool has_messages = true;
  bool has_route = true;
};

std::vector<Column> columns_of(const PlatformReport& report) {
  std::vector<Column> columns{{"own part", &report.own, false, false}};
  if (report.core)
    columns.push_back({"same host", &*report.core, true, false});
  if (report.near)
    columns.push_back({"nearest", &*report.near});
  if (report.far)
    columns.push_back({"farthest", &*report.far});
  return columns;
}

void write_row(Line out, std::string_view what, const std::vector<Column>& columns,
               double MeasuredCosts::*cost, bool Column::*has = nullptr) {
  fmt::format_to(out, "{:<40}", what);
  for (const auto& column : columns)
    fmt::format_to(out, " {:>14}",
                   has == nullptr || column.*has ? seconds((*column.costs).*cost) : "");
  fmt::format_to(out, "\n");
}

void write_costs(Line out, const PlatformReport& report, std::string_view model) {
  const auto columns = columns_of(report);
  fmt::format_to(out, "\n{:<40}", fmt::format("cost by model {} on an idle machine", model));
  for (const auto& column : columns)
    fmt::format_to(out, " {:>14}", column.title);
  fmt::format_to(out, "\n");
  write_row(out, "table read, 16 bytes each way", columns, &MeasuredCosts::read);
  write_row(out, "table write, 24 bytes, for its writer", columns, &MeasuredCosts::write);
  if (report.core || report.near) {
    write_row(out, "message, 16 bytes, for its sender", columns, &MeasuredCosts::send,
              &Column::has_messages);
    write_row(out, "message, until it has been received", columns, &MeasuredCosts::message,
              &Column::has_messages);
  }
  if (!report.near)
    return;
  write_row(out, "latency of the route", columns, &MeasuredCosts::latency, &Column::has_route);
  fmt::format_to(out, "from host {} to {}, the nearest, and to {}, the farthest\n",
                 report.inventory.hosts.front().name, report.near->to, report.far->to);
}

std::string supported_by(const PlatformReport& report, const std::string& model) {
  const auto& refusal = report.refusals.at(model);
  return refusal.empty() ? "simulates it" : "refuses it: " + refusal;
}

std::string text_of(const PlatformReport& report, const PlatformFile& platform,
                    std::string_view model) {
  std::string text;
  const Line out(text);
  fmt::format_to(out, "eldest {}: platform {} ({})\n\n", version, report.name, platform.name);
  write_hosts(out, report.inventory.hosts);
  write_links(out, report.inventory.links);
  fmt::format_to(out, "{:<12}are served by {}\n", "accesses",
                 server(value_of(report, "eldest:service")));
  write_properties(out, report);
  write_costs(out, report, model);
  fmt::format_to(out, "\n");
  for (const auto& [name, refusal] : report.refusals)
    fmt::format_to(out, "{:<12}{}\n", name, supported_by(report, name));
  for (const auto& profile : platform.link_profiles)
    fmt::format_to(out, "{:<12}{}\n", "changes", profile);
  for (const auto& note : report.notes)
    fmt::format_to(out, "{:<12}{}\n", "note", note);
  return text;
}

Json costs_json(const MeasuredCosts& costs) {
  Json json{{"read_s", costs.read}, {"write_s", costs.write}};
  if (costs.message > 0)
    json.update({{"send_s", costs.send}, {"message_s", costs.message}});
  if (!costs.to.empty())
    json.update({{"latency_s", costs.latency}, {"host", costs.to}});
  return json;
}

Json json_of(const PlatformReport& report, const PlatformFile& platform, std::string_view model) {
  Json json{
      {"command", "check"},
      {"version", version},
      {"platform",
       {{"file", platform.name}, {"name", report.name}, {"hosts", report.inventory.hosts.size()}}},
      {"processors", report.processors},
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
  for (const auto& [name, value] : report.properties)
    json["properties"][name] = {
        {"value", value},
        {"from", std::ranges::count(report.properties_set, name) > 0 ? "file" : "default"}};
  json["costs"]["own"] = costs_json(report.own);
  if (report.core)
    json["costs"]["same_host"] = costs_json(*report.core);
  if (report.near) {
    json["costs"]["nearest"] = costs_json(*report.near);
    json["costs"]["farthest"] = costs_json(*report.far);
  }
  for (const auto& [name, refusal] : report.refusals)
    json["models"][name] = {{"simulates", refusal.empty()}, {"refusal", refusal}};
  json["changes"] = platform.link_profiles;
  json["notes"] = report.notes;
  return json;
}

Options check_options() {
  Options options;
  add_platform_options(options);
  options.add_operand("platform");
  options.about("machine")("processors,n", text("N"),
                           "number of processors, from the first on; default: all, at most 1024");
  add_model_option(options, "flow");
  add_json_option(options);
  return options;
}

void check_platform(const po::variables_map& values) {
  const auto platform = read_platform(values);
  const auto model = read_model(values);
  std::optional<int> processors;
  if (values.count("processors") != 0)
    processors = static_cast<int>(in_range(values, "processors", 1, 1 << 17));
  const auto report = report_platform(platform, processors, model);
  check_node_costs(platform, report.properties_set);
  if (values["json"].as<bool>())
    std::cout << serialize(json_of(report, platform, model.name), 2) << '\n';
  else
    std::cout << text_of(report, platform, model.name);
}

} // namespace

Command check_command() {
  return {"check", "hosts, links and costs of a platform, and what is not supported",
          "Shows the hosts and links, the properties and their sources, and the costs of a table "
          "access and a message, by the model, on an idle machine.",
          check_options, check_platform};
}

} // namespace eldest
