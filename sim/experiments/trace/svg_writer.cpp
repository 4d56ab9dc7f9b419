#include "sim/experiments/trace/slices.hpp"
#include "sim/experiments/trace/svg_moves.hpp"
#include "sim/experiments/trace/svg_page.hpp"
#include "sim/experiments/trace/writers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {
namespace {

constexpr double curve_top = 118;
constexpr double curve_height = 90;
constexpr double rows_top = curve_top + curve_height + 32;
constexpr double least_row_with_phases = 8;

/// The colours of the uses, by Use: dark blue, orange, purple and a grey that a projector shows.
/// The colour-blind can tell these colours apart. They differ in brightness, too.
constexpr std::array<Colour, use_looks.size()> use_colours{
    {{0, 60, 120}, {240, 160, 40}, {200, 80, 140}, {160, 160, 160}}};
/// The colours of the phases, by Phase, after Okabe and Ito.
constexpr std::array<Colour, phase_count> phase_colours{
    {{}, {0, 158, 115}, {204, 121, 167}, {86, 180, 233}, {240, 228, 66}}};

constexpr const Colour& colour_of(Use use) { return use_colours[static_cast<std::size_t>(use)]; }

/// Returns the mixture of the colours of a column's uses, in the notation of SVG. Returns an empty
/// text for a column after the end of the processor's time. The mixture is rounded to few levels,
/// so that neighbours are often the same.
std::string mixture(const Shares& shares) {
  const double seconds = shares.total();
  if (seconds == 0)
    return "";
  Colour sum;
  for (std::size_t use = 0; use < use_colours.size(); ++use) {
    const double share = shares.uses[use] / seconds;
    sum.red += use_colours[use].red * share;
    sum.green += use_colours[use].green * share;
    sum.blue += use_colours[use].blue * share;
  }
  constexpr long step = 20; // all numbers in `use_colours` are multiples of this
  const auto level = [&](double value) {
    return static_cast<double>(
        std::min(255L, step * std::lround(value / static_cast<double>(step))));
  };
  return plain({level(sum.red), level(sum.green), level(sum.blue)});
}

/// Returns the colour of the phase in which a processor spends more than half of a column. Returns
/// an empty text if there is no such phase.
std::string phase_of(const Shares& shares) {
  for (std::size_t phase = 1; phase < phase_count; ++phase) {
    if (2 * shares.phases[phase] > shares.total())
      return plain(phase_colours[phase]);
  }
  return "";
}

std::vector<std::vector<Shares>> all_columns(const Trace& trace) {
  std::vector<std::vector<Shares>> columns;
  for (const auto& timeline : trace.timelines)
    columns.push_back(in_intervals(timeline, end_of(trace), SvgPage::columns));
  return columns;
}

double row_height_of(std::size_t processors) {
  return std::clamp(640.0 / static_cast<double>(processors), 3.0, 18.0);
}

class SvgWriter {
public:
  SvgWriter(std::ostream& out, const Trace& trace, const TraceSubject& subject)
      : trace_(trace),
        subject_(subject),
        columns_(all_columns(trace)),
        row_height_(row_height_of(columns_.size())),
        rows_bottom_(rows_top + row_height_ * static_cast<double>(columns_.size())),
        moves_(trace, subject, columns_),
        moves_top_(rows_bottom_ + 78),
        bottom_(moves_.empty() ? rows_bottom_ + 88 : moves_top_ + moves_.height()),
        page_(out, end_of(trace), bottom_ + (moves_.empty() ? 20 : 62)) {}

  void write() {
    write_head();
    write_curve();
    for (std::size_t rank = 0; rank < columns_.size(); ++rank)
      write_row(rank);
    page_.sideways((rows_top + rows_bottom_) / 2, "processor");
    page_.time_axis(rows_bottom_ + 4);
    write_legend();
    if (!moves_.empty()) {
      moves_.draw(page_, moves_top_);
      write_legend_of_moves();
    }
    for (const auto& mark : subject_.marks)
      write_mark(mark);
    page_.finish();
  }

private:
  void write_head() {
    page_.title(subject_.title);
    double y = 44;
    auto lines = totals(trace_);
    const auto missing = omissions(trace_);
    if (!missing.empty())
      lines.push_back(fmt::format("{}", fmt::join(missing, "; ")));
    for (auto& line : lines) {
      line[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(line[0])));
      page_.text(SvgPage::left, y, line);
      y += 17;
    }
  }

  [[nodiscard]] double seconds_in(Use use, std::size_t column) const {
    double seconds = 0;
    for (const auto& row : columns_)
      seconds += row[column].in(use);
    return seconds;
  }

