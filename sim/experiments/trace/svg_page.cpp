#include "sim/experiments/trace/svg_page.hpp"

#include "trees/base/one_line.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace eldest {
namespace {

/// Returns a text escaped for XML.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : on_one_line(text))
    result += c == '&'   ? std::string("&amp;")
              : c == '<' ? "&lt;"
              : c == '>' ? "&gt;"
                         : std::string(1, c);
  return result;
}

/// Returns the distance of marks on the axis of time: a round number of seconds, such that there
/// are about ten marks.
double distance_of_marks(double end) {
  const double least = end / 10;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least)
      return factor * power;
  }
  return 10 * power;
}

} // namespace

std::string plain(const Colour& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", std::lround(colour.red), std::lround(colour.green),
                     std::lround(colour.blue));
}

SvgPage::SvgPage(std::ostream& out, double end, double height) : out_(out), end_(end) {
  out_ << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      right + 60, height);
}

void SvgPage::title(std::string_view words) {
  constexpr std::size_t longest = 110; // characters, which are about 8 pixels wide
  const bool fits = words.size() <= longest;
  if (!fits)
    out_ << fmt::format("<title>{}</title>\n", escaped(words));
  text(left, 24, fits ? std::string(words) : fmt::format("{}…", words.substr(0, longest)),
       "font-size=\"15\"");
}

void SvgPage::text(double x, double y, std::string_view words, std::string_view style) {
  out_ << fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style,
                      escaped(words));
}

void SvgPage::rectangle(double x, double y, double width, double height, std::string_view colour) {
  out_ << fmt::format(
      "<rect x=\"{:.0f}\" y=\"{:.2f}\" width=\"{:.0f}\" height=\"{:.2f}\" fill=\"{}\"/>\n", x, y,
      width, height, colour);
}

void SvgPage::line(double x1, double y1, double x2, double y2, std::string_view style) {
  out_ << fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1,
                      y1, x2, y2, style);
}

void SvgPage::time_axis(double y) {
  const double distance = distance_of_marks(end_);
  line(left, y, right, y, "stroke=\"#444444\"");
  for (int i = 0; i * distance <= end_; ++i) {
    const double x = x_of(i * distance);
    line(x, y, x, y + 5, "stroke=\"#444444\"");
    text(x, y + 18, fmt::format("{:.4g}", i * distance), "text-anchor=\"middle\"");
  }
  text(right + 56, y + 18, "seconds", "text-anchor=\"end\"");
}

void SvgPage::sideways(double middle, std::string_view words, int line) {
  const double x = 18 + 15 * line;
  text(x, middle, words,
       fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 {} {:.1f})\"", x, middle));
}

void SvgPage::finish() { out_ << "</svg>\n"; }

std::string SvgPage::point(double x, double y) { return fmt::format("{:.0f},{:.1f}", x, y); }

void SvgPage::polygon(std::string_view points, std::string_view colour) {
  out_ << fmt::format("<polygon points=\"{}\" fill=\"{}\"/>\n", points, colour);
}

} // namespace eldest
