#include "sim/experiments/trace/writers.hpp"

#include "sim/experiments/trace/slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {
namespace {

/// The picture, in pixels: a column of time is one of them.
constexpr std::size_t columns = 900;
constexpr double left = 70;
constexpr double top = 70;
constexpr double curve_height = 90;
constexpr double rows_top = top + curve_height + 30;

/// A colour; what is mixed in a column of time is shown as the mixture of its colours.
struct Colour {
  double red;
  double green;
  double blue;
};
/// Okabe and Ito's, which the colour-blind can tell apart; light and dark ones also in grey.
constexpr Colour idle_colour{236, 236, 236};
constexpr Colour communication_colour{213, 94, 0};
constexpr std::array<Colour, phase_count> work_colours{
    {{0, 114, 178}, {0, 158, 115}, {204, 121, 167}, {86, 180, 233}, {230, 159, 0}}};

using Shares = std::array<TimeAccount, phase_count>; ///< seconds, by phase

/// The seconds that a processor spends in each state in each column of time.
std::vector<Shares> in_columns(const Timeline& timeline, double end) {
  std::vector<Shares> all(columns);
  const double width = end / static_cast<double>(columns);
  for (const auto& cell : timeline.cells()) {
    const double length = cell.end - cell.begin;
    const auto last = std::min(columns - 1, static_cast<std::size_t>(cell.end / width));
    for (auto column = static_cast<std::size_t>(cell.begin / width); length > 0 && column <= last;
         ++column) {
      const double begin = static_cast<double>(column) * width;
      const double share =
          (std::min(cell.end, begin + width) - std::max(cell.begin, begin)) / length;
      for (std::size_t phase = 0; phase < phase_count; ++phase) {
        for (const auto category : time_categories)
          all[column][phase].*category += cell.seconds[phase].*category * share;
      }
    }
  }
  return all;
}

double end_of(const Trace& trace) {
  double end = 0;
  for (const auto& timeline : trace.timelines)
    end = std::max(end, timeline.end());
  return end;
}

double total(const Shares& shares, TimeCategory category) {
  double seconds = 0;
  for (const auto& account : shares)
    seconds += account.*category;
  return seconds;
}

/// The mixture of the colours of a column's states, as SVG has it; empty if the processor has ended
/// before. There are few of them, so that neighbours are often the same.
std::string mixture(const Shares& shares) {
  Colour sum{0, 0, 0};
  double seconds = 0;
  const auto add = [&](const Colour& colour, double share) {
    sum.red += colour.red * share;
    sum.green += colour.green * share;
    sum.blue += colour.blue * share;
    seconds += share;
  };
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    add(work_colours[phase], shares[phase].work);
    add(communication_colour, shares[phase].communication);
    add(idle_colour, shares[phase].idle);
  }
  if (seconds == 0)
    return "";
  constexpr long step = 20;
  const auto level = [&](double value) {
    return std::min(255L, step * std::lround(value / seconds / static_cast<double>(step)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", level(sum.red), level(sum.green), level(sum.blue));
}

std::string plain(const Colour& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", std::lround(colour.red), std::lround(colour.green),
                     std::lround(colour.blue));
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text)
    result += c == '&' ? std::string("&amp;") : c == '<' ? "&lt;" : std::string(1, c);
  return result;
}

/// A round number of seconds for the distance of some ten marks on the axis of time.
double distance_of_marks(double end) {
  const double least = end / 10;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least)
      return factor * power;
  }
  return 10 * power;
}

class SvgWriter {
public:
  SvgWriter(std::ostream& out, const Trace& trace)
      : out_(out),
        trace_(trace),
        end_(end_of(trace)),
        row_height_(std::clamp(640.0 / static_cast<double>(trace.timelines.size()), 3.0, 18.0)),
        bottom_(rows_top + row_height_ * static_cast<double>(trace.timelines.size())) {
    for (const auto& timeline : trace.timelines)
      rows_.push_back(in_columns(timeline, end_));
  }

  void write(const TraceSubject& subject) {
    out_ << fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        left + static_cast<double>(columns) + 30, bottom_ + 110);
    text(left, 24, subject.title, "font-size=\"15\"");
    write_curve();
    for (std::size_t rank = 0; rank < rows_.size(); ++rank)
      write_row(rank);
    write_axis();
    for (const auto& mark : subject.marks)
      write_mark(mark);
    write_legend();
    out_ << "</svg>\n";
  }

