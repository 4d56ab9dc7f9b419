#include "sim/sweeps/figures.hpp"

#include "sim/sweeps/gnuplot.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

/// Okabe and Ito's colours (Color Universal Design, 2008), except yellow, which is faint on white.
constexpr std::array colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                             "#56b4e9", "#e69f00", "#000000"};
constexpr std::array point_types{7, 5, 9, 13, 6, 4, 8, 12};

std::string style_of(std::size_t series) {
  return fmt::format("lc rgb '{}' pt {} dt {} lw 2 ps 0.8", colours[series % colours.size()],
                     point_types[series % point_types.size()], 1 + series / colours.size());
}

/// One line of a figure.
struct PlottedLine {
  std::string label;
  std::size_t series = 0; ///< place of the series in the panel, which gives the colour
  std::map<double, MeanWithInterval> points;
};

/// Data for gnuplot, the elements of the command that plots them, and what each element shows.
struct Plot {
  std::string data;
  std::vector<std::string> elements;
  std::vector<std::string> titles;

  [[nodiscard]] std::string script() const {
    return fmt::format("{}plot {}\n", data, fmt::join(elements, ", "));
  }
};

/// The axis x of a figure.
struct PlottedAxis {
  std::vector<double> values; ///< ascending
  bool is_logarithmic = false;
  bool has_numbers = true;

  /// Returns the least distance of two values, as a logarithm if the axis is logarithmic.
  [[nodiscard]] double gap() const {
    const auto at = [&](double value) { return is_logarithmic ? std::log2(value) : value; };
    double least = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
      const auto distance = at(values[i]) - at(values[i - 1]);
      least = least == 0 ? distance : std::min(least, distance);
    }
    return least == 0 ? 1 : least;
  }
  /// Returns `value`, moved by a share of the least distance.
  [[nodiscard]] double moved(double value, double share) const {
    return is_logarithmic ? value * std::exp2(share * gap()) : value + share * gap();
  }
};

/// The greatest share of the distance between two values of x over which the bars there are spread.
constexpr double spread_of_bars = 0.2;

/// Returns the share of the least distance by which line `i` of `count` is moved.
double share_of_line(std::size_t i, std::size_t count) {
  constexpr double between_lines = 0.04;
  if (count < 2)
    return 0;
  const auto steps = static_cast<double>(count - 1);
  return std::min(spread_of_bars, between_lines * steps) * (static_cast<double>(i) / steps - 0.5);
}

bool has_interval(const PlottedLine& line) {
  return std::ranges::any_of(line.points,
                             [](const auto& point) { return point.second.interval.has_value(); });
}

/// Adds lines with their confidence intervals, as bars side by side. Categories have points only.
void add_lines(Plot& plot, const std::vector<PlottedLine>& lines, const PlottedAxis& axis) {
  const bool have_bars = std::ranges::any_of(lines, has_interval);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& line = lines[i];
    const auto share = have_bars ? share_of_line(i, lines.size()) : 0;
    plot.data += fmt::format("$line{} << END\n", i);
    for (const auto& [x, y] : line.points) {
      const auto bar = y.interval.value_or(Interval{y.mean, y.mean});
      plot.data += fmt::format("{} {} {} {}\n", axis.moved(x, share), y.mean, bar.low, bar.high);
    }
    plot.data += "END\n";
    const auto style = style_of(line.series);
    if (has_interval(line)) {
      plot.elements.push_back(
          fmt::format("$line{} using 1:2:3:4 with yerrorbars {} notitle", i, style));
      plot.titles.push_back(line.label + ", 95 % intervals");
    }
    plot.elements.push_back(fmt::format("$line{} using 1:2 with {} {} title {}", i,
                                        axis.has_numbers ? "linespoints" : "points", style,
                                        gnuplot_text(line.label)));
    plot.titles.push_back(line.label);
  }
}

constexpr std::string_view usual_axes = "set key top left reverse Left noenhanced\n"
                                        "set grid lc rgb '#dddddd'\n"
                                        "set border 3\n"
                                        "set tics nomirror\n";

PlottedAxis plotted_axis(const Panel& panel) {
  PlottedAxis axis{{}, panel.x.is_logarithmic(), panel.x.has_numbers()};
  for (const auto& x : values_of_x(panel))
    axis.values.push_back(x.place);
  return axis;
}

/// Returns the commands for the axis x of a panel.
std::string axis_script(const Panel& panel) {
  const auto axis = plotted_axis(panel);
  std::vector<std::string> tics;
  std::size_t length = 0;
  for (const auto& x : values_of_x(panel)) {
    tics.push_back(fmt::format("{} {}", gnuplot_text(x.text), x.place));
    length += x.text.size();
  }
  constexpr std::size_t longest = 60; // characters that fit below the axis
  const double low = axis.moved(axis.values.front(), -spread_of_bars / 2);
  const double high = axis.moved(axis.values.back(), spread_of_bars / 2);
  const auto range =
      axis.is_logarithmic
          ? fmt::format("set logscale x 2\nset xrange [{}:{}]\n", 0.9 * low, 1.1 * high)
          : fmt::format("set xrange [{}:{}]\n", low - axis.gap() / 4, high + axis.gap() / 4);
  return fmt::format("{}set xlabel {} noenhanced\nset xtics {}noenhanced ({})\n", range,
                     gnuplot_text(words_of_axis(panel.x.axis())),
                     length > longest ? "rotate by -25 left " : "", fmt::join(tics, ", "));
}

