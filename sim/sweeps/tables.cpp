#include "sim/sweeps/tables.hpp"

#include "trees/base/one_line.hpp"
#include "trees/base/text.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>

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

std::set<std::string> option_names(const Analysis& analysis) {
  std::set<std::string> names;
  for (const auto& point : analysis.points) {
    for (const auto& [name, value] : point.point.settings.at("options").items())
      names.insert(name);
  }
  return names;
}

std::vector<std::string> search_fields(const AnalysedPoint& point,
                                       const std::set<std::string>& options) {
  const auto& settings = point.point.settings;
  std::vector<std::string> fields;
  for (const auto column : settings_columns)
    fields.push_back(field(settings.value(std::string(column), Json(""))));
  fields.push_back(field(settings.at("platform").at("name")));
  for (const auto& option : options) {
    const auto& own = settings.at("options");
    fields.push_back(own.contains(option) ? field(own.at(option)) : "");
  }
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
  fields.push_back(field(point.wall_seconds));
  fields.push_back(field(point.failure));
  fields.push_back(field(point.point.command));
  fields.push_back(field(point.point.key));
  return fields;
}

std::vector<std::string> means_head() {
  std::vector<std::string> head{"panel",     "series", "processors",
                                "positions", "failed", "not_compared"};
  for (const auto& [name, figure] : comparison_figures) {
    for (const auto* const suffix : {"", "_low", "_high", "_of_sums"})
      head.push_back(std::string(name) + suffix);
  }
  head.insert(head.end(), {"time_s", "nodes_per_s"});
  return head;
}

/// Returns the fields of a row of `means_csv`, without figures if no search has been compared.
std::vector<std::string> mean_fields(const Panel& panel, const Series& series, int processors,
                                     const Cell& cell) {
  std::vector<std::string> fields{
      field(panel.title),          field(series.label),
      fmt::to_string(processors),  fmt::to_string(cell.positions.size()),
      fmt::to_string(cell.failed), fmt::to_string(cell.not_compared)};
  if (!cell.is_compared()) {
    fields.resize(means_head().size());
    return fields;
  }
  for (const auto& [name, figure] : comparison_figures) {
    fields.push_back(field(cell.mean.*figure));
    fields.push_back(cell.interval ? field(cell.interval->low.*figure) : "");
    fields.push_back(cell.interval ? field(cell.interval->high.*figure) : "");
    fields.push_back(field(cell.ratio_of_sums.*figure));
  }
  fields.push_back(field(cell.time));
  fields.push_back(field(cell.nodes_per_second));
  return fields;
}

std::string cell_text(const Cell& cell) {
  const auto speedup = [](const Comparison& comparison) {
    return rounded(comparison.absolute_speedup);
  };
  if (!cell.is_compared())
    return cell.failed > 0 ? fmt::format("{} failed ", cell.failed) : "not compared ";
  if (!cell.interval)
    return speedup(cell.mean) + ' ';
  return fmt::format("{} ({} to {}){}", speedup(cell.mean), speedup(cell.interval->low),
                     speedup(cell.interval->high), cell.is_best ? "*" : " ");
}

void write_panel(std::back_insert_iterator<std::string> out, const Panel& panel) {
  fmt::format_to(out, "\n{}\n", on_one_line(panel.title));
  if (panel.communication_is_free)
    fmt::format_to(out, "{}\n", free_communication);
  std::size_t width = 0;
  for (const auto& series : panel.series)
    width = std::max(width, on_one_line(series.label).size());
  for (const int processors : processor_counts(panel)) {
    fmt::format_to(out, "\n{:<{}}  {:>22}  {:>4}\n", fmt::format("P = {}", processors), width,
                   "absolute speedup ", "of");
    for (const auto& series : panel.series) {
      const auto cell = series.cells.find(processors);
      if (cell != series.cells.end())
        fmt::format_to(out, "{:<{}}  {:>22}  {:>4}\n", on_one_line(series.label), width,
                       cell_text(cell->second), cell->second.positions.size());
    }
  }
}

} // namespace

std::string rounded(double value) {
  return value < 99.95 ? fmt::format("{:#.3g}", value) : fmt::format("{:.0f}", value);
}

std::string searches_csv(const Analysis& analysis) {
  const auto options = option_names(analysis);
  std::vector<std::string> head(settings_columns.begin(), settings_columns.end());
  head.emplace_back("platform");
  for (const auto& option : options)
    head.push_back(field(option));
  for (const auto& [name, figure] : result_figures)
    head.emplace_back(name);
  for (const auto& [name, figure] : comparison_figures)
    head.emplace_back(name);
  for (const auto& [name, figure] : aphid_columns)
    head.emplace_back(name);
  head.insert(head.end(), {"critical_path_s", "wall_s", "failure", "command", "key"});
  auto table = row(head);
  for (const auto& point : analysis.points)
    table += row(search_fields(point, options));
  return table;
}

std::string means_csv(const Analysis& analysis) {
  auto table = row(means_head());
  for (const auto& panel : analysis.panels) {
    for (const auto& series : panel.series) {
      for (const auto& [processors, cell] : series.cells)
        table += row(mean_fields(panel, series, processors, cell));
    }
  }
  return table;
}

std::string speedups_text(const Analysis& analysis) {
  std::string text;
  for (const auto& panel : analysis.panels)
    write_panel(std::back_inserter(text), panel);
  text += "\n"
          "Means over positions, and their 95 % intervals (bootstrap over positions and seeds); "
          "of: positions.\n"
          "*: the best mean, and those that cannot be told from it (paired over positions);\n"
          "none without an interval, which requires several positions or seeds.\n";
  return text;
}

} // namespace eldest
