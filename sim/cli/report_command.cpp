#include "sim/cli/command.hpp"
#include "sim/cli/options.hpp"
#include "sim/experiments/output_file.hpp"
#include "sim/machines/threads/interrupts.hpp"
#include "sim/sweeps/analysis.hpp"
#include "sim/sweeps/figures.hpp"
#include "sim/sweeps/page.hpp"
#include "sim/sweeps/store.hpp"
#include "sim/sweeps/tables.hpp"
#include "trees/errors.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

po::options_description report_options() {
  po::options_description options(
      "eldest report STORE: what a sweep has shown: speedups with their confidence intervals, and\n"
      "which algorithms can be told apart. With --out, also a page with figures and tables");
  options.add_options() //
      ("store", po::value<std::string>()->required()->value_name("FILE"),
       "the store of a sweep") //
      ("out,o", po::value<std::string>()->value_name("FOLDER"),
       "the folder for a page (index.html), its figures (SVG and PDF, and the script of gnuplot "
       "that draws them), and "
       "tables of all searches (searches.csv) and of the means (means.csv); made if it is not "
       "there") //
      ("title", po::value<std::string>()->value_name("TEXT"),
       "the title of the page; default: the name of the store");
  return options;
}

/// A figure as it can stand in a page with others: with a title and names of its own.
std::string read_svg(const std::filesystem::path& path, const Figure& figure) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto start = text.find("<svg");
  if (start == std::string::npos)
    throw RunError(fmt::format("{}: gnuplot has not drawn it", path.filename().string()));
  auto svg = text.substr(start); // without the XML declaration, which has no place within a page
  for (const auto* const name : {"gpPt", "gpDot", "gnuplot_plot_", "textbox"})
    boost::replace_all(svg, name, fmt::format("figure-{}-{}", figure.name, name));
  boost::replace_all(svg, "<title>Gnuplot</title>", "");
  return svg;
}

void write_report(const Analysis& analysis, const std::string& title, const std::string& name) {
  const Interrupts interrupts; // which are to leave nothing in the folder
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
          {figure.caption, read_svg(folder.workshop() / (figure.name + ".svg"), figure)});
  }
  constexpr const char* index = "index.html";
  folder.write(index, page(analysis, title, drawn));
  if (interrupts.come())
    throw RunError("interrupted; nothing is written");
  folder.finish(index);
}

} // namespace

void report_command(std::span<const std::string> words) {
  po::variables_map values;
  po::positional_options_description positional;
  positional.add("store", 1);
  if (!read_options("report", report_options(), words, values, positional))
    return;
  const auto& path = values["store"].as<std::string>();
  const auto analysis = analyse(SweepStore(path, SweepStore::Access::read));
  std::cout << fmt::format("{}: {} simulations by eldest {}, {} of them failed; {} not run; {} of "
                           "other versions left out\n",
                           path, analysis.points.size(), analysis.version, analysis.failed,
                           analysis.not_run, analysis.of_other_versions)
            << (analysis.panels.empty() ? "No search can be compared with its baselines.\n"
                                        : speedups_text(analysis));
  if (values.count("out") != 0)
    write_report(analysis,
                 values.count("title") != 0 ? values["title"].as<std::string>()
                                            : std::filesystem::path(path).stem().string(),
                 values["out"].as<std::string>());
}

} // namespace eldest
