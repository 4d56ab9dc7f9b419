#include "sim/cli/report.hpp"
#include "sim/cli/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace eldest {
namespace {

using Line = std::back_insert_iterator<std::string>;

/// "#3" for a position without a name.
std::string label(const std::vector<Problem>& problems, std::size_t index) {
  return problems[index].id.empty() ? fmt::format("#{}", index + 1) : problems[index].id;
}

std::size_t label_width(const std::vector<Problem>& problems) {
  std::size_t width = 8; // "position"
  for (std::size_t index = 0; index < problems.size(); ++index)
    width = std::max(width, label(problems, index).size());
  return width;
}

double percent(double part, double whole) { return whole == 0 ? 0 : 100 * part / whole; }

std::string time_split(const TimeAccount& account) {
  const double total = account.total();
  return fmt::format("{:5.1f} {:5.1f} {:5.1f}", percent(account.work, total),
                     percent(account.communication, total), percent(account.idle, total));
}

std::string comparison_columns(const Comparison& comparison) {
  const auto overhead = [](double figure) { return without_minus_zero(figure, 3); };
  return fmt::format(
      " {:6.2f} {:6.2f} {:5.2f}  {:6.3f} {:6.3f} {:6.3f} {:6.3f}", comparison.relative_speedup,
      comparison.absolute_speedup, comparison.efficiency, overhead(comparison.total_overhead),
      overhead(comparison.search_overhead), overhead(comparison.communication_overhead),
      overhead(comparison.synchronization_overhead));
}

void write_head(Line out, const ReportHeader& header) {
  fmt::format_to(out, "eldest {}: {}{}, {}, depth {}\n", version, header.algorithm,
                 header.algorithm == header.search ? "" : " on " + header.search, header.tree,
                 header.depth);
  if (header.is_simulated())
    fmt::format_to(out, "platform {} ({}), {}, model {}\n", header.platform, header.platform_file,
                   header.machine_size(), header.model);
  else
    fmt::format_to(out, "{}, {} cores, {}\n", header.platform, header.hosts, header.model);
}

void write_iterations(Line out, const SearchResult& result) {
  fmt::format_to(out, "\n{:>5} {:>8} {:>14} {:>12}\n", "depth", "value", "done at (s)", "nodes");
  for (const auto& iteration : result.iterations)
    fmt::format_to(out, "{:5} {:8} {:14.6f} {:12}\n", iteration.depth, iteration.value,
                   iteration.time, iteration.nodes);
}

void write_position(Line out, const Problem& problem) {
  fmt::format_to(out, "position {}{}{}\n", problem.id, problem.id.empty() ? "" : ": ",
                 problem.position);
}

/// Returns the full report of one run.
void write_details(Line out, const Run& run) {
  if (run.error)
    return;
  const auto& result = run.result;
  write_iterations(out, result);
  if (result.was_stopped())
    fmt::format_to(out, "stopped by {} after depth {}\n", *result.stopped_by, result.depth());
  const auto& traffic = result.traffic;
  fmt::format_to(out, "\nvalue {}, best move {}, principal variation {}\n", result.value,
                 result.best_move.empty() ? "none" : result.best_move,
                 fmt::join(result.principal_variation, " "));
  if (const auto& combined = result.combined)
    fmt::format_to(out, "best of results to different depths: value {}, best move {}, depth {}\n",
                   combined->value, combined->best_move, combined->depth);
  fmt::format_to(out,
                 "nodes {} ({} interior, {} leaves, {} quiescence), {:.1f} % of cut-offs by the "
                 "first move\n",
                 result.nodes(), result.counters.interior, result.counters.leaves,
                 result.counters.quiescence, 100 * result.first_move_cutoff_rate());
  fmt::format_to(out, "table {} reads, {} writes (ratio {:.2f}), {} hits, {} sons deferred\n",
                 traffic.reads, traffic.writes,
                 traffic.writes == 0
                     ? 0
                     : static_cast<double>(traffic.reads) / static_cast<double>(traffic.writes),
                 result.counters.table_hits, result.counters.deferred);
  fmt::format_to(out, "network {} messages, {} bytes\n", traffic.messages, traffic.bytes);
  if (run.is_comparable())
    fmt::format_to(out,
                   "baselines: relative {:.6f} s and {} nodes on 1 processor; absolute ({}) "
                   "{:.6f} s and {} nodes\n",
                   run.baselines->relative.time, run.baselines->relative.nodes(),
                   run.baselines->absolute_algorithm, run.baselines->absolute.time,
                   run.baselines->absolute.nodes());
}

/// The columns of the table of runs that not every table has, and the width of the first.
struct Columns {
  std::size_t width;
  bool depths;    ///< that were reached: where searches were stopped
  bool baselines; ///< the figures of comparisons
};

void write_run(Line out, const std::string& name, const Columns& columns, const Run& run) {
  fmt::format_to(out, "{:<{}} {:>4}", name, columns.width, run.searched.processors);
  if (run.error) {
    fmt::format_to(out, "  failed: {}\n", run.error->what());
    return;
  }
  const auto& result = run.result;
  fmt::format_to(out, " {:>8} {:>6}", result.value, result.best_move);
  if (columns.depths)
    fmt::format_to(out, " {:>5}", result.depth());
  fmt::format_to(out, " {:>14.6f} {:>12}  {}", result.time, result.nodes(),
                 time_split(result.account()));
  if (const auto comparison = run.comparison())
    fmt::format_to(out, "{}", comparison_columns(*comparison));
  fmt::format_to(out, "\n");
}

/// The text that all runs have in common; "-" if they differ.
template <class Text> std::string common(const std::vector<const Run*>& runs, const Text& text_of) {
  const auto text = text_of(*runs.front());
  return std::ranges::all_of(runs, [&](const Run* run) { return text_of(*run) == text; }) ? text
                                                                                          : "-";
}

/// Writes the means over repeats of one search, of which there are several.
void write_repeats(Line out, const std::string& name, const Columns& columns,
                   const std::vector<Run>& repeats) {
  std::vector<const Run*> done;
  for (const auto& run : repeats) {
    if (!run.error)
      done.push_back(&run);
  }
  fmt::format_to(out, "{:<{}} {:>4}", name, columns.width, repeats.front().searched.processors);
  if (done.size() < repeats.size()) {
    const auto failed =
        std::ranges::find_if(repeats, [](const Run& run) { return run.error.has_value(); });
    fmt::format_to(out, "  {} of {} failed: {}\n", repeats.size() - done.size(), repeats.size(),
                   failed->error->what());
    return;
  }
  const auto summary = summarize(repeats).front();
  const auto count = static_cast<double>(repeats.size());
  fmt::format_to(out, " {:>8} {:>6}",
                 common(done, [](const Run& run) { return fmt::to_string(run.result.value); }),
                 common(done, [](const Run& run) { return run.result.best_move; }));
  if (columns.depths)
    fmt::format_to(out, " {:>5}",
                   common(done, [](const Run& run) { return fmt::to_string(run.result.depth()); }));
  fmt::format_to(out, " {:>14.6f} {:>12.0f}  {}", summary.sum.time / count,
                 static_cast<double>(summary.sum.nodes()) / count,
                 time_split(summary.sum.account()));
  if (summary.mean)
    fmt::format_to(out, "{}", comparison_columns(*summary.mean));
  fmt::format_to(out, "\n");
}

/// Writes one limit of the confidence interval of a mean, in the columns of the figures.
void write_limit(Line out, std::string_view name, const Columns& columns, const Comparison& limit) {
  const int before = columns.depths ? 71 : 65; // the columns from P to idle%
  fmt::format_to(out, "{:<{}} {:>{}}{}\n", name, columns.width, "", before,
                 comparison_columns(limit));
}

void write_table_head(Line out, const Columns& columns) {
  fmt::format_to(out, "\n{:<{}} {:>4} {:>8} {:>6}", "position", columns.width, "P", "value",
                 "move");
  if (columns.depths)
    fmt::format_to(out, " {:>5}", "depth");
  fmt::format_to(out, " {:>14} {:>12}  {:>5} {:>5} {:>5}", "time (s)", "nodes", "work%", "comm%",
                 "idle%");
  if (columns.baselines)
    fmt::format_to(out, " {:>6} {:>6} {:>5}  {:>6} {:>6} {:>6} {:>6}", "RS", "AS", "EF", "TO", "SO",
                   "CO", "SY");
  fmt::format_to(out, "\n");
}

void write_summary_row(Line out, std::string_view name, const Columns& columns,
                       const Summary& summary, const std::optional<Comparison>& comparison) {
  fmt::format_to(out, "{:<{}} {:>4} {:>8} {:>6}", name, columns.width, summary.processors, "", "");
  if (columns.depths)
    fmt::format_to(out, " {:>5}", "");
  fmt::format_to(out, " {:>14.6f} {:>12}  {}", summary.sum.time, summary.sum.nodes(),
                 time_split(summary.sum.account()));
  if (comparison)
    fmt::format_to(out, "{}", comparison_columns(*comparison));
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

/// Returns APHID's own split of the overheads, if APHID was run and there are baselines to compare
/// it with.
void write_aphid_overheads(Line out, const std::vector<Problem>& problems,
                           const std::vector<Run>& runs, std::size_t width) {
  if (std::none_of(runs.begin(), runs.end(),
                   [](const Run& run) { return run.aphid_overhead().has_value(); }))
    return;
  fmt::format_to(out, "\n{:<{}} {:>4} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "position", width, "P",
                 "total", "master", "parall.", "search", "specul.");
  for (const Run& run : runs) {
    if (const auto overhead = run.aphid_overhead())
      fmt::format_to(out, "{:<{}} {:>4}{}", label(problems, run.problem), width,
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

/// Returns the use that APHID made of its slaves and its master: per cent of the slaves' nodes, of
/// their time, and of the time in which slaves took part. The master must not be alone.
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

/// Returns how APHID's slaves and its master were used, if APHID was run on several processors.
void write_aphid_work(Line out, const std::vector<Problem>& problems, const std::vector<Run>& runs,
                      std::size_t width) {
  const auto counts = [](const Run& run) { return run.has_slaves() && !run.error; };
  if (std::ranges::none_of(runs, counts))
    return;
  fmt::format_to(out, "\n{:<{}} {:>4} {:>7} {:>7} {:>9} {:>8} {:>6} {:>7}\n", "position", width,
                 "P", "needed%", "ahead%", "given up%", "again%", "idle%", "master%");
  for (const Run& run : runs) {
    if (counts(run))
      fmt::format_to(out, "{:<{}} {:>4}{}", label(problems, run.problem), width,
                     run.searched.processors, aphid_work_columns(run.result));
  }
  fmt::format_to(
      out, "shares of the slaves' nodes: needed by the master when the search began, ahead of "
           "it,\nin searches given up, and searched again; idle: of the slaves' time; "
           "master: busy.\n");
}

constexpr std::string_view search_legend =
    "\nP processors; time is {}; work, comm, idle: shares of the processors' time.\n";
constexpr std::string_view comparison_legend =
    "RS speedup over 1 processor, AS over the best sequential search, EF = AS / P; overheads:\n"
    "TO total, SO search (work), CO communication, SY synchronization (Weill 1996, 3.1).\n";
constexpr std::string_view speed_legend =
    "Processors differ in speed: in EF and the overheads P counts those like the first that would\n"
    "be as fast together, and seconds count by their processor's speed.\n";
constexpr std::string_view left_out_legend =
    "No speedups and overheads where a search or a baseline was stopped before its depth.\n";
constexpr std::string_view summary_legend =
    "mean: means of the positions' figures; from, to: its 95 % interval (bootstrap over positions\n"
    "and seeds); sums: figures of the sums; in both rows time and nodes are sums.\n";
constexpr std::string_view repeats_legend = "Rows of positions: means over {} seeds.\n";

/// Whether a run has baselines that it cannot be compared with.
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
  const auto text = fmt::format("{} host{}", hosts, hosts == 1 ? "" : "s");
  return cores == hosts ? text : fmt::format("{}, {} cores", text, cores);
}

std::string text_report(const ReportHeader& header, const std::vector<Problem>& problems,
                        const std::vector<Run>& runs) {
  std::string text;
  const Line out(text);
  write_head(out, header);
  if (problems.size() == 1)
    write_position(out, problems.front());
  if (runs.size() == 1)
    write_details(out, runs.front());
  const auto width = label_width(problems);
  const bool baselines = std::ranges::any_of(runs, &Run::is_comparable);
  const bool stopped =
      std::ranges::any_of(runs, [](const Run& run) { return run.result.was_stopped(); });
  const Columns columns{width, stopped, baselines};
  write_table_head(out, columns);
  const auto rows = repeats_of(runs);
  for (const auto& repeats : rows) {
    const auto name = label(problems, repeats.front().problem);
    if (repeats.size() == 1)
      write_run(out, name, columns, repeats.front());
    else
      write_repeats(out, name, columns, repeats);
  }
  const auto seeds = rows.front().size();
  const bool summarized = problems.size() > 1 || seeds > 1;
  if (summarized)
    write_summaries(out, runs, columns);
  fmt::format_to(out, search_legend, header.is_simulated() ? "simulated" : "real");
  fmt::format_to(out, "{}{}{}", baselines ? comparison_legend : "",
                 baselines && std::ranges::any_of(runs, have_different_speeds) ? speed_legend : "",
                 summarized ? summary_legend : "");
  if (seeds > 1)
    fmt::format_to(out, repeats_legend, seeds);
  if (std::ranges::any_of(runs, [](const Run& run) { return was_left_out(run); }))
    fmt::format_to(out, "{}", left_out_legend);
  write_aphid_overheads(out, problems, runs, width);
  write_aphid_work(out, problems, runs, width);
  return text;
}

} // namespace eldest
