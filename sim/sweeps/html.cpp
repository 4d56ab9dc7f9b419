#include "sim/sweeps/html.hpp"

#include "trees/base/one_line.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <cstddef>

namespace eldest {
namespace {

constexpr std::string_view title_end = "</title>";

/// Replaces the title that gnuplot has given its plot `number`, from 1, if it has drawn this plot.
void replace_title(std::string& svg, std::size_t number, std::string_view title) {
  const auto plot = svg.find(fmt::format("id=\"gnuplot_plot_{}\"", number));
  const auto begin = svg.find("<title>", plot);
  if (plot == std::string::npos || begin == std::string::npos)
    return;
  const auto end = svg.find(title_end, begin);
  svg.replace(begin, end + title_end.size() - begin,
              fmt::format("<title>{}</title>", as_html(title)));
}

/// Returns the texts by which a figure introduces itself: its title, and what it shows.
std::string introduction(const Figure& figure, std::string_view panel) {
  return fmt::format("<title id=\"figure-{0}-title\">{1}: {2}</title>\n"
                     "<desc id=\"figure-{0}-desc\">{3}</desc>",
                     figure.name, as_html(figure.title), as_html(panel), as_html(figure.caption));
}

} // namespace

std::string as_html(std::string_view text) {
  auto html = on_one_line(text);
  boost::replace_all(html, "&", "&amp;");
  boost::replace_all(html, "<", "&lt;");
  boost::replace_all(html, ">", "&gt;");
  boost::replace_all(html, "\"", "&quot;");
  boost::replace_all(html, "'", "&#39;");
  return html;
}

std::string svg_for_page(std::string_view file, const Figure& figure, std::string_view panel) {
  const auto start = file.find("<svg");
  if (start == std::string_view::npos)
    return "";
  std::string svg(file.substr(start)); // without the XML declaration, which a page must not have
  for (std::size_t i = 0; i < figure.plots.size(); ++i)
    replace_title(svg, i + 1, figure.plots[i]);
  for (const auto* const name : {"gpPt", "gpDot", "gnuplot_plot_", "textbox"})
    boost::replace_all(svg, name, fmt::format("figure-{}-{}", figure.name, name));
  boost::replace_all(svg, "<title>Gnuplot</title>", introduction(figure, panel));
  boost::replace_first(svg, "<svg",
                       fmt::format("<svg role=\"img\" aria-labelledby=\"figure-{0}-title "
                                   "figure-{0}-desc\"",
                                   figure.name));
  return svg;
}

} // namespace eldest
