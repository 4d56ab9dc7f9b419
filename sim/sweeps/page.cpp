#include "sim/sweeps/page.hpp"

#include "sim/sweeps/html.hpp"
#include "sim/sweeps/tables.hpp"
#include "sim/sweeps/verdicts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

// The figures are drawn in colours on white, which the dark scheme inverts; the rotation of the hue
// keeps the colours. Shadows at the sides of a table or figure show that it scrolls.
constexpr std::string_view head = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{0}</title>
<style>
:root {{ --text: #111; --less: #444; --page: #fff; --line: #ccc; --shadow: rgb(0 0 0 / .35); }}
@media (prefers-color-scheme: dark) {{
:root {{ --text: #eee; --less: #bbb; --page: #121212; --line: #444; --shadow: rgb(255 255 255 / .45); }}
figure svg {{ filter: invert(.93) hue-rotate(180deg); }}
}}
body {{ font: 16px/1.5 sans-serif; color: var(--text); background: var(--page); max-width: 60rem; margin: 0 auto; padding: 1rem; }}
h1, h2 {{ overflow-wrap: anywhere; }}
h1 {{ font-size: 1.6rem; }} h2 {{ font-size: 1.25rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line); }}
figure {{ margin: 1.5rem 0; break-inside: avoid; }}
figure svg {{ display: block; width: 100%; min-width: 38rem; height: auto; }}
figcaption, .caption, .scrolls {{ font-size: .9rem; color: var(--less); }}
.scrolls {{ display: none; margin: 0; }}
.wide {{ overflow-x: auto; }}
.wide:focus-visible {{ outline: 2px solid #0072b2; }}
.table {{ background: linear-gradient(90deg, var(--page) 30%, transparent) left / 2.5rem 100% no-repeat local, linear-gradient(-90deg, var(--page) 30%, transparent) right / 2.5rem 100% no-repeat local, linear-gradient(90deg, var(--shadow), transparent) left / .8rem 100% no-repeat scroll, linear-gradient(-90deg, var(--shadow), transparent) right / .8rem 100% no-repeat scroll; }}
@media (max-width: 42rem) {{ .scrolls {{ display: block; }} }}
table {{ border-collapse: collapse; font-size: .9rem; break-inside: avoid; }}
caption {{ position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }}
.caption {{ margin: 1.5rem 0 .5rem; break-after: avoid; }}
th, td {{ padding: .2rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; font-weight: normal; }}
thead th {{ font-weight: bold; }}
th:first-child {{ text-align: left; }}
.interval {{ color: var(--less); font-size: .85em; }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; font-size: .75rem; }}
@media print {{ details, .scrolls {{ display: none; }} body {{ max-width: none; }} figure svg {{ min-width: 0; }} }}
</style>
</head>
<body>
<main>
<h1>{0}</h1>
)html";

std::string speedup_html(const Cell& cell) {
  auto mean = rounded(cell.mean.absolute_speedup);
  if (!cell.interval)
    return mean;
  const auto interval = fmt::format(" <span class=\"interval\">{} to {}</span>",
                                    rounded(cell.interval->low.absolute_speedup),
                                    rounded(cell.interval->high.absolute_speedup));
  return (cell.is_best ? fmt::format("<b>{}</b>", mean) : mean) + interval;
}

std::string size_text(std::size_t bytes) {
  constexpr double megabyte = 1e6;
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / megabyte);
}

/// Returns a link to the page that plays a search, with the rank and the speedup of the search.
std::string link_html(const PlayedSearch& search) {
  return fmt::format("<br><small><a href=\"{}\">{}: {}, {}</a> ({})</small>", as_html(search.file),
                     fmt::join(search.ranks, ", "), as_html(search.name), rounded(search.speedup),
                     size_text(search.bytes));
}

/// Returns the links to the pages that play searches of a cell.
std::string links_html(const Cell& cell, const std::vector<PlayedSearch>& played) {
  std::string html;
  for (const auto& search : played) {
    for (const auto& keys : cell.keys) {
      if (std::ranges::find(keys, search.point->point.key) != keys.end())
        html += link_html(search);
    }
  }
  return html;
}

/// Returns the beginning of a part of the page that scrolls sideways, and can be reached by the
/// keyboard for this. `kind`: figure or table.
std::string scrolling(std::string_view kind, std::string_view label) {
  return fmt::format("<div class=\"wide {}\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n",
                     kind, as_html(label));
}

/// Returns a table with a row for each series and a column for each x. `name`: what the cells show,
/// in a few words. `caption`: an explanation, as HTML.
template <class Text>
std::string table(const Panel& panel, std::string_view name, std::string_view caption,
                  const Text& text_of) {
  const auto values = values_of_x(panel);
  std::string html =
      fmt::format("<p class=\"caption\">{}</p>\n{}<table>\n<caption>{}</caption>\n<thead><tr><th "
                  "scope=\"col\">{}</th>",
                  caption, scrolling("table", fmt::format("{}: {}", name, panel.title)),
                  as_html(name), as_html(words_of_axis(panel.x.axis())));
  for (const auto& x : values)
    html += fmt::format("<th scope=\"col\">{}</th>", as_html(x.text));
  html += "</tr></thead>\n<tbody>\n";
  for (const auto& series : panel.series) {
    html += fmt::format("<tr><th scope=\"row\">{}</th>", as_html(series.label));
    for (const auto& x : values) {
      const auto cell = series.cells.find(x);
      html += fmt::format("<td>{}</td>",
                          cell == series.cells.end() ? std::string() : text_of(cell->second));
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n";
}

/// Returns a function that returns the text of a cell with a comparison, and a dash for any other
/// cell.
template <class Text> auto if_compared(const Text& text_of) {
  return [=](const Cell& cell) { return cell.is_compared() ? text_of(cell) : std::string("–"); };
}

/// Returns a mean with its interval, as HTML.
std::string mean_html(const MeanWithInterval& mean, std::string (*text_of)(double)) {
  return text_of(mean.mean) +
         (mean.interval ? fmt::format(" <span class=\"interval\">{} to {}</span>",
                                      text_of(mean.interval->low), text_of(mean.interval->high))
                        : "");
}

/// Returns a number in thousands, millions or thousands of millions.
std::string count_text(double count) {
  constexpr std::array<std::pair<double, std::string_view>, 3> units{
      {{1e9, " G"}, {1e6, " M"}, {1e3, " k"}}};
  for (const auto& [size, name] : units) {
    if (count >= size)
      return fmt::format("{}{}", rounded(count / size), name);
  }
  return rounded(count);
}

std::string tables_html(const Panel& panel, const std::vector<PlayedSearch>& played) {
  auto html = table(
      panel, "Absolute speedup",
      fmt::format("Absolute speedup: mean over the positions, and its 95 % interval (t, "
                  "corrected for skewness). Bold: the best, and those that cannot be told "
                  "from it, paired over the positions.{}",
                  played.empty() ? "" : " Each link opens a page that plays one search."),
      if_compared([&](const Cell& cell) { return speedup_html(cell) + links_html(cell, played); }));
  html += table(
      panel, "Ratio of sums",
      "The same as the ratio of sums over all searches, in which long searches count more",
      if_compared([](const Cell& cell) { return rounded(cell.ratio_of_sums.absolute_speedup); }));
  html += table(panel, "Overheads",
                "Overheads: search / communication / synchronization, relative to the algorithm on "
                "one processor (Weill 1996, 3.1)",
                if_compared([](const Cell& cell) {
                  return fmt::format("{:.2f} / {:.2f} / {:.2f}", cell.mean.search_overhead,
                                     cell.mean.communication_overhead,
                                     cell.mean.synchronization_overhead);
                }));
  html += table(
      panel, "Nodes a second", "Nodes a second of all processors, and the 95 % interval",
      if_compared([](const Cell& cell) { return mean_html(cell.nodes_per_second, count_text); }));
  if (has_joules(panel))
    html += table(panel, "Energy", "Joules a search, and the 95 % interval",
                  if_compared([](const Cell& cell) {
                    return cell.joules ? mean_html(*cell.joules, count_text) : "";
                  }));
  return html + table(panel, "Counts of searches",
                      "Positions compared; searches that failed, and those whose baselines are "
                      "missing or that were stopped",
                      [](const Cell& cell) {
                        return fmt::format("{}; {}, {}", cell.positions.size(), cell.failed,
                                           cell.not_compared);
                      });
}

std::string panel_html(const Panel& panel, const std::vector<DrawnFigure>& figures,
                       const std::vector<PlayedSearch>& played) {
  std::string html = fmt::format("<section>\n<h2>{}</h2>\n", as_html(panel.title));
  if (panel.communication_is_free)
    html += fmt::format("<p>{}</p>\n", free_communication);
  if (const auto decided = decided_text(panel); !decided.empty())
    html += fmt::format("<p>{}</p>\n", as_html(decided));
  for (const auto& figure : figures)
    html += fmt::format("<figure>\n<p class=\"scrolls\">The figure scrolls sideways →</p>\n"
                        "{}{}\n</div>\n<figcaption>{}</figcaption></figure>\n",
                        scrolling("figure", fmt::format("{}: {}", figure.title, panel.title)),
                        figure.svg, as_html(figure.caption));
  return html + tables_html(panel, played) + "</section>\n";
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
                 const std::vector<std::vector<DrawnFigure>>& figures,
                 const std::vector<PlayedSearch>& played) {
  auto html = fmt::format(head, as_html(title));
  if (const auto correction = correction_text("Verdicts", analysis.verdicts); !correction.empty())
    html += fmt::format("<p>{}</p>\n", as_html(correction));
  for (std::size_t i = 0; i < analysis.panels.size(); ++i)
    html += panel_html(analysis.panels[i], figures[i], played);
  return html + what_was_run(analysis) + "</main>\n</body>\n</html>\n";
}

} // namespace eldest