using MeanOfCell = std::function<MeanWithInterval(const Cell&)>;

/// Returns the line of a series, without points.
PlottedLine line_of(const Panel& panel, const Series& series) {
  return {series.label, static_cast<std::size_t>(&series - panel.series.data()), {}};
}

std::vector<PlottedLine> lines_of(const Panel& panel, const MeanOfCell& mean_of) {
  std::vector<PlottedLine> lines;
  for (const auto& series : panel.series) {
    lines.push_back(line_of(panel, series));
    for (const auto& [x, cell] : series.cells) {
      if (cell.is_compared())
        lines.back().points.emplace(x.place, mean_of(cell));
    }
    if (lines.back().points.empty())
      lines.pop_back();
  }
  return lines;
}

/// Returns a name of a value of x, such as "8 processors".
std::string words_of_x(const Panel& panel, const AxisValue& x) {
  const auto& axis = panel.x.axis();
  return axis == "processors" ? fmt::format("{} processors", x.text)
                              : fmt::format("{} {}", words_of_axis(axis), x.text);
}

Figure speedup_figure(const Panel& panel) {
  const bool by_processors = panel.x.axis() == "processors";
  Plot plot;
  if (by_processors) {
    plot.elements.emplace_back("x with lines lc rgb '#888888' dt 2 title 'ideal'");
    plot.titles.emplace_back("ideal: the number of processors");
  }
  const auto speedup = [](const Cell& cell) -> MeanWithInterval {
    if (!cell.interval)
      return {cell.mean.absolute_speedup, std::nullopt};
    return {cell.mean.absolute_speedup,
            Interval{cell.interval->low.absolute_speedup, cell.interval->high.absolute_speedup}};
  };
  add_lines(plot, lines_of(panel, speedup), plotted_axis(panel));
  return {by_processors ? "speedup" : "speedup-by-" + panel.x.axis(), "Absolute speedup",
          fmt::format("Absolute speedup: how many times as fast as the best sequential search. "
                      "Bars: 95 % intervals of the means, side by side.{}",
                      by_processors
                          ? " The dashed line is a speedup equal to the number of processors."
                          : ""),
          fmt::format("{}{}set logscale y 2\nset ylabel 'absolute speedup'\n{}", usual_axes,
                      axis_script(panel), plot.script()),
          plot.titles};
}

Figure rate_figure(const Panel& panel) {
  const bool by_processors = panel.x.axis() == "processors";
  Plot plot;
  add_lines(plot, lines_of(panel, [](const Cell& cell) { return cell.nodes_per_second; }),
            plotted_axis(panel));
  return {by_processors ? "nodes-a-second" : "nodes-a-second-by-" + panel.x.axis(),
          "Nodes a second",
          "Nodes a second of all processors together: the sum of all nodes by the sum of all "
          "seconds. Bars: 95 % intervals.",
          fmt::format("{}{}set logscale y 10\nset format y '%.1s %c'\nset ylabel 'nodes a "
                      "second'\n{}",
                      usual_axes, axis_script(panel), plot.script()),
          plot.titles};
}

/// Returns the greatest x at which all series have been compared. If there is no such x, returns
/// the greatest at which any series has been compared.
AxisValue common_x(const Panel& panel) {
  const auto values = values_of_x(panel);
  std::optional<AxisValue> common;
  auto greatest = values.front();
  for (const auto& x : values) {
    const auto has = [&](const Series& series) { return series.compared(x) != nullptr; };
    if (std::ranges::all_of(panel.series, has))
      common = x;
    if (std::ranges::any_of(panel.series, has))
      greatest = x;
  }
  return common.value_or(greatest);
}

Figure depth_figure(const Panel& panel, const AxisValue& x) {
  std::vector<PlottedLine> lines;
  std::set<double> depths;
  for (const auto& series : panel.series) {
    const auto* const cell = series.compared(x);
    if (cell == nullptr)
      continue;
    lines.push_back(line_of(panel, series));
    for (const auto& [depth, seconds] : cell->time_to_depth) {
      lines.back().points.emplace(depth, seconds);
      depths.insert(depth);
    }
    if (lines.back().points.empty())
      lines.pop_back();
  }
  Plot plot;
  add_lines(plot, lines, {{depths.begin(), depths.end()}});
  return {"time-to-depth", "Time to depth",
          "Time until a depth is complete, mean over the searches. Bars: 95 % intervals, side by "
          "side.",
          lines.empty() ? ""
                        : fmt::format("{}set logscale y 10\nset xtics 1\nset xrange [{}:{}]\n"
                                      "set xlabel 'depth (ply)'\n"
                                      "set ylabel {} noenhanced\n{}",
                                      usual_axes, *depths.begin() - 0.25, *depths.rbegin() + 0.25,
                                      gnuplot_text((panel.x.axis() == "processors" ? "seconds, on "
                                                                                   : "seconds, ") +
                                                   words_of_x(panel, x)),
                                      plot.script()),
          plot.titles};
}