private:
  [[nodiscard]] double x_of(double seconds) const {
    return left + seconds / end_ * static_cast<double>(columns);
  }

  void text(double x, double y, std::string_view words, std::string_view style = "") {
    out_ << fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style,
                        escaped(words));
  }

  void rectangle(double x, double y, double width, double height, std::string_view colour) {
    out_ << fmt::format(
        "<rect x=\"{:.0f}\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
        width, height, colour);
  }

  void line(double x1, double y1, double x2, double y2, std::string_view style) {
    out_ << fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1,
                        y1, x2, y2, style);
  }

  /// How many processors work at a time.
  void write_curve() {
    const double width = end_ / static_cast<double>(columns);
    const auto count = static_cast<double>(rows_.size());
    std::string points = fmt::format("{},{}", left, top + curve_height);
    for (std::size_t column = 0; column < columns; ++column) {
      double seconds = 0;
      for (const auto& row : rows_)
        seconds += total(row[column], &TimeAccount::work);
      const double share = std::min(1.0, seconds / width / count);
      points += fmt::format(" {:.0f},{:.1f}", left + static_cast<double>(column),
                            top + curve_height * (1 - share));
    }
    points += fmt::format(" {},{}", left + static_cast<double>(columns), top + curve_height);
    out_ << fmt::format("<polygon points=\"{}\" fill=\"{}\"/>\n", points, plain(work_colours[0]));
    line(left, top, left + static_cast<double>(columns), top,
         R"(stroke="#888888" stroke-dasharray="4 3")");
    text(left, top - 8, "processors that work");
    text(left - 8, top + 5, fmt::to_string(rows_.size()), "text-anchor=\"end\"");
    text(left - 8, top + curve_height, "0", "text-anchor=\"end\"");
  }

  /// One processor's time.
  void write_row(std::size_t rank) {
    const double y = rows_top + row_height_ * static_cast<double>(rank);
    const double height = row_height_ > 6 ? row_height_ - 1 : row_height_;
    std::size_t begin = 0;
    auto colour = mixture(rows_[rank][0]);
    for (std::size_t column = 1; column <= columns; ++column) {
      const auto next = column < columns ? mixture(rows_[rank][column]) : std::string("end");
      if (next == colour)
        continue;
      if (!colour.empty())
        rectangle(left + static_cast<double>(begin), y, static_cast<double>(column - begin), height,
                  colour);
      begin = column;
      colour = next;
    }
    const auto labels_every = static_cast<std::size_t>(std::ceil(13 / row_height_));
    if (rank % labels_every == 0)
      text(left - 8, y + row_height_ / 2 + 4, fmt::to_string(rank), "text-anchor=\"end\"");
  }

  void write_axis() {
    const double distance = distance_of_marks(end_);
    line(left, bottom_ + 4, left + static_cast<double>(columns), bottom_ + 4, "stroke=\"#444444\"");
    for (int i = 0; i * distance <= end_; ++i) {
      const double x = x_of(i * distance);
      line(x, bottom_ + 4, x, bottom_ + 9, "stroke=\"#444444\"");
      text(x, bottom_ + 22, fmt::format("{:.4g}", i * distance), "text-anchor=\"middle\"");
    }
    text(left + static_cast<double>(columns), bottom_ + 38, "seconds", "text-anchor=\"end\"");
    text(18, (rows_top + bottom_) / 2, "processor",
         fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 18 {:.1f})\"",
                     (rows_top + bottom_) / 2));
  }

  /// A line through all rows; its text where there is room for it.
  void write_mark(const TraceMark& mark) {
    const double x = x_of(mark.time);
    line(x, top, x, bottom_ + 4, R"(stroke="black" stroke-dasharray="2 2")");
    constexpr double room = 48;
    if (x - last_mark_ < room)
      return;
    text(x - 3, rows_top - 8, mark.text.substr(0, mark.text.find(':')), "text-anchor=\"end\"");
    last_mark_ = x;
  }

  /// Whether any processor spends time in a phase.
  [[nodiscard]] bool has(Phase phase) const {
    const auto place = static_cast<std::size_t>(phase);
    return std::ranges::any_of(trace_.timelines, [&](const Timeline& timeline) {
      return std::ranges::any_of(timeline.cells(), [&](const Timeline::Cell& cell) {
        return cell.seconds[place].work > 0;
      });
    });
  }

  void write_legend() {
    double x = left;
    const double y = bottom_ + 60;
    const auto entry = [&](const Colour& colour, std::string_view name) {
      rectangle(x, y - 11, 14, 14, plain(colour));
      text(x + 20, y, name);
      x += 60 + 6.5 * static_cast<double>(name.size());
    };
    entry(work_colours[0], "work");
    for (std::size_t phase = 1; phase < phase_count; ++phase) {
      if (has(static_cast<Phase>(phase)))
        entry(work_colours[phase], fmt::format("work: {}", name_of(static_cast<Phase>(phase))));
    }
    entry(communication_colour, "communication");
    entry(idle_colour, "idle");
    text(left, y + 24,
         "A row is a processor, from left to right through time; colours mix where states are "
         "shorter than a pixel. Dashed lines: a depth is complete.");
  }

  std::ostream& out_;
  const Trace& trace_;
  double end_; ///< seconds
  double row_height_;
  double bottom_;                         ///< of the rows
  std::vector<std::vector<Shares>> rows_; ///< by rank
  double last_mark_ = left;               ///< where the last text of a mark ends
};

} // namespace

void write_svg(std::ostream& out, const Trace& trace, const TraceSubject& subject) {
  SvgWriter(out, trace).write(subject);
}

} // namespace eldest
