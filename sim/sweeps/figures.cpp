#include "sim/sweeps/figures.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

namespace eldest {
namespace {

/// Okabe and Ito's colours (Color Universal Design, 2008), except yellow, which is faint on white.
constexpr std::array colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                             "#56b4e9", "#e69f00", "#000000"};
constexpr std::array point_types{7, 5, 9, 13, 6, 4, 8, 12};

/// Returns a text without quotation marks, on one line. No other character means anything between
/// gnuplot's single quotation marks in labels, which are not enhanced.
std::string unquoted(std::string_view text) {
  auto line = on_one_line(text);
  boost::replace_all(line, "\"", "”");
  boost::replace_all(line, "'", "’");
  return line;
}

/// Returns a text quoted for gnuplot. Between single quotation marks, gnuplot executes no
/// backquotes.
std::string quoted(const std::string& text) { return fmt::format("'{}'", unquoted(text)); }

std::string style_of(std::size_t series) {
  return fmt::format("lc rgb '{}' pt {} dt {} lw 2 ps 0.8", colours[series % colours.size()],
                     point_types[series % point_types.size()], 1 + series / colours.size());
}

/// A mean, and its confidence interval or nothing.
struct PlottedMean {
  double mean;
  std::optional<Interval> interval;
};

/// One line of a figure.
struct PlottedLine {
  std::string label;
  std::size_t series = 0; ///< place of the series in the panel, which gives the colour
  std::map<int, PlottedMean> points;
};

/// Returns the data of lines and the command that plots them. Each line is plotted with its
/// confidence intervals, as a band or as bars. `elements`: parts of the command that come before
/// the lines.
std::string plot(const std::vector<PlottedLine>& lines, std::vector<std::string> elements = {}) {
  std::string data;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    data += fmt::format("$line{} << END\n", i);
    const auto style = style_of(lines[i].series);
    bool has_band = lines[i].points.size() > 1;
    bool has_interval = false;
    for (const auto& [x, y] : lines[i].points) {
      const auto band = y.interval.value_or(Interval{y.mean, y.mean});
      data += fmt::format("{} {} {} {}\n", x, y.mean, band.low, band.high);
      has_band = has_band && y.interval;
      has_interval = has_interval || y.interval;
    }
    data += "END\n";
    if (has_band)
      elements.push_back(fmt::format("$line{} using 1:3:4 with filledcurves lc rgb '{}' fs "
                                     "transparent solid 0.15 noborder notitle",
                                     i, colours[lines[i].series % colours.size()]));
    else if (has_interval)
      elements.push_back(fmt::format("$line{} using 1:2:3:4 with yerrorbars {} notitle", i, style));
    elements.push_back(fmt::format("$line{} using 1:2 with linespoints {} title {}", i, style,
                                   quoted(lines[i].label)));
  }
  return fmt::format("{}plot {}\n", data, fmt::join(elements, ", "));
}

constexpr std::string_view axes = "set key top left reverse Left noenhanced\n"
                                  "set grid lc rgb '#dddddd'\n"
                                  "set border 3\n"
                                  "set tics nomirror\n";

/// Returns the commands for the axis of processors. Each doubling has the same length.
std::string processor_axis(const Panel& panel) {
  const auto counts = processor_counts(panel);
  return fmt::format("set logscale x 2\nset xlabel 'processors'\nset xtics ({})\n"
                     "set xrange [{}:{}]\n",
                     fmt::join(counts, ", "), 0.9 * counts.front(), 1.1 * counts.back());
}

using MeanOfCell = std::function<PlottedMean(const Cell&)>;

/// Returns the line of a series, without points.
PlottedLine line_of(const Panel& panel, const Series& series) {
  return {series.label, static_cast<std::size_t>(&series - panel.series.data()), {}};
}

std::vector<PlottedLine> lines_of(const Panel& panel, const MeanOfCell& mean_of) {
  std::vector<PlottedLine> lines;
  for (const auto& series : panel.series) {
    lines.push_back(line_of(panel, series));
    for (const auto& [processors, cell] : series.cells) {
      if (cell.is_compared())
        lines.back().points.emplace(processors, mean_of(cell));
    }
    if (lines.back().points.empty())
      lines.pop_back();
  }
  return lines;
}

std::string speedup_script(const Panel& panel) {
  const auto speedup = [](const Cell& cell) -> PlottedMean {
    if (!cell.interval)
      return {cell.mean.absolute_speedup, std::nullopt};
    return {cell.mean.absolute_speedup,
            Interval{cell.interval->low.absolute_speedup, cell.interval->high.absolute_speedup}};
  };
  return fmt::format(
      "{}{}set logscale y 2\nset ylabel 'absolute speedup'\n{}", axes, processor_axis(panel),
      plot(lines_of(panel, speedup), {"x with lines lc rgb '#888888' dt 2 title 'ideal'"}));
}

std::string rate_script(const Panel& panel) {
  const auto rate = [](const Cell& cell) -> PlottedMean {
    return {cell.nodes_per_second, std::nullopt};
  };
  return fmt::format("{}{}set logscale y 10\nset format y '%.1s %c'\nset ylabel 'nodes a second'\n"
                     "{}",
                     axes, processor_axis(panel), plot(lines_of(panel, rate)));
}

