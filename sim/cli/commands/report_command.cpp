#include "sim/cli/options/command.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/reports/damage.hpp"
#include "sim/cli/reports/report.hpp"
#include "sim/cli/reports/style.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/sweeps/analysis.hpp"
#include "sim/sweeps/figures.hpp"
#include "sim/sweeps/page.hpp"
#include "sim/sweeps/store.hpp"
#include "sim/sweeps/tables.hpp"
#include "sim/system/interrupts.hpp"
#include "sim/system/output_file.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

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
  options.about("output") //
      ("out,o", text("FOLDER"),
       "the folder for a page (index.html), its figures (SVG and PDF, and the script of gnuplot "
       "that draws them), and tables of all searches (searches.csv) and of the means (means.csv); "
       "created if missing") //
      ("title", text("TEXT"), "the title of the page; default: the name of the store");
  add_json_option(options);
  return options;
}

/// Returns a figure's SVG element, with its own title and unique names, so that a page can contain
/// several figures. Throws RunError.
std::string read_svg(const std::filesystem::path& path, const Figure& figure) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto start = text.find("<svg");
  if (start == std::string::npos)
    throw RunError(fmt::format("{}: gnuplot has not drawn it", path.filename().string()));
  auto svg = text.substr(start); // without the XML declaration, which is not allowed within a page
  for (const auto* const name : {"gpPt", "gpDot", "gnuplot_plot_", "textbox"})
    boost::replace_all(svg, name, fmt::format("figure-{}-{}", figure.name, name));
  boost::replace_all(svg, "<title>Gnuplot</title>", "");
  return svg;
}

void write_report(const Analysis& analysis, const std::string& title, const std::string& name) {
  const Interrupts interrupts; // after signals, nothing is to remain in the folder
  const OutputFolder folder(Subject::output, name);
  folder.write("searches.csv", searches_csv(analysis));
  folder.write("means.csv", means_csv(analysis));
  std::vector<std::vector<Figure>> figures;
  std::vector<Figure> all;
  for (std::size_t i = 0; i < analysis.panels.size(); ++i) {
    figures.push_back(figures_of(analysis.panels[i], fmt::format("{}", i + 1)));
    all.insert(all.end(), figures.back().begin(), figures.back().end());
  }
  draw(all, folder);
  std::vector<std::vector<DrawnFigure>> drawn;
  for (const auto& of_panel : figures) {
    drawn.emplace_back();
    for (const auto& figure : of_panel)
      drawn.back().push_back(
          {figure.caption, read_svg(folder.staging_folder() / (figure.name + ".svg"), figure)});
  }
  constexpr const char* index = "index.html";
  folder.write(index, page(analysis, title, drawn));
  if (interrupts.come())
    throw RunError("interrupted by a signal; nothing is written");
  folder.finish(index);
}

Json cell_json(int processors, const Cell& cell) {
  Json json{{"processors", processors},
            {"positions", cell.positions.size()},
            {"failed", cell.failed},
            {"not_compared", cell.not_compared}};
  if (!cell.is_compared())
    return json;
  json["best"] = cell.is_best;
  json["mean"] = cell.mean;
  if (cell.interval)
    json["interval"] = interval_json(*cell.interval);
  json["ratio_of_sums"] = cell.ratio_of_sums;
  json["time_s"] = cell.time;
  json["nodes_per_s"] = cell.nodes_per_second;
  return json;
}

Json panel_json(const Panel& panel) {
  Json json{{"title", panel.title},
            {"tree", panel.tree},
            {"depth", panel.depth},
            {"communication_is_free", panel.communication_is_free},
            {"series", Json::array()}};
  for (const auto& series : panel.series) {
    Json cells = Json::array();
    for (const auto& [processors, cell] : series.cells)
      cells.push_back(cell_json(processors, cell));
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
            {"damaged", damage_json(analysis.damaged)},
            {"panels", Json::array()}};
  for (const auto& panel : analysis.panels)
    json["panels"].push_back(panel_json(panel));
  return json;
}

std::string to_text(const Analysis& analysis, const std::string& store) {
  const auto head = fmt::format("{}: {} simulations by {}, {} of them failed; {} not run; "
                                "{} of other versions left out",
                                store, analysis.points.size(), analysis.versions(), analysis.failed,
                                analysis.not_run, analysis.of_other_versions);
  return Style::of(STDOUT_FILENO).paragraph(on_one_line(head), 2) + '\n' +
         damage_text(analysis.damaged) +
         (analysis.panels.empty() ? "No search can be compared with its baselines.\n"
                                  : speedups_text(analysis));
}

void report_sweep(const po::variables_map& values) {
  const auto& path = values["store"].as<std::string>();
  const auto analysis = analyse(SweepStore(path, SweepStore::Access::read));
  std::cout << (values["json"].as<bool>() ? serialize(to_json(analysis, path), 2) + '\n'
                                          : to_text(analysis, path));
  if (values.count("out") != 0)
    write_report(analysis,
                 values.count("title") != 0 ? values["title"].as<std::string>()
                                            : std::filesystem::path(path).stem().string(),
                 values["out"].as<std::string>());
}

} // namespace

Command report_command() {
  return {"report", "speedups of a sweep, with figures and a page",
          "Prints speedups with their confidence intervals, and marks the algorithms that cannot "
          "be told from the best. With --out, also writes a page with figures and tables.",
          report_options, report_sweep};
}

} // namespace eldest
