#include "sim/cli/reports/report.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/experiments/value_text.hpp"
#include "trees/base/one_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>

namespace eldest {
namespace {

using Line = std::back_insert_iterator<std::string>;

/// Returns the name of a position for a table, or "#3" for one without a name.
std::string label(const std::vector<Problem>& problems, std::size_t index) {
  const auto& id = problems[index].id;
  return id.empty() ? fmt::format("#{}", index + 1) : on_one_line(id);
}

/// The optional columns of the table of runs, and the width of its first column.
struct Columns {
  std::size_t width;
  bool depths;    ///< depths reached, because searches were stopped
  bool baselines; ///< figures of comparisons
  bool wide;      ///< all columns
  Style style;
  double best_speedup; ///< greatest absolute speedup, which is highlighted; infinity: none
  // These columns are left out if the style is too narrow for them.
  bool move = true;
  bool nodes = true;
  bool efficiency = true;

  /// Returns true if columns that can be computed from others are left out, to make room for
  /// comparisons.
  [[nodiscard]] bool is_narrowed() const { return baselines && !wide; }

  /// Returns the width of the columns between the first one and the figures of comparisons.
  [[nodiscard]] std::size_t before_figures() const {
    const std::size_t effort = is_narrowed() ? 10 + (nodes ? 11 : 0) : 47;
    return 16 + (move ? 7 : 0) + (depths ? 6 : 0) + effort;
  }
  /// Returns the width of all columns except the first.
  [[nodiscard]] std::size_t others() const {
    return before_figures() + (baselines ? 36 + (efficiency ? 6 : 0) : 0);
  }

