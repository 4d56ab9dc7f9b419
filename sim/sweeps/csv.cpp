#include "sim/sweeps/csv.hpp"

#include "trees/base/one_line.hpp"
#include "trees/base/text.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {
namespace {

constexpr std::array<std::string_view, 11> settings_columns{
    "version", "model_version", "algorithm", "search",     "tree", "depth",
    "id",      "position",      "model",     "processors", "seed"};

/// A figure of a result, and the name of its column.
struct ResultFigure {
  std::string_view name;
  double (*figure)(const SearchResult&);
};
constexpr std::array result_figures{
    ResultFigure{"time_s", [](const SearchResult& result) { return result.time; }},
    ResultFigure{"nodes",
                 [](const SearchResult& result) { return static_cast<double>(result.nodes()); }},
    ResultFigure{
        "table_reads",
        [](const SearchResult& result) { return static_cast<double>(result.traffic.reads); }},
    ResultFigure{
        "table_writes",
        [](const SearchResult& result) { return static_cast<double>(result.traffic.writes); }},
    ResultFigure{
        "messages",
        [](const SearchResult& result) { return static_cast<double>(result.traffic.messages); }},
    ResultFigure{"first_move_cutoff_rate",
                 [](const SearchResult& result) { return result.first_move_cutoff_rate(); }}};

/// An overhead of APHID's own, and the name of its column.
struct AphidColumn {
  std::string_view name;
  double AphidOverhead::*figure;
};
constexpr std::array aphid_columns{
    AphidColumn{"aphid_total_overhead", &AphidOverhead::total},
    AphidColumn{"aphid_parallelization_overhead", &AphidOverhead::parallelization},
    AphidColumn{"aphid_search_overhead", &AphidOverhead::search},
    AphidColumn{"aphid_speculative_overhead", &AphidOverhead::speculative}};

/// Returns a text as a field of CSV (RFC 4180), on one line. An apostrophe before a formula keeps
/// spreadsheets from computing it. A number stays as it is.
std::string field(const std::string& text) {
  constexpr std::string_view begin_formulas = "=+-@\t\r";
  const bool is_formula = !text.empty() &&
                          begin_formulas.find(text.front()) != std::string_view::npos &&
                          !parse_decimal(text);
  const auto line = (is_formula ? "'" : "") + on_one_line(text);
  return line.find_first_of(",\"") == std::string::npos
             ? line
             : fmt::format("\"{}\"", boost::replace_all_copy(line, "\"", "\"\""));
}

std::string field(const Json& value) { return field(text_of(value)); }

std::string field(double value) { return fmt::format("{}", value); }

std::string row(const std::vector<std::string>& fields) {
  return fmt::format("{}\n", fmt::join(fields, ","));
}

/// Returns the value of an axis as a field, empty if there is none.
std::string axis_field(const Json& axes, const std::string& axis) {
  if (!axes.contains(axis))
    return "";
  const auto& value = axes.at(axis);
  const auto number = value.is_string() ? number_in(value) : std::nullopt;
  return number ? field(*number) : field(value);
}

/// Returns the names of all options and changed numbers of the platform that a point has.
std::vector<std::string> option_names(const Analysis& analysis) {
  constexpr std::array<std::string_view, 2> others{"platform", "tree_seed"};
  std::set<std::string> names;
  for (const auto& point : analysis.points) {
    for (const auto& [name, value] : point.axes.items())
      names.insert(name);
  }
  for (const auto name : settings_columns)
    names.erase(std::string(name));
  for (const auto name : others)
    names.erase(std::string(name));
  return {names.begin(), names.end()};
}

std::vector<std::string> search_fields(const AnalysedPoint& point,
                                       const std::vector<std::string>& options) {
  const auto& settings = point.point.settings;
  const auto& platform = settings.at("platform");
  std::vector<std::string> fields;
  for (const auto column : settings_columns)
    fields.push_back(field(settings.value(std::string(column), Json(""))));
  for (const auto* const name : {"name", "file", "digest"})
    fields.push_back(field(platform.at(name)));
  fields.push_back(axis_field(point.axes, "tree_seed"));
  for (const auto& option : options)
    fields.push_back(axis_field(point.axes, option));
  for (const auto& [name, figure] : result_figures)
    fields.push_back(point.result ? field(figure(*point.result)) : "");
  const auto comparison = point.comparison();
  for (const auto& [name, figure] : comparison_figures)
    fields.push_back(comparison ? field((*comparison).*figure) : "");
  const auto aphid = point.aphid_overhead();
  for (const auto& [name, figure] : aphid_columns)
    fields.push_back(aphid ? field((*aphid).*figure) : "");
  const auto path = point.result ? point.result->critical_path() : std::nullopt;
  fields.push_back(path ? field(*path) : "");
  const auto joules = point.result ? point.result->joules : std::nullopt;
  fields.push_back(joules ? field(*joules) : "");
  fields.push_back(field(point.wall_seconds));
  fields.push_back(field(point.failure));
  fields.push_back(field(point.point.command));
  fields.push_back(field(point.point.key));
  return fields;
}

/// Returns the axes that are columns of tables of cells. Those of processors, and those that are
/// always columns, come first.
std::vector<std::string> axis_columns(const Analysis& analysis) {
  std::vector<std::string> columns{"version", "platform",  "model",  "tree",
                                   "depth",   "algorithm", "search", "processors"};
  std::vector<Json> points;
  for (const auto& point : analysis.points) {
    if (point.point.baselines)
      points.push_back(point.axes);
  }
  for (const auto& axis : varying_axes(points)) {
    if (!is_of_samples(axis) && std::ranges::find(columns, axis) == columns.end())
      columns.insert(columns.end() - 1, axis);
  }
  return columns;
}

/// Calls `add_rows` with each cell and the fields that say which cell it is.
template <class AddRows> void for_each_cell(const Analysis& analysis, const AddRows& add_rows) {
  const auto axes = axis_columns(analysis);
  for (const auto& panel : analysis.panels) {
    for (const auto& series : panel.series) {
      for (const auto& [x, cell] : series.cells) {
        std::vector<std::string> fields{field(panel.title), field(series.label)};
        for (const auto& axis : axes)
          fields.push_back(axis_field(cell.axes, axis));
        add_rows(std::move(fields), cell);
      }
    }
  }
}

/// Returns the names of the columns that say which cell a row is of.
std::vector<std::string> cell_head(const Analysis& analysis) {
  std::vector<std::string> head{"panel", "series"};
  for (const auto& axis : axis_columns(analysis))
    head.push_back(field(axis));
  return head;
}

void add_interval(std::vector<std::string>& fields, const std::optional<Interval>& interval) {
  fields.push_back(interval ? field(interval->low) : "");
  fields.push_back(interval ? field(interval->high) : "");
}

/// Adds the figures of a cell with a comparison.
void add_figures(std::vector<std::string>& fields, const Cell& cell) {
  for (const auto& [name, figure] : comparison_figures) {
    fields.push_back(field(cell.mean.*figure));
    add_interval(fields, cell.interval ? std::optional<Interval>({cell.interval->low.*figure,
                                                                  cell.interval->high.*figure})
                                       : std::nullopt);
    fields.push_back(field(cell.ratio_of_sums.*figure));
  }
  fields.push_back(field(cell.time));
  fields.push_back(field(cell.nodes_per_second.mean));
  add_interval(fields, cell.nodes_per_second.interval);
  fields.emplace_back(cell.is_best ? "1" : "0");
  fields.push_back(cell.p_value ? field(*cell.p_value) : "");
  fields.push_back(cell.joules ? field(cell.joules->mean) : "");
  add_interval(fields, cell.joules ? cell.joules->interval : std::nullopt);
}

std::vector<std::string> means_head(const Analysis& analysis) {
  auto head = cell_head(analysis);
  head.insert(head.end(), {"positions", "failed", "not_compared", "n"});
  for (const auto& [name, figure] : comparison_figures) {
    for (const auto* const suffix : {"", "_low", "_high", "_of_sums"})
      head.push_back(std::string(name) + suffix);
  }
  head.insert(head.end(), {"time_s", "nodes_per_s", "nodes_per_s_low", "nodes_per_s_high", "best",
                           "p_value", "energy_j", "energy_j_low", "energy_j_high"});
  return head;
}

} // namespace

