#include "sim/experiments/experiment.hpp"

#include "sim/experiments/json.hpp"
#include "sim/system/child_process.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <variant>

namespace eldest {
namespace {

/// One of the searches of an experiment.
struct ScheduledSearch {
  std::size_t problem; ///< index
  SearchCase searched;

  bool operator==(const ScheduledSearch&) const = default;
};

/// Runs the tasks one after another in this process. Calls `on_done(count)` after each.
std::vector<TaskResult> run_here(const std::vector<Task>& tasks,
                                 const std::function<void(std::size_t)>& on_done) {
  std::vector<TaskResult> results;
  for (const auto& task : tasks) {
    results.push_back(attempt(task));
    on_done(results.size());
  }
  return results;
}

/// The searches that an experiment needs, each once, and their results.
class Schedule {
public:
  Schedule(const Experiment& experiment, const std::vector<Problem>& problems)
      : experiment_(experiment), problems_(problems) {}

  void add(const ScheduledSearch& search) {
    if (std::ranges::find(searches_, search) == searches_.end())
      searches_.push_back(search);
  }

  void run(const std::function<void(std::size_t, std::size_t)>& on_progress) {
    std::vector<Task> tasks;
    for (const auto& search : searches_)
      tasks.push_back(task(search, tasks.size()));
    on_progress(0, tasks.size());
    std::size_t finished = 0;
    const auto show = [&] { on_progress(finished, tasks.size()); };
    const auto on_done = [&](std::size_t done) {
      finished = done;
      show();
    };
    const auto on_wait = experiment_.progress != nullptr ? std::function<void()>(show) : nullptr;
    results_ = experiment_.jobs ? run_in_child_processes(tasks, *experiment_.jobs, on_done, on_wait,
                                                         {}, experiment_.interrupts)
                                : run_here(tasks, on_done);
    throw_if_all_is_bad_input();
  }

  [[nodiscard]] const TaskResult& result(const ScheduledSearch& search) const {
    const auto place = std::ranges::find(searches_, search) - searches_.begin();
    return results_[static_cast<std::size_t>(place)];
  }

private:
  [[nodiscard]] Task task(const ScheduledSearch& search, std::size_t place) const {
    auto* const progress =
        experiment_.progress != nullptr ? &experiment_.progress->of(place) : nullptr;
    return [this, search, progress]() -> Json {
      return experiment_.search(problems_[search.problem], search.searched, progress);
    };
  }

  /// Throws the first InputError of a search, unless another search has a result, which would be
  /// lost.
  void throw_if_all_is_bad_input() const {
    const auto has_result = [](const TaskResult& result) {
      return !result.bad_input && !result.failure;
    };
    if (std::ranges::any_of(results_, has_result))
      return;
    for (const auto& result : results_) {
      if (result.bad_input)
        throw InputError(*result.bad_input);
    }
  }