  /// Draws the curve of the number of processors that work at a time, with wasted work above useful
  /// work.
  void write_curve() {
    const double width = page_.end() / static_cast<double>(SvgPage::columns);
    const double base = curve_top + curve_height;
    const double scale = curve_height / width / static_cast<double>(columns_.size());
    const auto height = [&](double seconds) { return std::min(curve_height, scale * seconds); };
    if (tells_waste())
      page_.area(
          base,
          [&](std::size_t column) {
            return height(seconds_in(Use::work, column) + seconds_in(Use::wasted_work, column));
          },
          plain(colour_of(Use::wasted_work)));
    page_.area(
        base, [&](std::size_t column) { return height(seconds_in(Use::work, column)); },
        plain(colour_of(Use::work)));
    page_.line(SvgPage::left, curve_top, SvgPage::right, curve_top,
               R"(stroke="#888888" stroke-dasharray="4 3")");
    page_.text(SvgPage::left - 8, curve_top + 5, fmt::to_string(columns_.size()),
               "text-anchor=\"end\"");
    page_.text(SvgPage::left - 8, base, "0", "text-anchor=\"end\"");
    page_.sideways(curve_top + curve_height / 2, "processors");
    page_.sideways(curve_top + curve_height / 2, "that work", 1);
  }

  /// Draws the row of one processor.
  void write_row(std::size_t rank) {
    const double y = rows_top + row_height_ * static_cast<double>(rank);
    const double height = row_height_ > 6 ? row_height_ - 1 : row_height_;
    write_runs(rank, y, height, mixture);
    if (row_height_ >= least_row_with_phases)
      write_runs(rank, y + 0.7 * height, 0.3 * height, phase_of);
    if (!moves_.empty())
      page_.rectangle(SvgPage::left - 5, y, 4, height,
                      plain(processor_colour(rank, columns_.size())));
    const auto labels_every = static_cast<std::size_t>(std::ceil(13 / row_height_));
    if (rank % labels_every == 0)
      page_.text(SvgPage::left - 8, y + row_height_ / 2 + 4, fmt::to_string(rank),
                 "text-anchor=\"end\"");
  }

  /// Draws a rectangle for each run of columns of the same colour.
  template <class ColourOf>
  void write_runs(std::size_t rank, double y, double height, ColourOf colour_of_column) {
    const auto& row = columns_[rank];
    std::size_t begin = 0;
    auto colour = colour_of_column(row[0]);
    for (std::size_t column = 1; column <= row.size(); ++column) {
      const auto next = column < row.size() ? colour_of_column(row[column]) : std::string("end");
      if (next == colour)
        continue;
      if (!colour.empty())
        page_.rectangle(SvgPage::left + static_cast<double>(begin), y,
                        static_cast<double>(column - begin), height, colour);
      begin = column;
      colour = next;
    }
  }

  /// Draws the line of a mark through all panels, and the mark's text if there is space for it.
  void write_mark(const TraceMark& mark) {
    const double x = page_.x_of(mark.time);
    constexpr auto style = R"(stroke="black" stroke-dasharray="2 2")";
    page_.line(x, curve_top, x, rows_bottom_ + 4, style);
    if (!moves_.empty())
      page_.line(x, MovesPanel::rows_top(moves_top_), x, moves_.rows_bottom(moves_top_), style);
    constexpr double room = 52;
    if (x - last_mark_ < room)
      return;
    const auto words = mark.text.substr(0, mark.text.find(':'));
    page_.text(x - 3, rows_top - 8, words, "text-anchor=\"end\"");
    last_mark_ = x;
  }

  [[nodiscard]] bool tells_waste() const { return trace_.searched.sequential() != nullptr; }

  /// Returns true if the picture shows phases, and any processor is ever in `phase`.
  [[nodiscard]] bool has(std::size_t phase) const {
    return row_height_ >= least_row_with_phases &&
           std::ranges::any_of(columns_, [&](const auto& row) {
             return std::ranges::any_of(
                 row, [&](const Shares& shares) { return shares.phases[phase] > 0; });
           });
  }

  void write_legend() {
    double x = SvgPage::left;
    const double y = rows_bottom_ + 48;
    const auto entry = [&](const Colour& colour, double height, std::string_view name) {
      page_.rectangle(x, y + 3 - height, 14, height, plain(colour));
      page_.text(x + 20, y, name);
      x += 38 + 6.4 * static_cast<double>(name.size());
    };
    entry(colour_of(Use::work), 14,
          tells_waste() ? "useful work: one processor would do it, too" : "work");
    if (tells_waste())
      entry(colour_of(Use::wasted_work), 14, "wasted work: it would not");
    entry(colour_of(Use::communication), 14, "communication");
    entry(colour_of(Use::idle), 14, "idle");
    for (std::size_t phase = 1; phase < phase_count; ++phase) {
      if (has(phase))
        entry(phase_colours[phase], 5, phase_looks[phase].name);
    }
    page_.text(SvgPage::left, y + 20,
               "A row is a processor; colours mix where states are shorter than a pixel. Dashed "
               "lines: a depth is complete.");
  }

  void write_legend_of_moves() {
    const double y = bottom_ + 18;
    page_.text(SvgPage::left, y, "Each processor has a line in each row, with its colour: 0");
    const auto count = columns_.size();
    const double begin = SvgPage::left + 340;
    constexpr std::size_t steps = 60;
    for (std::size_t step = 0; step < steps; ++step)
      page_.rectangle(begin + 2 * static_cast<double>(step), y - 11, 2, 14,
                      plain(processor_colour(step * count / steps, count)));
    page_.text(begin + 126, y,
               fmt::format("{}. It is drawn where the processor searches below the move, and is "
                           "not idle.",
                           count - 1));
  }

  const Trace& trace_;
  const TraceSubject& subject_;
  std::vector<std::vector<Shares>> columns_; ///< by rank
  double row_height_;
  double rows_bottom_;
  MovesPanel moves_;
  double moves_top_;
  double bottom_; ///< of the panels
  SvgPage page_;
  double last_mark_ = SvgPage::left; ///< where the last text of a mark ends
};

} // namespace

void write_svg(std::ostream& out, const Trace& trace, const TraceSubject& subject) {
  SvgWriter(out, trace, subject).write();
}

} // namespace eldest