  /// Fits the columns to the width of the style, unless all are wanted.
  void fit() {
    if (wide)
      return;
    constexpr std::size_t least = 8; // "position"
    for (auto* const column : {&move, &nodes, &efficiency}) {
      if (is_narrowed())
        *column = others() + least <= style.columns();
    }
    width = std::min(width, std::max(least, style.columns() - std::min(style.columns(), others())));
  }
};

/// Cuts a label to the width of its column.
std::string cut(std::string label, std::size_t width) {
  if (label.size() > width)
    label.replace(width - 2, std::string::npos, "..");
  return label;
}

std::size_t label_width(const std::vector<Problem>& problems) {
  std::size_t width = 8; // "position"
  for (std::size_t index = 0; index < problems.size(); ++index)
    width = std::max(width, label(problems, index).size());
  return width;
}

/// Returns a time in seconds, to the microsecond. In a narrowed column, it has as many digits as
/// fit.
std::string time_text(double seconds, const Columns& columns) {
  if (!columns.is_narrowed())
    return fmt::format("{:>14.6f}", seconds);
  constexpr std::size_t room = 9;
  int digits = 6;
  auto text = fmt::format("{:.{}f}", seconds, digits);
  while (digits > 0 && text.size() > room)
    text = fmt::format("{:.{}f}", seconds, --digits);
  return fmt::format("{:>{}}", text, room);
}

double percent(double part, double whole) { return whole == 0 ? 0 : 100 * part / whole; }

std::string time_split(const TimeAccount& account) {
  const double total = account.total();
  return fmt::format("{:5.1f} {:5.1f} {:5.1f}", percent(account.work, total),
                     percent(account.communication, total), percent(account.idle, total));
}

/// Returns a speedup or an efficiency with two digits after the point. If these would be 0.00 for a
/// ratio above 0, returns only its first digit that is not 0.
std::string ratio_text(double ratio) {
  return ratio == 0 || ratio >= 0.005 ? fmt::format("{:.2f}", ratio) : fmt::format("{:.1g}", ratio);
}

std::string comparison_columns(const Comparison& comparison, const Columns& columns) {
  const auto overhead = [](double figure) { return without_minus_zero(figure, 3); };
  const auto absolute = fmt::format("{:>6}", ratio_text(comparison.absolute_speedup));
  const bool is_best = comparison.absolute_speedup == columns.best_speedup;
  auto text = fmt::format(" {:>6} {}", ratio_text(comparison.relative_speedup),
                          is_best ? columns.style.best(absolute) : absolute);
  if (columns.efficiency)
    text += fmt::format(" {:>5}", ratio_text(comparison.efficiency));
  text += ' ';
  if (columns.wide)
    text += fmt::format(" {:6.3f}", overhead(comparison.total_overhead));
  return text + fmt::format(" {:6.3f} {:6.3f} {:6.3f}", overhead(comparison.search_overhead),
                            overhead(comparison.communication_overhead),
                            overhead(comparison.synchronization_overhead));
}

/// Writes a line, or several if the line is too long.
void write_line(Line out, const Style& style, std::string_view text) {
  fmt::format_to(out, "{}\n", style.paragraph(on_one_line(text), 2));
}

void write_head(Line out, const ReportHeader& header, const Style& style) {
  write_line(out, style,
             fmt::format("eldest {}: {}{}, {}, depth {}", version, header.algorithm,
                         header.algorithm == header.search ? "" : " on " + header.search,
                         header.tree, header.depth));
  if (header.is_simulated())
    write_line(out, style,
               fmt::format("platform {} ({}), {}, model {}", header.platform, header.platform_file,
                           header.machine_size(), header.model));
  else
    write_line(out, style,
               fmt::format("{}, {}, {}", header.platform, header.machine_size(), header.model));
  if (const auto& skipped = header.skipped_positions; skipped && !skipped->empty())
    write_line(
        out, style,
        fmt::format("{} bad position{} skipped", skipped->size(), skipped->size() == 1 ? "" : "s"));
}

void write_iterations(Line out, const Problem& problem, const SearchResult& result,
                      const Style& style) {
  fmt::format_to(out, "\n{}\n",
                 style.heading(fmt::format("{:>5} {:>10} {:>14} {:>12}", "depth", "value",
                                           "done at (s)", "nodes")));
  for (const auto& iteration : result.iterations) {
    const bool is_last = &iteration == &result.iterations.back(); // with a known line of play
    fmt::format_to(out, "{:5} {:>10} {:14.6f} {:12}\n", iteration.depth,
                   is_last ? value_text(problem, iteration.value, result.principal_variation)
                           : value_text(problem, iteration.value),
                   iteration.time, iteration.nodes);
  }
  const auto is_bare_win = [&](const Iteration& iteration) {
    return &iteration != &result.iterations.back() &&
           value_text(problem, iteration.value) == problem.value_words.win;
  };
  if (std::ranges::any_of(result.iterations, is_bare_win))
    write_line(out, style,
               fmt::format("{}: forced; extensions find it before the depth that it takes. The "
                           "number of moves is given where the line of play is known to its end.",
                           problem.value_words.win));
}

void write_position(Line out, const Problem& problem, const Style& style) {
  write_line(
      out, style,
      fmt::format("position {}{}{}", problem.id, problem.id.empty() ? "" : ": ", problem.position));
}

/// Writes the full report of one run.
void write_details(Line out, const Problem& problem, const Run& run, const Style& style) {
  if (run.error)
    return;
  const auto& result = run.result;
  write_iterations(out, problem, result, style);
  if (result.was_stopped())
    fmt::format_to(out, "stopped by {} after depth {}\n", *result.stopped_by, result.depth());
  const auto& traffic = result.traffic;
  fmt::format_to(out, "\n");
  write_line(out, style,
             fmt::format("value {}, best move {}, principal variation {}",
                         value_text(problem, result.value, result.principal_variation),
                         result.best_move.empty() ? "none" : result.best_move,
                         fmt::join(result.principal_variation, " ")));
  if (const auto& combined = result.combined)
    write_line(out, style,
               fmt::format("best of results to different depths: value {}, best move {}, depth {}",
                           value_text(problem, combined->value), combined->best_move,
                           combined->depth));
  write_line(out, style,
             fmt::format("nodes {} ({} interior, {} leaves, {} quiescence), {:.1f} % of "
                         "cut-offs by the first move",
                         result.nodes(), result.counters.interior, result.counters.leaves,
                         result.counters.quiescence, 100 * result.first_move_cutoff_rate()));
  write_line(out, style,
             fmt::format("table {} reads, {} writes (ratio {:.2f}), {} hits, {} sons deferred",
                         traffic.reads, traffic.writes,
                         traffic.writes == 0 ? 0
                                             : static_cast<double>(traffic.reads) /
                                                   static_cast<double>(traffic.writes),
                         result.counters.table_hits, result.counters.deferred));
  write_line(out, style,
             fmt::format("network {} messages, {} bytes", traffic.messages, traffic.bytes));
  if (result.joules)
    write_line(out, style,
               fmt::format("energy {:.4g} J, {:.4g} W on average", *result.joules,
                           *result.joules / result.time));
  if (const auto path = result.critical_path())
    write_line(out, style,
               fmt::format("critical path {:.6f} s, {:.4g} times as much work", *path,
                           result.account().work / *path));
  if (run.is_comparable())
    write_line(out, style,
               fmt::format("baselines: relative {:.6f} s and {} nodes on 1 processor; "
                           "absolute ({}) {:.6f} s and {} nodes",
                           run.baselines->relative.time, run.baselines->relative.nodes(),
                           run.baselines->absolute_algorithm, run.baselines->absolute.time,
                           run.baselines->absolute.nodes()));
}

/// Returns the columns of a search's time and work.
std::string effort_columns(double time, double nodes, const TimeAccount& account,
                           const Columns& columns) {
  if (columns.is_narrowed())
    return fmt::format(" {}{}", time_text(time, columns),
                       columns.nodes ? fmt::format(" {:>10.0f}", nodes) : "");
  return fmt::format(" {} {:>12.0f}  {}", time_text(time, columns), nodes, time_split(account));
}

/// Writes the failure of searches in their row of the table.
void write_failure(Line out, const Columns& columns, const std::string& text) {
  const auto begin = columns.width + 7;
  fmt::format_to(out, "  {}\n", columns.style.paragraph(text, begin, begin));
}

void write_run(Line out, const std::string& name, const Problem& problem, const Columns& columns,
               const Run& run) {
  fmt::format_to(out, "{:<{}} {:>4}", name, columns.width, run.searched.processors);
  if (run.error)
    return write_failure(out, columns, fmt::format("failed: {}", run.error->what()));
  const auto& result = run.result;
  fmt::format_to(out, " {:>10}", value_text(problem, result.value, result.principal_variation));
  if (columns.move)
    fmt::format_to(out, " {:>6}", result.best_move);
  if (columns.depths)
    fmt::format_to(out, " {:>5}", result.depth());
  fmt::format_to(
      out, "{}",
      effort_columns(result.time, static_cast<double>(result.nodes()), result.account(), columns));
  if (const auto comparison = run.comparison())
    fmt::format_to(out, "{}", comparison_columns(*comparison, columns));
  fmt::format_to(out, "\n");
}

/// Returns the text that all runs have in common, or "-" if they differ.
template <class Text> std::string common(const std::vector<const Run*>& runs, const Text& text_of) {
  const auto text = text_of(*runs.front());
  return std::ranges::all_of(runs, [&](const Run* run) { return text_of(*run) == text; }) ? text
                                                                                          : "-";
}

/// Writes the means over several repeats of one search.
void write_repeats(Line out, const std::string& name, const Problem& problem,
                   const Columns& columns, const std::vector<Run>& repeats) {
  std::vector<const Run*> done;
  for (const auto& run : repeats) {
    if (!run.error)
      done.push_back(&run);
  }
  fmt::format_to(out, "{:<{}} {:>4}", name, columns.width, repeats.front().searched.processors);
  if (done.size() < repeats.size()) {
    const auto failed =
        std::ranges::find_if(repeats, [](const Run& run) { return run.error.has_value(); });
    return write_failure(out, columns,
                         fmt::format("{} of {} failed: {}", repeats.size() - done.size(),
                                     repeats.size(), failed->error->what()));
  }
  const auto summary = summarize(repeats).front();
  const auto count = static_cast<double>(repeats.size());
  fmt::format_to(out, " {:>10}", common(done, [&](const Run& run) {
                   return value_text(problem, run.result.value, run.result.principal_variation);
                 }));
  if (columns.move)
    fmt::format_to(out, " {:>6}",
                   common(done, [](const Run& run) { return run.result.best_move; }));
  if (columns.depths)
    fmt::format_to(out, " {:>5}",
                   common(done, [](const Run& run) { return fmt::to_string(run.result.depth()); }));
  fmt::format_to(out, "{}",
                 effort_columns(summary.sum.time / count,
                                static_cast<double>(summary.sum.nodes()) / count,
                                summary.sum.account(), columns));
  if (summary.mean)
    fmt::format_to(out, "{}", comparison_columns(*summary.mean, columns));
  fmt::format_to(out, "\n");
}

/// Writes one limit of the confidence interval of a mean, in the columns of the figures.
void write_limit(Line out, std::string_view name, const Columns& columns, const Comparison& limit) {
  fmt::format_to(out, "{:<{}}{}\n", name, columns.width + columns.before_figures(),
                 comparison_columns(limit, columns));
}

void write_table_head(Line out, const Columns& columns) {
  auto head = fmt::format("{:<{}} {:>4} {:>10}", "position", columns.width, "P", "value");
  if (columns.move)
    head += fmt::format(" {:>6}", "move");
  if (columns.depths)
    head += fmt::format(" {:>5}", "depth");
  if (columns.is_narrowed())
    head +=
        fmt::format(" {:>9}{}", "time (s)", columns.nodes ? fmt::format(" {:>10}", "nodes") : "");
  else
    head += fmt::format(" {:>14} {:>12}  {:>5} {:>5} {:>5}", "time (s)", "nodes", "work%", "comm%",
                        "idle%");
  if (columns.baselines)
    head += fmt::format(" {:>6} {:>6}{} {} {:>6} {:>6} {:>6}", "RS", "AS",
                        columns.efficiency ? fmt::format(" {:>5}", "EF") : "",
                        columns.wide ? fmt::format(" {:>6}", "TO") : "", "SO", "CO", "SY");
  fmt::format_to(out, "\n{}\n", columns.style.heading(head));
}

void write_summary_row(Line out, std::string_view name, const Columns& columns,
                       const Summary& summary, const std::optional<Comparison>& comparison) {
  fmt::format_to(out, "{:<{}} {:>4} {:>10}", name, columns.width, summary.processors, "");
  if (columns.move)
    fmt::format_to(out, " {:>6}", "");
  if (columns.depths)
    fmt::format_to(out, " {:>5}", "");
  fmt::format_to(out, "{}",
                 effort_columns(summary.sum.time, static_cast<double>(summary.sum.nodes()),
                                summary.sum.account(), columns));
  if (comparison)
    fmt::format_to(out, "{}", comparison_columns(*comparison, columns));
  fmt::format_to(out, "\n");
}

void write_summaries(Line out, const std::vector<Run>& runs, const Columns& columns) {
  const auto summaries = summarize(runs);
  fmt::format_to(out, "\n");
  for (const auto& summary : summaries) {
    if (summary.mean) {
      write_summary_row(out, "mean", columns, summary, summary.mean);
      if (summary.interval) {
        write_limit(out, "  from", columns, summary.interval->low);
        write_limit(out, "  to", columns, summary.interval->high);
      }
      write_summary_row(out, "sums", columns, summary, summary.ratio_of_sums);
    } else {
      write_summary_row(out, "sums", columns, summary, std::nullopt);
    }
  }
}

std::string aphid_columns(const AphidOverhead& overhead) {
  const auto figure = [](double value) { return without_minus_zero(value, 3); };
  return fmt::format(" {:8.3f} {:8.3f} {:8.3f} {:8.3f} {:8.3f}\n", figure(overhead.total),
                     figure(overhead.master), figure(overhead.parallelization),
                     figure(overhead.search), figure(overhead.speculative));
}

/// Writes APHID's own division of the overheads, if APHID was run and there are baselines for
/// comparison.
void write_aphid_overheads(Line out, const std::vector<Problem>& problems,
                           const std::vector<Run>& runs, std::size_t width) {
  if (std::none_of(runs.begin(), runs.end(),
                   [](const Run& run) { return run.aphid_overhead().has_value(); }))
    return;
  fmt::format_to(out, "\n{:<{}} {:>4} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "position", width, "P",
                 "total", "master", "parall.", "search", "specul.");
  for (const Run& run : runs) {
    if (const auto overhead = run.aphid_overhead())
      fmt::format_to(out, "{:<{}} {:>4}{}", cut(label(problems, run.problem), width), width,
                     run.searched.processors, aphid_columns(*overhead));
  }
  for (const auto& summary : summarize(runs)) {
    if (problems.size() > 1 && summary.aphid_mean)
      fmt::format_to(out, "{:<{}} {:>4}{}", "mean", width, summary.processors,
                     aphid_columns(*summary.aphid_mean));
  }
  fmt::format_to(out, "APHID's overheads, by nodes (Brockington & Schaeffer, 4.2): 1 + total =\n"
                      "(1 + master) (1 + parallelization) (1 + search + speculative).\n");
}

/// Returns the row of APHID's use of its slaves and its master, in per cent. It has four shares of
/// the slaves' nodes and the idle share of their time. The last is the share of the time with
/// slaves in which the master was busy. There must be a slave.
std::string aphid_work_columns(const SearchResult& result) {
  const auto count = [&](const char* name) {
    return static_cast<double>(result.own_counters.at(name));
  };
  const auto percent = [](double part, double whole) { return whole > 0 ? 100 * part / whole : 0; };
  const auto slaves_nodes = static_cast<double>(result.nodes() - result.processors.front().nodes);
  TimeAccount slaves;
  for (std::size_t rank = 1; rank < result.processors.size(); ++rank)
    slaves += result.processors[rank].account;
  return fmt::format(
      " {:7.1f} {:7.1f} {:9.1f} {:8.1f} {:6.1f} {:7.1f}\n",
      percent(count("needed_nodes"), slaves_nodes), percent(count("ahead_nodes"), slaves_nodes),
      percent(count("abandoned_nodes"), slaves_nodes),
      percent(count("repeated_nodes"), slaves_nodes), percent(slaves.idle, slaves.total()),
      percent(count("master_busy_us"), count("with_slaves_us")));
}

/// Writes APHID's use of its slaves and its master, if APHID was run on several processors.
void write_aphid_work(Line out, const std::vector<Problem>& problems, const std::vector<Run>& runs,
                      std::size_t width) {
  const auto counts = [](const Run& run) { return run.has_slaves() && !run.error; };
  if (std::ranges::none_of(runs, counts))
    return;
  fmt::format_to(out, "\n{:<{}} {:>4} {:>7} {:>7} {:>9} {:>8} {:>6} {:>7}\n", "position", width,
                 "P", "needed%", "ahead%", "given up%", "again%", "idle%", "master%");
  for (const Run& run : runs) {
    if (counts(run))
      fmt::format_to(out, "{:<{}} {:>4}{}", cut(label(problems, run.problem), width), width,
                     run.searched.processors, aphid_work_columns(run.result));
  }
  fmt::format_to(out, "shares of the slaves' nodes: needed by the master when the search began, "
                      "ahead of the master,\n"
                      "in searches given up, and searched again; idle: share of the slaves' time;\n"
                      "master: share of the time with slaves in which the master was busy.\n");
}

constexpr std::string_view overheads_legend =
    "SO additional work, CO communication, SY synchronization (Weill 1996, 3.1).";
constexpr std::string_view speed_legend =
    "Processors differ in speed: in EF and the overheads, P is the number of processors like the "
    "first that would be as fast together, and times are weighted by their processor's speed.";
constexpr std::string_view left_out_legend =
    "No speedups and overheads where a search or a baseline was stopped before its depth.";
constexpr std::string_view summary_legend =
    "mean: means of the positions' figures; from, to: its 95 % interval (t over positions, "
    "corrected "
    "for skewness); sums: figures of the sums; in both rows time and nodes are sums.";

/// Returns a text on the columns that every table has.
std::string search_legend(const ReportHeader& header, const Problem& problem,
                          const Columns& columns) {
  const auto unit = problem.value_words.unit;
  return fmt::format("P processors; {}time is {}{}.",
                     unit.empty() ? "" : fmt::format("values in {}, for the side to move; ", unit),
                     header.has_simulated_time() ? "simulated" : "real",
                     columns.is_narrowed() ? ""
                                           : "; work, comm, idle: shares of the processors' time");
}

/// Returns a text on the columns of comparisons.
std::string comparison_legend(const Columns& columns) {
  return fmt::format("RS speedup over 1 processor, AS over the best sequential search{}. "
                     "Overheads, as multiples of the time of 1 processor: "
                     "{}{}{}",
                     columns.efficiency ? ", EF = AS / P" : "", columns.wide ? "TO total, " : "",
                     overheads_legend, columns.wide ? "" : " --wide: all columns.");
}

/// Returns the greatest speedup over the best sequential search if several runs are compared, or
/// else infinity.
double best_speedup(const std::vector<Run>& runs) {
  double best = 0;
  int count = 0;
  for (const auto& run : runs) {
    if (const auto comparison = run.comparison()) {
      best = std::max(best, comparison->absolute_speedup);
      ++count;
    }
  }
  return count > 1 ? best : std::numeric_limits<double>::infinity();
}

/// Returns true if a run has baselines, but cannot be compared with them.
bool was_left_out(const Run& run) { return run.baselines && !run.is_comparable(); }

bool have_different_speeds(const Run& run) {
  return std::ranges::any_of(run.result.processors,
                             [](const ProcessorResult& processor) { return processor.speed != 1; });
}

} // namespace

double without_minus_zero(double figure, int digits) {
  return std::abs(figure) * std::pow(10, digits) <= 0.5 ? 0 : figure;
}

std::string ReportHeader::machine_size() const {
  if (!is_simulated() && hosts == cores)
    return fmt::format("{} cores", cores);
  const auto text = fmt::format("{} host{}", hosts, hosts == 1 ? "" : "s");
  return cores == hosts ? text : fmt::format("{}, {} cores", text, cores);
}

std::string text_report(const ReportHeader& header, const std::vector<Problem>& problems,
                        const std::vector<Run>& runs, const ReportForm& form) {
  std::string text;
  const Line out(text);
  write_head(out, header, form.style);
  if (problems.size() == 1)
    write_position(out, problems.front(), form.style);
  if (runs.size() == 1)
    write_details(out, problems[runs.front().problem], runs.front(), form.style);
  const bool stopped =
      std::ranges::any_of(runs, [](const Run& run) { return run.result.was_stopped(); });
  Columns columns{label_width(problems),
                  stopped,
                  std::ranges::any_of(runs, &Run::is_comparable),
                  form.wide,
                  form.style,
                  best_speedup(runs)};
  columns.fit();
  write_table_head(out, columns);
  const auto rows = repeats_of(runs);
  for (const auto& repeats : rows) {
    const auto& problem = problems[repeats.front().problem];
    const auto name = cut(label(problems, repeats.front().problem), columns.width);
    if (repeats.size() == 1)
      write_run(out, name, problem, columns, repeats.front());
    else
      write_repeats(out, name, problem, columns, repeats);
  }
  const auto seeds = rows.front().size();
  const bool summarized = problems.size() > 1 || seeds > 1;
  if (summarized)
    write_summaries(out, runs, columns);
  text += '\n';
  const auto explain = [&](std::string_view legend) {
    fmt::format_to(out, "{}\n", form.style.paragraph(legend, 0));
  };
  explain(search_legend(header, problems.front(), columns));
  if (columns.baselines) {
    explain(comparison_legend(columns));
    if (std::ranges::any_of(runs, have_different_speeds))
      explain(speed_legend);
  }
  if (header.is_simulated() && std::ranges::any_of(runs, [](const Run& run) {
        return !run.error && run.result.had_free_communication();
      }))
    explain(free_communication);
  if (summarized)
    explain(summary_legend);
  if (seeds > 1)
    explain(fmt::format("Rows of positions: means over {} seeds.", seeds));
  if (std::ranges::any_of(runs, [](const Run& run) { return was_left_out(run); }))
    explain(left_out_legend);
  write_aphid_overheads(out, problems, runs, columns.width);
  write_aphid_work(out, problems, runs, columns.width);
  return text;
}

} // namespace eldest
