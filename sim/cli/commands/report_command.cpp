#include "sim/cli/commands/played_pages.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/reports/damage.hpp"
#include "sim/cli/reports/progress.hpp"
#include "sim/cli/reports/report.hpp"
#include "sim/cli/reports/style.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/sweeps/analysis.hpp"
#include "sim/sweeps/csv.hpp"
#include "sim/sweeps/figures.hpp"
#include "sim/sweeps/html.hpp"
#include "sim/sweeps/page.hpp"
#include "sim/sweeps/played_search.hpp"
#include "sim/sweeps/store.hpp"
#include "sim/sweeps/tables.hpp"
#include "sim/system/interrupts.hpp"
#include "sim/system/output_file.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"
#include "trees/base/text.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

Options report_options() {
  Options options;
  options.about("operands")("store", required_text("STORE"), "the store of a sweep");
  options.add_operand("store");
  options.about("experiment") //
      ("x", text("AXIS", "processors"),
       "the axis on which searches are compared: processors, depth, algorithm, search, tree, "
       "platform, model, version, seed, an option such as tt-entries, or a number of the platform "
       "that --set changes") //
      ("panels", text("AXIS,..."),
       "axes whose values have figures and tables of their own; default: tree, depth, platform, "
       "model and processors or, with --series, all other axes") //
      ("series", text("AXIS,..."),
       "axes whose values are lines of a figure; default: all axes that differ, except --x and "
       "those of the panels. Positions and seeds, also of trees, are samples, unless one of these "
       "options names them");
  options.about("output") //
      ("out,o", text("FOLDER"),
       "the folder for a page (index.html), its figures (SVG and PDF, and the script of gnuplot "
       "that draws them), tables of all searches (searches.csv), of the means (means.csv) and of "
       "the times to depths (times-to-depth.csv), and speedups as tables in Markdown and LaTeX; "
       "created if missing") //
      ("format", text("text|markdown|latex|csv", "text"),
       "the format of what is printed: tables of speedups or, in CSV, of all means")   //
      ("title", text("TEXT"), "the title of the page; default: the name of the store") //
      ("watch", text("LIST"),
       "also write pages that play searches, of at most about 1 MB each: for each line of a table "
       "of speedups, in its last column (in all columns, if these are no numbers), the searches of "
       "the lowest, median or highest speedup, as in lowest,median. The table has links to them. "
       "The searches are made again, which takes some three times as long as in the sweep");
  add_json_option(options);
  return options;
}

/// Returns a drawn figure, which is read from the staging folder. Throws RunError.
DrawnFigure read_figure(const OutputFolder& folder, const Figure& figure, const Panel& panel) {
  const auto path = folder.staging_folder() / (figure.name + ".svg");
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto svg = svg_for_page(text, figure, panel.title);
  if (svg.empty())
    throw RunError(fmt::format("{}: gnuplot has not drawn it", path.filename().string()));
  return {figure.title, figure.caption, std::move(svg)};
}

/// The searches that pages play, and the store in which these searches are.
struct Watched {
  std::string store;
  std::vector<PlayedSearch> searches;
  bool quiet = false; ///< without a progress bar
};

void write_report(const Analysis& analysis, const std::string& title, const std::string& name,
                  Watched watched) {
  const Interrupts interrupts; // after signals, nothing is to remain in the folder
  // Made before the folder, because JSON without memory ends the program, which then leaves files.
  const std::array<std::pair<const char*, std::string>, 5> tables{
      {{"searches.csv", searches_csv(analysis)},
       {"means.csv", means_csv(analysis)},
       {"times-to-depth.csv", times_to_depth_csv(analysis)},
       {"speedups.md", speedups_markdown(analysis)},
       {"speedups.tex", speedups_latex(analysis)}}};
  const OutputFolder folder(Subject::output, name);
  for (const auto& [file, text] : tables)
    folder.write(file, text);
  const auto& panels = analysis.panels;
  const auto names = names_of_figures(panels);
  std::vector<std::vector<Figure>> figures;
  std::vector<Figure> all;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    figures.push_back(figures_of(panels[i], names[i]));
    all.insert(all.end(), figures.back().begin(), figures.back().end());
  }
  draw(all, folder);
  std::vector<std::vector<DrawnFigure>> drawn(panels.size());
  for (std::size_t i = 0; i < panels.size(); ++i) {
    for (const auto& figure : figures[i])
      drawn[i].push_back(read_figure(folder, figure, panels[i]));
  }
  constexpr const char* index = "index.html";
  ProgressBar bar(watched.quiet);
  write_played_pages(watched.store, folder.staging_folder(), watched.searches, bar, interrupts);
  folder.write(index, page(analysis, title, drawn, watched.searches));
  if (interrupts.come())
    throw RunError("interrupted by a signal; nothing is written");
  folder.finish(index);
}

Json interval_json(const Interval& interval) { return {interval.low, interval.high}; }

/// Adds the figures of a cell with a comparison.
void add_figures(Json& json, const Cell& cell) {
  json["best"] = cell.is_best;
  if (cell.p_value)
    json["p_value"] = *cell.p_value;
  json["mean"] = cell.mean;
  if (cell.interval)
    json["interval"] = interval_json(*cell.interval);
  json["ratio_of_sums"] = cell.ratio_of_sums;
  json["time_s"] = cell.time;
  json["nodes_per_s"] = cell.nodes_per_second.mean;
  if (cell.nodes_per_second.interval)
    json["nodes_per_s_interval"] = interval_json(*cell.nodes_per_second.interval);
  if (cell.joules) {
    json["energy_j"] = cell.joules->mean;
    if (cell.joules->interval)
      json["energy_j_interval"] = interval_json(*cell.joules->interval);
  }
  json["time_to_depth"] = Json::array();
  for (const auto& [depth, time] : cell.time_to_depth) {
    json["time_to_depth"].push_back({{"depth", depth}, {"time_s", time.mean}});
    if (time.interval)
      json["time_to_depth"].back()["interval"] = interval_json(*time.interval);
  }
}

