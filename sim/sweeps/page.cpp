#include "sim/sweeps/page.hpp"

#include "sim/sweeps/tables.hpp"
#include "trees/base/one_line.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

namespace eldest {
namespace {

constexpr std::string_view head = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<style>
body {{ font: 16px/1.5 sans-serif; color: #111; background: #fff; max-width: 60rem; margin: 0 auto; padding: 1rem; }}
h1 {{ font-size: 1.6rem; }} h2 {{ font-size: 1.25rem; margin-top: 2.5rem; border-bottom: 1px solid #bbb; }}
figure {{ margin: 1.5rem 0; break-inside: avoid; }} figure svg {{ width: 100%; height: auto; }}
figcaption {{ font-size: .9rem; color: #333; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: .9rem; break-inside: avoid; }}
.caption {{ font-size: .9rem; color: #333; margin: 1.5rem 0 .5rem; break-after: avoid; }}
th, td {{ padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }}
th:first-child, td:first-child {{ text-align: left; }}
.interval {{ color: #444; font-size: .85em; }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; font-size: .75rem; }}
@media print {{ details {{ display: none; }} body {{ max-width: none; }} }}
</style>
</head>
<body>
<h1>{0}</h1>
)html";

/// Returns a text for HTML, between tags or in a quoted attribute, on one line.
std::string as_html(std::string_view input) {
  auto text = on_one_line(input);
  boost::replace_all(text, "&", "&amp;");
  boost::replace_all(text, "<", "&lt;");
  boost::replace_all(text, ">", "&gt;");
  boost::replace_all(text, "\"", "&quot;");
  boost::replace_all(text, "'", "&#39;");
  return text;
}

std::string speedup_html(const Cell& cell) {
  auto mean = rounded(cell.mean.absolute_speedup);
  if (!cell.interval)
    return mean;
  const auto interval = fmt::format(" <span class=\"interval\">{} to {}</span>",
                                    rounded(cell.interval->low.absolute_speedup),
                                    rounded(cell.interval->high.absolute_speedup));
  return (cell.is_best ? fmt::format("<b>{}</b>", mean) : mean) + interval;
}

/// Returns a table with a row for each series and a column for each number of processors.
template <class Text>
std::string table(const Panel& panel, std::string_view caption, const Text& text_of) {
  const auto counts = processor_counts(panel);
  std::string html = fmt::format(
      "<p class=\"caption\">{}</p>\n<div class=\"wide\"><table>\n<tr><th></th>", caption);
  for (const int processors : counts)
    html += fmt::format("<th>{}</th>", processors);
  html += "</tr>\n";
  for (const auto& series : panel.series) {
    html += fmt::format("<tr><td>{}</td>", as_html(series.label));
    for (const int processors : counts) {
      const auto cell = series.cells.find(processors);
      html += fmt::format("<td>{}</td>",
                          cell == series.cells.end() ? std::string() : text_of(cell->second));
    }
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

/// Returns a function that returns the text of a cell with a comparison, and a dash for any other
/// cell.
template <class Text> auto if_compared(const Text& text_of) {
  return [=](const Cell& cell) { return cell.is_compared() ? text_of(cell) : std::string("–"); };
}

std::string panel_html(const Panel& panel, const std::vector<DrawnFigure>& figures) {
  std::string html = fmt::format("<h2>{}</h2>\n", as_html(panel.title));
  if (panel.communication_is_free)
    html += fmt::format("<p>{}</p>\n", free_communication);
  for (const auto& figure : figures)
    html += fmt::format("<figure>\n{}\n<figcaption>{}</figcaption></figure>\n", figure.svg,
                        as_html(figure.caption));
  html += table(panel,
                "Absolute speedup by processors: mean over the positions, and its 95 % interval "
                "(bootstrap over positions and seeds). Bold: the best, and those that cannot be "
                "told from it, paired over the positions.",
                if_compared(speedup_html));
  html += table(
      panel, "The same as the ratio of sums over all searches, in which long searches count more",
      if_compared([](const Cell& cell) { return rounded(cell.ratio_of_sums.absolute_speedup); }));
  html += table(panel,
                "Overheads: search / communication / synchronization, relative to the algorithm on "
                "one processor (Weill 1996, 3.1)",
                if_compared([](const Cell& cell) {
                  return fmt::format("{:.2f} / {:.2f} / {:.2f}", cell.mean.search_overhead,
                                     cell.mean.communication_overhead,
                                     cell.mean.synchronization_overhead);
                }));
  html += table(
      panel,
      "Positions compared; searches that failed, and those whose baselines are missing or "
      "that were stopped",
      [](const Cell& cell) {
        return fmt::format("{}; {}, {}", cell.positions.size(), cell.failed, cell.not_compared);
      });
  return html;
}

/// Returns a paragraph on when searches ended, the platforms, and the seeds.
std::string circumstances(const Analysis& analysis) {
  std::set<std::string> ends;
  std::set<std::string> platforms;
  std::set<std::uint64_t> seeds;
  for (const auto& point : analysis.points) {
    const auto& settings = point.point.settings;
    const auto& platform = settings.at("platform");
    ends.insert(point.ended_at);
    platforms.insert(fmt::format("{} ({}, text {})", text_of(platform.at("name")),
                                 text_of(platform.at("file")),
                                 text_of(platform.at("digest")).substr(0, 8)));
    seeds.insert(settings.at("seed").get<std::uint64_t>());
  }
  return fmt::format("<p>Results from {} to {}. Platforms: {}. Seeds: {}.</p>\n",
                     as_html(*ends.begin()), as_html(*ends.rbegin()),
                     as_html(fmt::format("{}", fmt::join(platforms, "; "))),
                     fmt::join(seeds, ", "));
}

std::string what_was_run(const Analysis& analysis) {
  std::string html = fmt::format(
      "<h2>What was run</h2>\n<p>{} simulations by {}, {} of them failed ({:.1f} %). Not "
      "run: {}. Left out, of other versions: {}.</p>\n",
      analysis.points.size(), as_html(analysis.versions()), analysis.failed,
      100 * static_cast<double>(analysis.failed) / static_cast<double>(analysis.points.size()),
      analysis.not_run, analysis.of_other_versions);
  html += circumstances(analysis);
  if (analysis.failed > 0) {
    html += "<ul>\n";
    for (const auto& point : analysis.points) {
      if (!point.result)
        html += fmt::format("<li>{}<pre>{}</pre></li>\n", as_html(point.failure),
                            as_html(point.point.command));
    }
    html += "</ul>\n";
  }
  html += "<details><summary>The commands</summary>\n<pre>";
  for (const auto& point : analysis.points)
    html += as_html(point.point.command) + '\n';
  return html + "</pre></details>\n";
}

} // namespace

std::string page(const Analysis& analysis, const std::string& title,
                 const std::vector<std::vector<DrawnFigure>>& figures) {
  auto html = fmt::format(head, as_html(title));
  for (std::size_t i = 0; i < analysis.panels.size(); ++i)
    html += panel_html(analysis.panels[i], figures[i]);
  return html + what_was_run(analysis) + "</body>\n</html>\n";
}

} // namespace eldest
