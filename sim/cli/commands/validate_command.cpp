#include "sim/cli/commands/search_report.hpp"
#include "sim/cli/commands/shell_search.hpp"
#include "sim/cli/options/algorithm_options.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/platform_options.hpp"
#include "sim/cli/options/problem_options.hpp"
#include "sim/cli/options/search_options.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/cli/reports/printed.hpp"
#include "sim/cli/reports/progress.hpp"
#include "sim/cli/reports/report.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/experiments/simulation.hpp"
#include "sim/experiments/thread_search.hpp"
#include "sim/experiments/validation.hpp"
#include "sim/platform_files/platform_file.hpp"
#include "sim/sweeps/point.hpp"
#include "sim/system/child_process.hpp"
#include "sim/system/interrupts.hpp"
#include "sim/system/local_cores.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <numeric>

namespace eldest {
namespace po = boost::program_options;
namespace {

Options validate_options() {
  Options options;
  add_search_options(options, "1,2");
  add_platform_options(options);
  options.about("search")("algorithm,a",
                          text("ALGORITHM", "abdada,ybwc,aphid,simplified-abdada,shared-table"),
                          "parallel algorithms, separated by commas; the sequential search that "
                          "they are built on is always made, too");
  add_model_option(options, "loggp");
  options.about("machine") //
      ("jitter", text("TIME", "0"),
       "greatest random delay of a simulated message, such as 10us; the seed determines the "
       "delays") //
      ("real", text("COMMAND"),
       "make each real search by this command of the shell, instead of threads: mpirun -n "
       "{processors} eldest-cluster run --cluster, where {processors} stands for their number; the "
       "options that choose the search are added to it; see docs/reference/cluster.md");
  options.about("experiment") //
      ("repeats", text("N", "5"),
       "number of real searches of each kind; the one with the median time is compared") //
      ("seeds", text("N", "1"),
       "number of simulations of each kind, with --seed 1, 2 and so on; the one with the median "
       "time is compared");
  options.about("experiment")("strict", flag(),
                              "refuse a platform whose measured numbers are not sure");
  add_wide_option(options);
  add_json_option(options);
  add_algorithm_options(options);
  return options;
}

/// Returns a row of the most important figures.
std::string narrow_row(const ValidatedRow& row) {
  const auto name =
      fmt::format("{}{}", row.kind.algorithm.name(), row.kind.concurrent ? " each" : "");
  return fmt::format(
      "{:<23} {:>3} {:9.4f} {:5.1f} {:9.4f} {:6.1f} {:6.1f}  {:6.3f} {:6.3f} {:6.1f}\n", name,
      row.kind.processors, row.real.time, 100 * row.real.spread, row.simulated.time,
      without_minus_zero(100 * row.time_deviation, 1),
      without_minus_zero(100 * row.node_deviation, 1), row.real.comparison.relative_speedup,
      row.simulated.comparison.relative_speedup,
      without_minus_zero(100 * row.speedup_deviation(), 1));
}

std::string wide_row(const ValidatedRow& row) {
  const auto& real = row.real;
  const auto& simulated = row.simulated;
  const auto both = [&](double Comparison::*figure) {
    return fmt::format(" {:6.3f} {:6.3f}", without_minus_zero(real.comparison.*figure, 3),
                       without_minus_zero(simulated.comparison.*figure, 3));
  };
  return fmt::format(
      "{:<18} {:>3} {:9.4f} {:5.1f} {:9.4f} {:6.1f} {:11.0f} {:11.0f} {:6.1f} {} {:6.1f} {} {} {} "
      "{}\n",
      fmt::format("{}{}", row.kind.algorithm.name(), row.kind.concurrent ? " each" : ""),
      row.kind.processors, real.time, 100 * real.spread, simulated.time,
      without_minus_zero(100 * row.time_deviation, 1), real.nodes, simulated.nodes,
      without_minus_zero(100 * row.node_deviation, 1), both(&Comparison::relative_speedup),
      without_minus_zero(100 * row.speedup_deviation(), 1), both(&Comparison::absolute_speedup),
      both(&Comparison::search_overhead), both(&Comparison::communication_overhead),
      both(&Comparison::synchronization_overhead));
}

constexpr std::string_view each_legend = "'each': a search on each core at once, with its own "
                                         "table, shows the computer's loss of speed.\n";
constexpr std::string_view validation_legend =
    "Each figure: real, then simulated; dev%: simulated / real - 1. Of repeated searches, the one\n"
    "with the median time counts; +-%: its spread. With several positions, means over them.\n";
constexpr std::string_view narrow_columns_legend =
    "nodes%: dev% of the nodes; RS speedup over 1 processor. --wide: nodes, absolute speedups, "
    "overheads.\n";
constexpr std::string_view wide_columns_legend =
    "RS speedup over 1 processor, AS over the sequential search; overheads: SO search (work),\n"
    "CO communication, SY synchronization (Weill 1996, 3.1).\n";

/// The machine of the real searches, as the report describes it.
struct RealMachine {
  std::string computer;          ///< its processors, and their number
  std::string model = "threads"; ///< name of the model in reports on its searches
  std::string command = {};      ///< shell command; empty: this program makes the searches
  std::string mpi = {};          ///< name of a cluster's MPI; empty: no cluster