/// Returns the largest number of processors on which all series have been compared. If there is no
/// such number, returns the largest on which any series has been compared.
int common_processors(const Panel& panel) {
  const auto counts = processor_counts(panel);
  std::optional<int> common;
  int largest = counts.front();
  for (const int count : counts) {
    const auto has = [&](const Series& series) { return series.compared(count) != nullptr; };
    if (std::ranges::all_of(panel.series, has))
      common = count;
    if (std::ranges::any_of(panel.series, has))
      largest = count;
  }
  return common.value_or(largest);
}

std::string depth_script(const Panel& panel, int processors) {
  std::vector<PlottedLine> lines;
  for (const auto& series : panel.series) {
    const auto* const cell = series.compared(processors);
    if (cell == nullptr)
      continue;
    lines.push_back(line_of(panel, series));
    for (const auto& [depth, seconds] : cell->time_to_depth)
      lines.back().points.emplace(depth, PlottedMean{seconds, std::nullopt});
  }
  return fmt::format("{}set logscale y 10\nset xtics 1\nset xlabel 'depth (ply)'\n"
                     "set ylabel 'seconds, on {} processors'\n{}",
                     axes, processors, plot(lines));
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

std::string overhead_script(const Panel& panel, int processors) {
  std::string data = "$shares << END\n";
  for (const auto& series : panel.series) {
    const auto* const cell = series.compared(processors);
    if (cell == nullptr)
      continue;
    // In data, unlike between single quotation marks, a backslash begins an escape sequence.
    const auto label = boost::replace_all_copy(unquoted(series.label), "\\", "\\\\");
    data += fmt::format("\"{}\" {}\n", label, fmt::join(shares_of_time(cell->mean), " "));
  }
  return fmt::format(
      "{}END\nset key outside right top noenhanced invert\nset border 3\n"
      "set tics nomirror\nset style data histograms\n"
      "set style histogram rowstacked\nset boxwidth 0.7\nset yrange [*<0:100]\n"
      "set ylabel '% of the time of {} processors'\n"
      "set xtics rotate by -25 left noenhanced\n"
      "plot $shares using 2:xtic(1) fs solid 1 lc rgb '#0072b2' title 'needed work', "
      "'' using 3 fs pattern 1 lc rgb '#d55e00' title 'search overhead', "
      "'' using 4 fs pattern 2 lc rgb '#cc79a7' title 'communication', "
      "'' using 5 fs solid 0.25 lc rgb '#888888' title 'idle'\n",
      data, processors);
}

constexpr const char* script_name = "figures.gnuplot";

/// Runs gnuplot on the script in `folder`. Discards its output. Throws RunError if gnuplot is
/// missing or fails.
void run_gnuplot(const std::string& folder) {
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  int error = ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    if (error == 0)
      error = ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  }
  std::string program = "gnuplot";
  std::string script = script_name;
  const std::array<char*, 3> words{program.data(), script.data(), nullptr};
  pid_t process = 0;
  if (error == 0)
    error = ::posix_spawnp(&process, "gnuplot", &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw RunError(fmt::format("gnuplot, which draws the figures: {}", std::strerror(error)));
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0)
    throw RunError(fmt::format("gnuplot cannot execute {}", script));
}

/// Throws RunError unless `file` ends with `end`, because gnuplot does not report that it has
/// written only a part of a file.
void check_whole(const std::filesystem::path& file, std::string_view end) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!boost::trim_right_copy(text).ends_with(end))
    throw RunError(fmt::format("gnuplot has not drawn the whole of {}: is there room for it?",
                               file.filename().string()));
}

} // namespace

std::vector<Figure> figures_of(const Panel& panel, const std::string& name) {
  const int processors = common_processors(panel);
  return {
      {name + "-speedup",
       "Absolute speedup: how many times as fast as the best sequential search. Bands or bars: 95 "
       "% intervals of the means. The dashed line is a speedup equal to the number of processors.",
       speedup_script(panel)},
      {name + "-time-lost",
       fmt::format("Shares of the time of {} processors: work that a single processor would do, "
                   "too; work that it would not do (search overhead); communication; and waiting.",
                   processors),
       overhead_script(panel, processors)},
      {name + "-time-to-depth", "Time until a depth is complete, mean over the searches.",
       depth_script(panel, processors)},
      {name + "-nodes-a-second", "Nodes a second of all processors together.", rate_script(panel)}};
}

void draw(const std::vector<Figure>& figures, const OutputFolder& folder) {
  std::string script;
  for (const auto& figure : figures) {
    script += fmt::format("reset\nset terminal svg size 760,460 dynamic noenhanced font "
                          "'sans-serif,14' background 'white'\nset output {}\n{}",
                          quoted(figure.name + ".svg"), figure.script);
    script += fmt::format("set terminal pdfcairo size 15cm,9cm noenhanced font 'sans,11'\n"
                          "set output {}\nreplot\nset output\n",
                          quoted(figure.name + ".pdf"));
  }
  folder.write(script_name, script);
  run_gnuplot(folder.staging_folder());
  for (const auto& figure : figures) {
    check_whole(folder.staging_folder() / (figure.name + ".svg"), "</svg>");
    check_whole(folder.staging_folder() / (figure.name + ".pdf"), "%%EOF");
  }
}

} // namespace eldest