std::string searches_csv(const Analysis& analysis) {
  const auto options = option_names(analysis);
  std::vector<std::string> head(settings_columns.begin(), settings_columns.end());
  head.insert(head.end(), {"platform", "platform_file", "platform_digest", "tree_seed"});
  for (const auto& option : options)
    head.push_back(field(option));
  for (const auto& [name, figure] : result_figures)
    head.emplace_back(name);
  for (const auto& [name, figure] : comparison_figures)
    head.emplace_back(name);
  for (const auto& [name, figure] : aphid_columns)
    head.emplace_back(name);
  head.insert(head.end(), {"critical_path_s", "energy_j", "wall_s", "failure", "command", "key"});
  auto table = row(head);
  for (const auto& point : analysis.points)
    table += row(search_fields(point, options));
  return table;
}

std::string means_csv(const Analysis& analysis) {
  const auto head = means_head(analysis);
  auto table = row(head);
  for_each_cell(analysis, [&](std::vector<std::string> fields, const Cell& cell) {
    for (const auto count : {cell.positions.size(), cell.failed, cell.not_compared, cell.searches})
      fields.push_back(fmt::to_string(count));
    if (cell.is_compared())
      add_figures(fields, cell);
    fields.resize(head.size());
    table += row(fields);
  });
  return table;
}

std::string times_to_depth_csv(const Analysis& analysis) {
  auto head = cell_head(analysis);
  head.insert(head.end(),
              {"positions", "n", "completed_depth", "time_s", "time_s_low", "time_s_high"});
  auto table = row(head);
  for_each_cell(analysis, [&](const std::vector<std::string>& cell_fields, const Cell& cell) {
    for (const auto& [depth, time] : cell.time_to_depth) {
      auto fields = cell_fields;
      for (const auto count : {cell.positions.size(), cell.searches})
        fields.push_back(fmt::to_string(count));
      fields.push_back(fmt::to_string(depth));
      fields.push_back(field(time.mean));
      add_interval(fields, time.interval);
      table += row(fields);
    }
  });
  return table;
}

} // namespace eldest