  [[nodiscard]] std::string text() const {
    return fmt::format("{}{}{}{}{}", computer, mpi.empty() ? "" : ", ", mpi,
                       command.empty() ? "" : "\n  by ", on_one_line(command));
  }
};

/// Returns the fields that are not empty.
Json json_of(const RealMachine& machine) {
  Json json{{"model", machine.model}};
  if (!machine.command.empty())
    json["command"] = machine.command;
  if (!machine.mpi.empty())
    json["mpi"] = machine.mpi;
  return json;
}

void print_text(const ReportHeader& header, const RealMachine& machine,
                const std::vector<Problem>& problems, const std::vector<ValidatedRow>& rows,
                bool wide) {
  const auto style = Style::of(STDOUT_FILENO);
  std::cout << fmt::format("eldest {}: {}, depth {}, {} positions\nreal: {}\nsimulated: {} ({}), "
                           "{}, model {}\n\n",
                           version, header.tree, header.depth, problems.size(), machine.text(),
                           on_one_line(header.platform), on_one_line(header.platform_file),
                           header.machine_size(), header.model);
  const auto head =
      wide ? fmt::format("{:<18} {:>3} {:>9} {:>5} {:>9} {:>6} {:>11} {:>11} {:>6}  {:>6} {:>6} "
                         "{:>6}  {:>6} {:>6}  {:>6} {:>6}  {:>6} {:>6}  {:>6} {:>6}",
                         "algorithm", "P", "time (s)", "+-%", "sim.", "dev%", "nodes", "sim.",
                         "dev%", "RS", "sim.", "dev%", "AS", "sim.", "SO", "sim.", "CO", "sim.",
                         "SY", "sim.")
           : fmt::format("{:<23} {:>3} {:>9} {:>5} {:>9} {:>6} {:>6}  {:>6} {:>6} {:>6}",
                         "algorithm", "P", "time (s)", "+-%", "sim.", "dev%", "nodes%", "RS",
                         "sim.", "dev%");
  std::cout << style.heading(head) << '\n';
  for (const auto& row : rows)
    std::cout << (wide ? wide_row(row) : narrow_row(row));
  const bool has_each =
      std::ranges::any_of(rows, [](const ValidatedRow& row) { return row.kind.concurrent; });
  std::cout << '\n'
            << (has_each ? each_legend : "") << validation_legend
            << (wide ? wide_columns_legend : narrow_columns_legend);
}

/// Runs several searches at once. Returns one of their results, with the mean of their times.
SearchResult typical_concurrent_search(const ThreadSearch& search, const Problem& problem,
                                       int copies) {
  const auto results = search_concurrently(search, problem, copies);
  auto typical = results.front();
  typical.time = std::accumulate(results.begin(), results.end(), 0.0,
                                 [](double sum, const auto& one) { return sum + one.time; }) /
                 copies;
  return typical;
}

/// Returns the figures of a search that the report has.
Json brief(const SearchResult& result) {
  const auto account = result.account();
  return {
      {"time_s", result.time},
      {"nodes", result.nodes()},
      {"value", result.value},
      {"processor_time_s",
       {{"work", account.work}, {"communication", account.communication}, {"idle", account.idle}}}};
}

Json report_json(const ReportHeader& header, const RealMachine& machine,
                 const std::vector<Problem>& problems, const std::vector<ValidatedSearch>& searches,
                 const std::vector<ValidatedRow>& rows) {
  Json json{{"command", "validate"},
            {"version", version},
            {"computer", machine.computer},
            {"real", json_of(machine)},
            {"platform",
             {{"file", header.platform_file},
              {"name", header.platform},
              {"hosts", header.hosts},
              {"cores", header.cores}}},
            {"search", header.search},
            {"tree", header.tree},
            {"depth", header.depth},
            {"model", header.model},
            {"options", header.options},
            {"rows", rows},
            {"searches", Json::array()}};
  for (const auto& search : searches) {
    Json one{{"position", problems[search.problem].position},
             {"id", problems[search.problem].id},
             {"algorithm", search.kind.algorithm.name()},
             {"processors", search.kind.processors},
             {"at_once", search.kind.concurrent},
             {"simulated", Json::array()},
             {"real", Json::array()}};
    for (const auto& result : search.simulated)
      one["simulated"].push_back(brief(result));
    for (const auto& result : search.real)
      one["real"].push_back(brief(result));
    if (search.failure)
      one["error"] = search.failure->what();
    json["searches"].push_back(std::move(one));
  }
  return json;
}

/// Prints the report. In JSON, the report has a field `interrupted` if a signal ended the searches.
void print_report(const po::variables_map& values, const ReportHeader& header,
                  const RealMachine& machine, const std::vector<Problem>& problems,
                  const std::vector<ValidatedSearch>& searches, bool interrupted) {
  const auto rows = summarize(searches);
  if (!values["json"].as<bool>())
    return print_text(header, machine, problems, rows, values["wide"].as<bool>());
  auto report = report_json(header, machine, problems, searches, rows);
  if (interrupted)
    report["interrupted"] = true;
  add_skipped_positions(report, header.skipped_positions);
  std::cout << serialize(report, 2) << '\n';
}

/// Returns the head of the report, with the platform and the options of all algorithms.
ReportHeader validation_header(const po::variables_map& values, ReportHeader header,
                               const PlatformFile& platform, const PlatformFacts& facts,
                               const std::vector<Algorithm>& algorithms) {
  header.platform = facts.name;
  header.hosts = facts.hosts;
  header.cores = facts.cores;
  header.platform_file = platform.name;
  header.model = values["model"].as<std::string>();
  header.simgrid = other_simgrid(header.model);
  if (const auto settings = settings_given(values); !settings.empty())
    header.options["cfg"] = settings;
  if (!platform.changes.empty())
    header.options["set"] = changes_json(platform);
  for (const auto& algorithm : algorithms)
    header.options.update(algorithm_options_json(algorithm));
  return header;
}

void throw_first_failure(const std::vector<ValidatedSearch>& searches) {
  for (const auto& search : searches) {
    if (search.failure)
      throw RunError(*search.failure);
  }
}

/// The real searches of a validation: their machine, and a function that makes one.
struct RealSearches {
  RealMachine machine;
  SeededSearch search;
};

RealSearches searches_on_threads(const SearchChoice& choice, const Interrupts& interrupts) {
  const auto search = [&](const Problem& problem, const SearchKind& kind, std::uint64_t seed) {
    const int processors = kind.concurrent ? 1 : kind.processors;
    ThreadSearch made{
        processors, kind.algorithm, choice.settings, choice.tables_of(processors), {}};
    made.settings.seed = seed;
    return run_in_child_process(
               [&]() -> Json {
                 return kind.concurrent ? typical_concurrent_search(made, problem, kind.processors)
                                        : search_on_threads(made, problem);
               },
               interrupts)
        .get<SearchResult>();
  };
  return {{fmt::format("{}, {} cores", processor_model(), core_count())}, search};
}

/// Makes a search to depth 1 by `command`, so that mistakes in the command are found before all
/// other searches. Returns the machine on which the command ran. Throws InputError, or RunError
/// with the text "interrupted" after a signal.
RealMachine try_command(const std::string& command, Json settings, const Interrupts& interrupts) {
  settings["depth"] = 1;
  try {
    const auto [report, result] = search_in_shell(command, settings, interrupts);
    ReportHeader header;
    header.hosts = result.platform_hosts;
    header.cores = result.platform_cores;
    const auto& options = report["options"];
    return {fmt::format("{}, {}", result.platform_name, header.machine_size()),
            eldest::text_of(report["model"]), command,
            options.contains("mpi") ? eldest::text_of(options["mpi"]) : ""};
  } catch (const RunError& error) {
    if (interrupts.come())
      throw;
    throw InputError(fmt::format("--real {}: {}", command, error.what()));
  }
}

/// Returns the real searches by the command of --real. First tries the command, with a search by
/// the first algorithm on the largest number of processors. Throws InputError if the trial fails.
RealSearches searches_by_command(const po::variables_map& values, const SearchChoice& choice,
                                 const std::vector<Algorithm>& algorithms, const Problem& first,
                                 const Interrupts& interrupts) {
  const auto& command = values["real"].as<std::string>();
  const auto settings = [&](const Problem& problem, const SearchKind& kind, std::uint64_t seed) {
    return settings_json(search_header(values, kind.algorithm, choice), problem,
                         {kind.algorithm, kind.processors, seed});
  };
  const SearchKind largest{algorithms.front(), choice.processors.back(), false};
  return {try_command(command, settings(first, largest, 1), interrupts),
          [&, settings](const Problem& problem, const SearchKind& kind, std::uint64_t seed) {
            return search_in_shell(command, settings(problem, kind, seed), interrupts).result;
          }};
}

void compare_with_real(const po::variables_map& values) {
  auto choice = read_search_options(values);
  auto algorithms = read_parallel_algorithms(values);
  read_algorithm_options(values, algorithms);
  for (const auto& algorithm : algorithms)
    algorithm.check_supports(choice.settings);
  if (choice.processors.front() != 1)
    choice.processors.insert(choice.processors.begin(), 1);
  const auto platform = read_platform(values);
  const double jitter = read_jitter(values);
  const auto model = read_model(values);
  const auto chosen = choose_problems(values);
  const auto& problems = chosen.problems;
  check_games(choice, problems);
  const auto facts =
      inspect_for_trees(platform, choice.processors.back(), {.tables = {}, .model = model});
  if (values["strict"].as<bool>() && !facts.doubt.empty())
    throw InputError(fmt::format("--strict: the measured numbers of {} are not sure: {}",
                                 platform.name, facts.doubt));

  const Interrupts interrupts;
  Validation validation;
  validation.sequential = sequential_algorithm(choice.settings.search);
  validation.algorithms = algorithms;
  validation.processors = choice.processors;
  validation.seeds = static_cast<int>(in_range(values, "seeds", 1, 1000));
  validation.repeats = static_cast<int>(in_range(values, "repeats", 1, 1000));
  validation.jobs = core_count();
  validation.concurrent = values.count("real") == 0; // a command makes one search at a time
  const auto real = validation.concurrent ? searches_on_threads(choice, interrupts)
                                          : searches_by_command(values, choice, algorithms,
                                                                problems.front(), interrupts);
  validation.real = real.search;
  const auto& tree = values["tree"].as<std::string>();
  const auto costs = facts.node_costs_of(tree);
  validation.simulated = [&](const Problem& problem, const SearchKind& kind, std::uint64_t seed) {
    const int processors = kind.concurrent ? 1 : kind.processors;
    Simulation simulation{platform, processors, kind.algorithm, choice.settings, {}};
    simulation.settings.costs =
        facts.costs_in(kind.algorithm.name(), tree, costs.value_or(problem.costs));
    if (kind.concurrent)
      simulation.settings.costs = simulation.settings.costs * facts.slowdown(kind.processors);
    simulation.settings.seed = seed;
    simulation.machine = {choice.tables_of(processors), jitter, seed, {}, model};
    return simulate(simulation, problem);
  };
  validation.interrupts = &interrupts;
  auto header = validation_header(values, search_header(values, validation.sequential, choice),
                                  platform, facts, algorithms);
  header.skipped_positions = chosen.skipped;
  std::vector<ValidatedSearch> searches;
  {
    ProgressBar bar(values["quiet"].as<bool>());
    searches = validate(validation, problems,
                        [&](std::size_t done, std::size_t all) { bar.show(done, all); });
  }
  print_report(values, header, real.machine, problems, searches, interrupts.come());
  write_printed();
  print_skipped(values, chosen.skipped);
  if (interrupts.come())
    throw RunError("interrupted");
  throw_first_failure(searches);
  print_notes(values, platform, facts.notes);
}

} // namespace

Command validate_command() {
  return {"validate", "compare simulated searches with real ones",
          "Makes the same searches on a simulated platform and on this computer's cores, or by a "
          "command, as on a cluster, and compares them. The computers should do nothing else "
          "meanwhile; eldest calibrate writes the platform.",
          validate_options, compare_with_real};
}

} // namespace eldest