/// Returns the shares of the processors' time in per cent: needed work, search overhead,
/// communication, and idle time. Needed work is the work that one processor would do, too. The
/// shares add up to 100, because the overheads of Comparison are exact.
std::array<double, 4> shares_of_time(const Comparison& comparison) {
  const double all = 1 + comparison.total_overhead;
  return {100 * comparison.work_share / all,
          100 * comparison.search_overhead * comparison.work_share / all,
          100 * (1 - comparison.work_share + comparison.communication_overhead) / all,
          100 * comparison.synchronization_overhead / all};
}

Figure overhead_figure(const Panel& panel, const AxisValue& x) {
  std::string data = "$shares << END\n";
  for (const auto& series : panel.series) {
    const auto* const cell = series.compared(x);
    if (cell == nullptr)
      continue;
    // In data, unlike between single quotation marks, a backslash begins an escape sequence.
    const auto label = boost::replace_all_copy(unquoted(series.label), "\\", "\\\\");
    data += fmt::format("\"{}\" {}\n", label, fmt::join(shares_of_time(cell->mean), " "));
  }
  const auto words = words_of_x(panel, x);
  return {
      "time-lost",
      "Shares of the processors' time, " + words,
      fmt::format("Shares of the time of {}: work that a single processor would do, too; work that "
                  "it would not do (search overhead); communication; and waiting.",
                  panel.x.axis() == "processors" ? words : "the processors, " + words),
      fmt::format("{}END\nset key outside right top noenhanced invert\nset border 3\n"
                  "set tics nomirror\nset style data histograms\n"
                  "set style histogram rowstacked\nset boxwidth 0.7\nset yrange [*<0:100]\n"
                  "set ylabel {} noenhanced\n"
                  "set xtics rotate by -25 left noenhanced\n"
                  "plot $shares using 2:xtic(1) fs solid 1 lc rgb '#0072b2' title 'needed work', "
                  "'' using 3 fs pattern 1 lc rgb '#d55e00' title 'search overhead', "
                  "'' using 4 fs pattern 2 lc rgb '#cc79a7' title 'communication', "
                  "'' using 5 fs solid 0.25 lc rgb '#888888' title 'idle'\n",
                  data,
                  gnuplot_text(panel.x.axis() == "processors"
                                   ? fmt::format("% of the time of {}", words)
                                   : fmt::format("% of the time, {}", words))),
      {"needed work", "search overhead", "communication", "idle"}};
}

} // namespace

std::string file_name(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string name;
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_kept = byte < 128 && (std::isalnum(byte) != 0 || (c == '.' && !name.empty()));
    if (is_kept)
      name += static_cast<char>(std::tolower(byte));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (name.ends_with('-') || name.ends_with('.'))
    name.pop_back();
  return name.empty() ? "searches" : name;
}

std::vector<Figure> figures_of(const Panel& panel, const std::string& name) {
  const auto x = common_x(panel);
  std::vector<Figure> figures{speedup_figure(panel), overhead_figure(panel, x),
                              depth_figure(panel, x), rate_figure(panel)};
  std::erase_if(figures, [](const Figure& figure) { return figure.script.empty(); });
  for (auto& figure : figures)
    figure.name = fmt::format("{}-{}", name, file_name(figure.name));
  return figures;
}

std::vector<std::string> names_of_figures(const std::vector<Panel>& panels) {
  std::vector<std::string> names;
  for (const auto& panel : panels) {
    auto name = file_name(panel.title);
    for (int number = 2; std::ranges::find(names, name) != names.end(); ++number)
      name = fmt::format("{}-{}", file_name(panel.title), number);
    names.push_back(std::move(name));
  }
  return names;
}

void draw(const std::vector<Figure>& figures, const OutputFolder& folder) {
  std::string script;
  for (const auto& figure : figures) {
    script += fmt::format("reset\nset terminal svg size 760,460 dynamic noenhanced font "
                          "'sans-serif,14' background 'white'\nset output {}\n{}",
                          gnuplot_text(figure.name + ".svg"), figure.script);
    script += fmt::format("set terminal pdfcairo size 15cm,9cm noenhanced font 'sans,11'\n"
                          "set output {}\nreplot\nset output\n",
                          gnuplot_text(figure.name + ".pdf"));
  }
  run_gnuplot(script, folder);
  for (const auto& figure : figures) {
    check_whole(folder.staging_folder() / (figure.name + ".svg"), "</svg>");
    check_whole(folder.staging_folder() / (figure.name + ".pdf"), "%%EOF");
  }
}

} // namespace eldest
