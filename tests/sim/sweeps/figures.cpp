#include "sim/sweeps/figures.hpp"

#include "sim/sweeps/html.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <vector>

using namespace eldest;

namespace {

/// Returns a cell with a mean absolute speedup and its interval.
Cell cell_of(double speedup) {
  Cell cell;
  cell.positions = {"a", "b"};
  cell.mean.absolute_speedup = speedup;
  cell.interval.emplace();
  cell.interval->low.absolute_speedup = speedup - 1;
  cell.interval->high.absolute_speedup = speedup + 1;
  cell.nodes_per_second = {1000 * speedup, Interval{1000, 9000}};
  cell.time_to_depth[3] = {1 / speedup, Interval{0.1, 0.9}};
  return cell;
}

/// Returns a panel of two series with the same speedups on an axis with these values.
Panel panel_of(const std::string& axis, const std::vector<Json>& values) {
  Panel panel;
  panel.title = "Chess, depth 3, on M/N (loggp)";
  panel.x = Scale(axis, values);
  for (const auto* const label : {"ybwc", "abdada"}) {
    Series series{label, {}};
    for (const auto& value : values)
      series.cells.emplace(panel.x.place_of(value), cell_of(4));
    panel.series.push_back(series);
  }
  return panel;
}

} // namespace

TEST_CASE("the intervals of series are bars side by side") {
  const auto figures = figures_of(panel_of("tt_entries", {1, 2, 3}), "p");
  REQUIRE(figures.size() == 4);
  CHECK(figures[0].name == "p-speedup-by-tt-entries");
  CHECK_THAT(figures[0].script, Catch::Contains("$line0 << END\n0.98 4 3 5\n1.98 4 3 5\n") &&
                                    Catch::Contains("$line1 << END\n1.02 4 3 5\n2.02 4 3 5\n") &&
                                    Catch::Contains("with yerrorbars") &&
                                    Catch::Contains("set xlabel 'tt entries' noenhanced\n") &&
                                    Catch::Contains("set xrange [0.65:3.35]\n") &&
                                    !Catch::Contains("filledcurves") && !Catch::Contains("ideal"));
  CHECK(figures[0].plots == std::vector<std::string>{"ybwc, 95 % intervals", "ybwc",
                                                     "abdada, 95 % intervals", "abdada"});
  CHECK_THAT(figures[2].script, Catch::Contains("\n2.98 0.25 0.1 0.9\n"));
  CHECK_THAT(figures[3].script, Catch::Contains("\n0.98 4000 1000 9000\n"));
}

TEST_CASE("the axis of a figure is to scale, or has categories in order") {
  const auto script = [](const std::string& axis, const std::vector<Json>& values) {
    return figures_of(panel_of(axis, values), "p").front().script;
  };
  CHECK_THAT(script("latency", {"100us", "1us"}),
             Catch::Contains("set logscale x 2\n") &&
                 Catch::Contains("('1us' 1e-06, '100us' 0.0001)"));
  CHECK_THAT(script("platform", {"T3D", "CM5"}),
             Catch::Contains("('T3D' 0, 'CM5' 1)") && !Catch::Contains("linespoints"));
  CHECK_THAT(script("processors", {2, 8}),
             Catch::Contains("x with lines") && Catch::Contains("('2' 2, '8' 8)"));
}

TEST_CASE("figures are named by what they show") {
  std::vector<Panel> panels(3);
  panels[0].title = "synthetic:b=6,order=0.7, depth 3, on CM5 (loggp)";
  panels[1].title = panels[0].title;
  panels[2].title = "../\xc3\xa9";
  CHECK(names_of_figures(panels) ==
        std::vector<std::string>{"synthetic-b-6-order-0.7-depth-3-on-cm5-loggp",
                                 "synthetic-b-6-order-0.7-depth-3-on-cm5-loggp-2", "searches"});
}

TEST_CASE("a figure in a page has a role, a label and titles for people") {
  const std::string drawn = "<?xml?>\n<svg width=\"1\">\n<title>Gnuplot</title>\n"
                            "<g id=\"gnuplot_plot_1\" ><title>gnuplot_plot_1</title>\n</g>"
                            "<use xlink:href='#gpPt0'/></svg>";
  const Figure figure{"speed", "Absolute speedup", "Bars.", "", {"ybwc, 95 % <intervals>"}};
  const auto svg = svg_for_page(drawn, figure, "chess & more");
  CHECK(svg ==
        "<svg role=\"img\" aria-labelledby=\"figure-speed-title figure-speed-desc\" width=\"1\">\n"
        "<title id=\"figure-speed-title\">Absolute speedup: chess &amp; more</title>\n"
        "<desc id=\"figure-speed-desc\">Bars.</desc>\n"
        "<g id=\"figure-speed-gnuplot_plot_1\" ><title>ybwc, 95 % &lt;intervals&gt;</title>\n</g>"
        "<use xlink:href='#figure-speed-gpPt0'/></svg>");
  CHECK(svg_for_page("none", figure, "").empty());
}