Json cell_json(const std::string& axis, const Cell& cell) {
  Json json;
  for (const auto& name : {std::string("processors"), axis}) {
    if (cell.axes.contains(name))
      json[name] = cell.axes.at(name);
  }
  json["positions"] = cell.positions.size();
  json["searches"] = cell.searches;
  json["failed"] = cell.failed;
  json["not_compared"] = cell.not_compared;
  if (cell.is_compared())
    add_figures(json, cell);
  return json;
}

Json panel_json(const Panel& panel) {
  Json json{{"title", panel.title}};
  for (const auto* const axis : {"tree", "depth"}) {
    if (panel.axes.contains(axis))
      json[axis] = panel.axes.at(axis);
  }
  json["axes"] = panel.axes;
  json["x"] = panel.x.axis();
  json["communication_is_free"] = panel.communication_is_free;
  json["decided"] = Json::array();
  for (const auto& [position, depth] : panel.decided)
    json["decided"].push_back({{"position", position}, {"depth", depth}});
  json["series"] = Json::array();
  for (const auto& series : panel.series) {
    Json cells = Json::array();
    for (const auto& [x, cell] : series.cells)
      cells.push_back(cell_json(panel.x.axis(), cell));
    json["series"].push_back({{"label", series.label}, {"cells", std::move(cells)}});
  }
  return json;
}

Json to_json(const Analysis& analysis, const std::string& store) {
  Json json{{"command", "report"},
            {"version", version},
            {"store", store},
            {"version_of_results", analysis.version},
            {"model_version_of_results",
             analysis.model_version == 0 ? Json() : Json(analysis.model_version)},
            {"simulations", analysis.points.size()},
            {"failed", analysis.failed},
            {"not_run", analysis.not_run},
            {"of_other_versions", analysis.of_other_versions},
            {"without_x", analysis.without_x},
            {"verdicts", analysis.verdicts},
            {"damaged", damage_json(analysis.damaged)},
            {"panels", Json::array()}};
  for (const auto& panel : analysis.panels)
    json["panels"].push_back(panel_json(panel));
  return json;
}

std::string to_text(const Analysis& analysis, const std::string& store, const std::string& x) {
  const auto head = fmt::format("{}: {} simulations by {}, {} of them failed; {} not run; "
                                "{} of other versions left out",
                                store, analysis.points.size(), analysis.versions(), analysis.failed,
                                analysis.not_run, analysis.of_other_versions);
  auto text = Style::of(STDOUT_FILENO).paragraph(on_one_line(head), 2) + '\n';
  if (analysis.without_x > 0)
    text += fmt::format("{} searches left out, in which {} is not set\n", analysis.without_x,
                        on_one_line(x));
  return text + damage_text(analysis.damaged) +
         (analysis.panels.empty() ? "No search can be compared with its baselines.\n"
                                  : speedups_text(analysis));
}

/// Returns what the command prints.
std::string printed(const Analysis& analysis, const po::variables_map& values) {
  const auto& store = values["store"].as<std::string>();
  const auto& format = values["format"].as<std::string>();
  if (values["json"].as<bool>())
    return serialize(to_json(analysis, store), 2) + '\n';
  if (format == "text")
    return to_text(analysis, store, values["x"].as<std::string>());
  if (format == "markdown")
    return speedups_markdown(analysis);
  if (format == "latex")
    return speedups_latex(analysis);
  if (format == "csv")
    return means_csv(analysis);
  throw InputError(fmt::format("--format {}: must be text, markdown, latex or csv", format));
}

/// Reads the names in an option whose values are separated by commas.
std::vector<std::string> names_in(const po::variables_map& values, const char* option) {
  std::vector<std::string> names;
  if (values.count(option) != 0) {
    for (const auto name : eldest::split(values[option].as<std::string>(), ","))
      names.emplace_back(trim(name));
  }
  return names;
}

/// Reads --watch: the searches to be played. Throws InputError.
std::vector<PlayedSearch> read_watched(const po::variables_map& values, const Analysis& analysis) {
  if (values.count("watch") == 0)
    return {};
  const auto& text = values["watch"].as<std::string>();
  if (values.count("out") == 0)
    throw InputError(
        fmt::format("--watch {}: the pages are for the folder of --out; give one", text));
  try {
    auto searches = choose_played(analysis, parse_ranks(text));
    check_versions(searches);
    return searches;
  } catch (const InputError& error) {
    throw InputError(fmt::format("--watch {}", error.what()));
  }
}

void report_sweep(const po::variables_map& values) {
  const auto& path = values["store"].as<std::string>();
  const Layout layout{values["x"].as<std::string>(), names_in(values, "panels"),
                      names_in(values, "series")};
  const auto analysis = analyse(SweepStore(path, SweepStore::Access::read), layout);
  auto watched = read_watched(values, analysis);
  std::cout << printed(analysis, values);
  if (values.count("out") != 0)
    write_report(analysis,
                 values.count("title") != 0 ? values["title"].as<std::string>()
                                            : std::filesystem::path(path).stem().string(),
                 values["out"].as<std::string>(),
                 {path, std::move(watched), values["quiet"].as<bool>()});
}

} // namespace

Command report_command() {
  return {"report", "speedups of a sweep, with figures and a page",
          "Prints speedups with their confidence intervals, and marks the algorithms that cannot "
          "be told from the best. With --out, also writes a page with figures and tables.",
          report_options, report_sweep};
}

} // namespace eldest
