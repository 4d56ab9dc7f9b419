#include "sim/sweeps/tables.hpp"

#include "sim/sweeps/verdicts.hpp"
#include "trees/base/one_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

namespace eldest {
namespace {

std::string speedup(const Comparison& comparison) { return rounded(comparison.absolute_speedup); }

/// Returns the mean absolute speedup of a cell with a comparison, and its interval.
std::string speedup_with_interval(const Cell& cell) {
  return cell.interval ? fmt::format("{} ({} to {})", speedup(cell.mean),
                                     speedup(cell.interval->low), speedup(cell.interval->high))
                       : speedup(cell.mean);
}

std::string cell_text(const Cell& cell) {
  if (!cell.is_compared())
    return cell.failed > 0 ? fmt::format("{} failed ", cell.failed) : "not compared ";
  return speedup_with_interval(cell) + (cell.interval && cell.is_best ? "*" : " ");
}

std::string joules_text(const Cell& cell) {
  return cell.joules ? fmt::format("{:.4g}", cell.joules->mean) : "–";
}

/// Returns a value of the axis x with its name.
std::string x_text(const Panel& panel, const AxisValue& x) {
  const auto& axis = panel.x.axis();
  return fmt::format("{} = {}", axis == "processors" ? "P" : words_of_axis(axis), x.text);
}

void write_panel(std::back_insert_iterator<std::string> out, const Panel& panel) {
  fmt::format_to(out, "\n{}\n", on_one_line(panel.title));
  if (panel.communication_is_free)
    fmt::format_to(out, "{}\n", free_communication);
  if (const auto decided = decided_text(panel); !decided.empty())
    fmt::format_to(out, "{}\n", on_one_line(decided));
  std::size_t width = 0;
  for (const auto& series : panel.series)
    width = std::max(width, on_one_line(series.label).size());
  for (const auto& x : values_of_x(panel))
    width = std::max(width, on_one_line(x_text(panel, x)).size());
  const bool joules = has_joules(panel);
  for (const auto& x : values_of_x(panel)) {
    fmt::format_to(out, "\n{:<{}}  {:>22}  {:>4}{}\n", on_one_line(x_text(panel, x)), width,
                   "absolute speedup ", "of", joules ? "  joules a search" : "");
    for (const auto& series : panel.series) {
      const auto cell = series.cells.find(x);
      if (cell != series.cells.end())
        fmt::format_to(out, "{:<{}}  {:>22}  {:>4}{}\n", on_one_line(series.label), width,
                       cell_text(cell->second), cell->second.positions.size(),
                       joules ? fmt::format("  {:>15}", joules_text(cell->second)) : "");
    }
  }
}

/// Returns a text for Markdown, on one line. No character means anything except itself.
std::string as_markdown(std::string_view text) {
  constexpr std::string_view special = R"(\`*_{}[]<>#|~&)";
  std::string escaped;
  for (const char c : on_one_line(text)) {
    if (special.find(c) != std::string_view::npos)
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// Returns a text for LaTeX, on one line. No character means anything except itself.
std::string as_latex(std::string_view text) {
  std::string escaped;
  for (const char c : on_one_line(text)) {
    if (c == '\\')
      escaped += "\\textbackslash{}";
    else if (c == '~' || c == '^')
      escaped += fmt::format("\\{}{{}}", c);
    else if (std::string_view("<>|\"").find(c) != std::string_view::npos)
      escaped += fmt::format("\\char{}{{}}", static_cast<int>(c));
    else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      escaped += fmt::format("\\{}", c);
    else
      escaped += c;
  }
  return escaped;
}

/// The marks of a table in one format.
struct TableFormat {
  std::string (*escaped)(std::string_view text);
  std::string_view between; ///< cells
  std::string_view before_best;
  std::string_view after_best;
};

/// Returns a row of cells for each series: its label, and its speedup for each x.
std::vector<std::string> rows_of(const Panel& panel, const TableFormat& format) {
  std::vector<std::string> rows;
  for (const auto& series : panel.series) {
    std::vector<std::string> cells{format.escaped(series.label)};
    for (const auto& x : values_of_x(panel)) {
      const auto* const cell = series.compared(x);
      const auto text = cell == nullptr ? "–" : speedup_with_interval(*cell);
      const bool is_best = cell != nullptr && cell->interval && cell->is_best;
      cells.push_back(is_best ? fmt::format("{}{}{}", format.before_best, text, format.after_best)
                              : text);
    }
    rows.push_back(fmt::format("{}", fmt::join(cells, format.between)));
  }
  return rows;
}

/// Returns the row of heads: the name of the axis x, and its values.
std::string head_of(const Panel& panel, const TableFormat& format) {
  std::vector<std::string> cells{format.escaped(words_of_axis(panel.x.axis()))};
  for (const auto& x : values_of_x(panel))
    cells.push_back(format.escaped(x.text));
  return fmt::format("{}", fmt::join(cells, format.between));
}

/// Returns a sentence on the figures of a table, and on what is bold.
std::string caption_of_tables(const Analysis& analysis) {
  const auto correction = correction_text("Verdicts", analysis.verdicts);
  return fmt::format("Absolute speedups: means over positions, and their 95 % intervals. Bold: the "
                     "best, and those that cannot be told from it.{}{}",
                     correction.empty() ? "" : " ", correction);
}

} // namespace

std::string rounded(double value) {
  return value < 99.95 ? fmt::format("{:#.3g}", value) : fmt::format("{:.0f}", value);
}

bool has_joules(const Panel& panel) {
  return std::ranges::any_of(panel.series, [](const Series& series) {
    return std::ranges::any_of(series.cells,
                               [](const auto& cell) { return cell.second.joules.has_value(); });
  });
}

std::string decided_text(const Panel& panel) {
  std::vector<std::string> positions;
  for (const auto& [position, depth] : panel.decided)
    positions.push_back(fmt::format("{} ({})", position, depth));
  return positions.empty() ? ""
                           : fmt::format("Decided early, by a forced win or loss found at the "
                                         "depth in brackets: {}.",
                                         fmt::join(positions, ", "));
}

std::string speedups_text(const Analysis& analysis) {
  std::string text;
  for (const auto& panel : analysis.panels)
    write_panel(std::back_inserter(text), panel);
  text += "\n"
          "Means over positions, and their 95 % intervals (t, corrected for skewness); "
          "of: positions.\n"
          "*: the best mean, and those that cannot be told from it (paired over positions);\n"
          "none without an interval, which requires several positions or seeds.\n";
  if (const auto correction = correction_text("Verdicts", analysis.verdicts); !correction.empty())
    text += correction + '\n';
  return text;
}

std::string speedups_markdown(const Analysis& analysis) {
  const TableFormat format{as_markdown, " | ", "**", "**"};
  std::string text;
  for (const auto& panel : analysis.panels) {
    text += fmt::format("### {}\n\n", as_markdown(panel.title));
    text += fmt::format("| {} |\n|---|", head_of(panel, format));
    for (std::size_t i = 0; i < values_of_x(panel).size(); ++i)
      text += "---:|";
    text += '\n';
    for (const auto& row : rows_of(panel, format))
      text += fmt::format("| {} |\n", row);
    text += '\n';
  }
  return text + caption_of_tables(analysis) + '\n';
}

std::string speedups_latex(const Analysis& analysis) {
  const TableFormat format{as_latex, " & ", "\\textbf{", "}"};
  std::string text = "% \\usepackage{booktabs}\n";
  for (const auto& panel : analysis.panels) {
    text += fmt::format("\\begin{{table}}\n\\centering\n\\caption{{{}. {}}}\n",
                        as_latex(panel.title), as_latex(caption_of_tables(analysis)));
    text += fmt::format("\\begin{{tabular}}{{l{}}}\n\\toprule\n{} \\\\\n\\midrule\n",
                        std::string(values_of_x(panel).size(), 'r'), head_of(panel, format));
    for (const auto& row : rows_of(panel, format))
      text += fmt::format("{} \\\\\n", row);
    text += "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
  }
  return text;
}

} // namespace eldest