  const Experiment& experiment_;
  const std::vector<Problem>& problems_;
  std::vector<ScheduledSearch> searches_;
  std::vector<TaskResult> results_; ///< in the order of the searches
};

/// Returns the cases of the baselines for searches with `seed`: the algorithm itself, αβ, NegaScout
/// and, for MTD(f), the sequential MTD(f), on one processor. All but the first are deterministic,
/// so one seed is enough for them.
std::vector<SearchCase> baselines_of(const Experiment& experiment, std::uint64_t seed) {
  const auto first = experiment.seeds.front();
  std::vector<SearchCase> cases{{experiment.algorithm, 1, seed},
                                {AlphaBetaSettings{}, 1, first},
                                {NegaScoutSettings{}, 1, first}};
  if (experiment.mtdf)
    cases.push_back({MtdfSettings{}, 1, first});
  return cases;
}

void add_searches(Schedule& schedule, const Experiment& experiment, std::size_t problem) {
  for (const int processors : experiment.processors) {
    for (const auto seed : experiment.seeds)
      schedule.add({problem, {experiment.algorithm, processors, seed}});
  }
  if (!experiment.baselines)
    return;
  for (const auto seed : experiment.seeds) {
    for (const auto& searched : baselines_of(experiment, seed))
      schedule.add({problem, searched});
  }
}

/// Returns the error of a search as a RunError, whatever its type, or nothing.
std::optional<RunError> error_of(const TaskResult& result) {
  if (!result.bad_input)
    return result.failure;
  const auto& error = *result.bad_input;
  return error.subject() ? RunError(*error.subject(), error.message()) : RunError(error.what());
}

/// Returns the baselines of a position, or the error of one of them.
std::variant<Baselines, RunError> find_baselines(const Schedule& schedule,
                                                 const Experiment& experiment, std::size_t problem,
                                                 std::uint64_t seed) {
  std::vector<SearchResult> results;
  for (const auto& searched : baselines_of(experiment, seed)) {
    const auto& found = schedule.result({problem, searched});
    if (const auto error = error_of(found))
      return RunError(std::string("baseline: ") + error->what());
    results.push_back(found.result.get<SearchResult>());
  }
  return make_baselines(results[0], results[1], results[2],
                        experiment.mtdf ? std::optional(results[3]) : std::nullopt);
}

Run make_run(const Schedule& schedule, const Experiment& experiment, std::size_t problem,
             const SearchCase& searched) {
  Run run;
  run.problem = problem;
  run.searched = searched;
  const auto& found = schedule.result({problem, searched});
  if (const auto error = error_of(found)) {
    run.error = error;
    run.has_bad_input = found.bad_input.has_value();
    return run;
  }
  found.result.get_to(run.result);
  if (experiment.baselines) {
    auto baselines = find_baselines(schedule, experiment, problem, searched.seed);
    if (const auto* const error = std::get_if<RunError>(&baselines))
      run.error = *error;
    else
      run.baselines = std::get<Baselines>(std::move(baselines));
  }
  return run;
}

/// Returns the mean of a figure over runs, which is above 0, and its confidence interval. Runs of
/// the same position must be adjacent.
MeanFigure mean_figure(const std::vector<const Run*>& runs,
                       double (*figure_of)(const SearchResult&)) {
  Samples samples;
  const Run* previous = nullptr;
  for (const Run* run : runs) {
    if (previous == nullptr || previous->problem != run->problem)
      samples.emplace_back();
    samples.back().push_back(figure_of(run->result));
    previous = run;
  }
  return {mean(samples), confidence_interval(samples, FigureRange::positive)};
}

Summary summarize(int processors, const std::vector<const Run*>& runs) {
  Summary summary;
  summary.processors = processors;
  summary.runs = runs.size();
  std::vector<SearchResult> results;
  std::vector<SearchResult> compared;
  std::vector<SearchResult> relative;
  std::vector<SearchResult> absolute;
  std::map<std::size_t, std::vector<Comparison>> comparisons; // by position
  std::vector<AphidOverhead> aphid_overheads;
  for (const Run* run : runs) {
    results.push_back(run->result);
    if (const auto comparison = run->comparison()) {
      comparisons[run->problem].push_back(*comparison);
      compared.push_back(run->result);
      relative.push_back(run->baselines->relative);
      absolute.push_back(run->baselines->absolute);
    }
    if (const auto overhead = run->aphid_overhead())
      aphid_overheads.push_back(*overhead);
  }
  summary.sum = sum(results);
  summary.time = mean_figure(runs, [](const SearchResult& result) { return result.time; });
  summary.nodes = mean_figure(
      runs, [](const SearchResult& result) { return static_cast<double>(result.nodes()); });
  summary.compared = compared.size();
  if (!comparisons.empty()) {
    std::vector<std::vector<Comparison>> by_position;
    for (const auto& [problem, repeats] : comparisons)
      by_position.push_back(repeats);
    summary.mean = mean(by_position);
    summary.interval = confidence_interval(by_position);
    summary.ratio_of_sums = compare(sum(compared), {sum(relative), sum(absolute), ""});
  }
  if (!aphid_overheads.empty())
    summary.aphid_mean = mean(aphid_overheads);
  return summary;
}

} // namespace

std::vector<Run> run_experiment(const Experiment& experiment, const std::vector<Problem>& problems,
                                const std::function<void(std::size_t, std::size_t)>& on_progress) {
  Schedule schedule(experiment, problems);
  for (std::size_t problem = 0; problem < problems.size(); ++problem)
    add_searches(schedule, experiment, problem);
  schedule.run(on_progress);
  std::vector<Run> runs;
  for (std::size_t problem = 0; problem < problems.size(); ++problem) {
    for (const int processors : experiment.processors) {
      for (const auto seed : experiment.seeds)
        runs.push_back(
            make_run(schedule, experiment, problem, {experiment.algorithm, processors, seed}));
    }
  }
  return runs;
}

std::vector<Summary> summarize(const std::vector<Run>& runs) {
  std::map<int, std::vector<const Run*>> by_processors;
  for (const Run& run : runs) {
    if (!run.error)
      by_processors[run.searched.processors].push_back(&run);
  }
  std::vector<Summary> summaries;
  for (const auto& [processors, group] : by_processors)
    summaries.push_back(summarize(processors, group));
  return summaries;
}

std::vector<std::vector<Run>> repeats_of(const std::vector<Run>& runs) {
  std::vector<std::vector<Run>> all;
  for (const auto& run : runs) {
    const auto is_repeat = [&](const std::vector<Run>& repeats) {
      return repeats.front().problem == run.problem &&
             repeats.front().searched.processors == run.searched.processors;
    };
    if (all.empty() || !is_repeat(all.back()))
      all.emplace_back();
    all.back().push_back(run);
  }
  return all;
}

} // namespace eldest
