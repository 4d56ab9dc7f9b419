#include "sim/experiments/validation.hpp"

#include "sim/experiments/json.hpp"
#include "sim/system/child_process.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

std::vector<ValidatedSearch> searches_of(const Validation& validation, std::size_t problems) {
  std::vector<ValidatedSearch> searches;
  for (std::size_t problem = 0; problem < problems; ++problem) {
    const auto add = [&](const SearchKind& kind) { searches.push_back({problem, kind, {}, {}}); };
    add({validation.sequential, 1, false});
    if (validation.concurrent && validation.processors.back() > 1)
      add({validation.sequential, validation.processors.back(), true});
    for (const auto& algorithm : validation.algorithms) {
      for (const int processors : validation.processors)
        add({algorithm, processors, false});
    }
  }
  return searches;
}

std::string describe(const ValidatedSearch& search, const std::vector<Problem>& problems) {
  return fmt::format("{} on {} processors, {}", search.kind.algorithm.name(),
                     search.kind.processors, problems[search.problem].position);
}

void note_failure(ValidatedSearch& search, const std::vector<Problem>& problems,
                  std::string_view machine, const Error& error) {
  if (!search.failure)
    search.failure.emplace(
        fmt::format("{}{}: {}", machine, describe(search, problems), error.what()));
}

bool is_interrupted(const Validation& validation) {
  return validation.interrupts != nullptr && validation.interrupts->come();
}

void simulate_all(const Validation& validation, const std::vector<Problem>& problems,
                  std::vector<ValidatedSearch>& searches,
                  const std::function<void(std::size_t)>& on_done) {
  std::vector<Task> tasks;
  for (const auto& search : searches) {
    for (int seed = 1; seed <= validation.seeds; ++seed)
      tasks.emplace_back([&, seed]() -> Json {
        return validation.simulated(problems[search.problem], search.kind,
                                    static_cast<std::uint64_t>(seed));
      });
  }
  const auto results =
      run_in_child_processes(tasks, validation.jobs, on_done, nullptr, {}, validation.interrupts);
  for (std::size_t i = 0; i < results.size(); ++i) {
    auto& search = searches[i / static_cast<std::size_t>(validation.seeds)];
    if (const auto& error = results[i].bad_input)
      throw InputError(*error);
    if (results[i].failure && is_interrupted(validation))
      continue;
    if (const auto& error = results[i].failure)
      note_failure(search, problems, "simulated ", *error);
    else
      search.simulated.push_back(results[i].result.get<SearchResult>());
  }
}

/// Runs a real search once. Returns true if it was not interrupted.
bool search_for_real(const Validation& validation, const std::vector<Problem>& problems,
                     ValidatedSearch& search, int repeat) {
  if (is_interrupted(validation))
    return false;
  const auto outcome = attempt([&]() -> Json {
    return validation.real(problems[search.problem], search.kind,
                           static_cast<std::uint64_t>(repeat));
  });
  if (is_interrupted(validation) && outcome.failure) // no iteration may have been complete
    return false;
  if (outcome.bad_input)
    note_failure(search, problems, "", *outcome.bad_input);
  if (outcome.failure)
    note_failure(search, problems, "", *outcome.failure);
  if (search.failure)
    return true;
  auto result = outcome.result.get<SearchResult>();
  const bool is_whole = !result.was_stopped();
  if (is_whole)
    search.real.push_back(std::move(result));
  return is_whole;
}

/// Runs the real searches of one position. Returns true if none was interrupted.
bool search_all(const Validation& validation, const std::vector<Problem>& problems,
                const std::vector<ValidatedSearch*>& searches,
                const std::function<void()>& on_done) {
  for (int repeat = 1; repeat <= validation.repeats; ++repeat) {
    for (auto* const search : searches) {
      if (!search->failure && !search_for_real(validation, problems, *search, repeat))
        return false;
      on_done();
    }
  }
  return true;
}

/// Returns true if the search has a result on the simulated machine and one on this computer.
bool is_done(const ValidatedSearch& search) {
  return !search.simulated.empty() && !search.real.empty();
}

/// Returns true if `other` is a baseline of `kind`: a sequential search, or the same algorithm, on
/// one processor.
bool is_baseline(const SearchKind& other, const SearchKind& kind) {
  return other.processors == 1 &&
         (other.algorithm.is_sequential() || other.algorithm == kind.algorithm);
}

/// Returns the searches, without those of kinds that have failed in any position, and of kinds with
/// a baseline that has failed in any position.
std::vector<ValidatedSearch> without_failed(const std::vector<ValidatedSearch>& searches) {
  std::vector<ValidatedSearch> left;
  std::ranges::copy_if(searches, std::back_inserter(left), [&](const ValidatedSearch& search) {
    return std::ranges::none_of(searches, [&](const ValidatedSearch& other) {
      return other.failure && (other.kind == search.kind || is_baseline(other.kind, search.kind));
    });
  });
  return left;
}

/// Returns the searches that are done, see is_done, of the positions in which all searches are
/// done. Also returns those of the first position, even if others are not done there. Leaves out
/// failed kinds; see without_failed.
std::vector<ValidatedSearch> comparable(const std::vector<ValidatedSearch>& all) {
  const auto searches = without_failed(all);
  std::vector<ValidatedSearch> done;
  for (auto first = searches.begin(); first != searches.end();) {
    const auto last = std::find_if(first, searches.end(), [&](const ValidatedSearch& search) {
      return search.problem != first->problem;
    });
    if (first == searches.begin() || std::all_of(first, last, is_done))
      std::copy_if(first, last, std::back_inserter(done), is_done);
    first = last;
  }
  return done;
}

/// Returns the result with the median time; of two in the middle, the faster one.
const SearchResult& median(const std::vector<SearchResult>& results) {
  std::vector<const SearchResult*> sorted;
  for (const auto& result : results)
    sorted.push_back(&result);
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
  std::nth_element(sorted.begin(), middle, sorted.end(),
                   [](const auto* one, const auto* other) { return one->time < other->time; });
  return **middle;
}

double spread(const std::vector<SearchResult>& results) {
  const auto [shortest, longest] =
      std::minmax_element(results.begin(), results.end(),
                          [](const auto& one, const auto& other) { return one.time < other.time; });
  return (longest->time - shortest->time) / median(results).time;
}

using Results = std::vector<SearchResult> ValidatedSearch::*;

/// Returns the baselines of a search, of the same position: the same algorithm on one processor,
/// and the sequential algorithm.
Baselines baselines_of(const ValidatedSearch& search, const std::vector<ValidatedSearch>& searches,
                       Results results) {
  const auto alone = [&](bool sequential) {
    return std::find_if(searches.begin(), searches.end(), [&](const ValidatedSearch& other) {
      const auto& kind = other.kind;
      return other.problem == search.problem && kind.processors == 1 &&
             (sequential ? kind.algorithm.is_sequential()
                         : kind.algorithm == search.kind.algorithm);
    });
  };
  const auto absolute = alone(true);
  return {median((*alone(false)).*results), median((*absolute).*results),
          std::string(absolute->kind.algorithm.name())};
}

ValidatedFigures figures_of(const std::vector<const ValidatedSearch*>& row,
                            const std::vector<ValidatedSearch>& searches, Results results) {
  ValidatedFigures figures;
  ComparisonSamples comparisons;
  for (const auto* const search : row) {
    const auto& typical = median(search->*results);
    figures.time += typical.time;
    figures.nodes += static_cast<double>(typical.nodes());
    figures.spread += spread(search->*results);
    comparisons.push_back({compare(typical, baselines_of(*search, searches, results))});
  }
  const auto positions = static_cast<double>(row.size());
  figures.time /= positions;
  figures.nodes /= positions;
  figures.spread /= positions;
  figures.comparison = mean(comparisons);
  return figures;
}

ValidatedRow make_row(const std::vector<const ValidatedSearch*>& row,
                      const std::vector<ValidatedSearch>& searches) {
  ValidatedRow result;
  result.kind = row.front()->kind;
  result.simulated = figures_of(row, searches, &ValidatedSearch::simulated);
  result.real = figures_of(row, searches, &ValidatedSearch::real);
  const auto positions = static_cast<double>(row.size());
  for (const auto* const search : row) {
    const auto& simulated = median(search->simulated);
    const auto& real = median(search->real);
    const double deviation = simulated.time / real.time - 1;
    result.time_deviation += deviation / positions;
    result.absolute_deviation += std::abs(deviation) / positions;
    result.node_deviation +=
        (static_cast<double>(simulated.nodes()) / static_cast<double>(real.nodes()) - 1) /
        positions;
  }
  return result;
}

} // namespace

std::vector<ValidatedSearch>
validate(const Validation& validation, const std::vector<Problem>& problems,
         const std::function<void(std::size_t, std::size_t)>& on_progress) {
  auto searches = searches_of(validation, problems.size());
  const auto simulations = searches.size() * static_cast<std::size_t>(validation.seeds);
  const auto all = simulations + searches.size() * static_cast<std::size_t>(validation.repeats);
  simulate_all(validation, problems, searches, [&](std::size_t done) { on_progress(done, all); });
  auto done = simulations;
  for (std::size_t index = 0; index < problems.size(); ++index) {
    std::vector<ValidatedSearch*> own;
    for (auto& search : searches) {
      if (search.problem == index)
        own.push_back(&search);
    }
    if (!search_all(validation, problems, own, [&] { on_progress(++done, all); }))
      break;
  }
  return searches;
}

std::vector<ValidatedRow> summarize(const std::vector<ValidatedSearch>& searches) {
  const auto done = comparable(searches);
  std::vector<ValidatedRow> rows;
  for (const auto& first : done) {
    if (first.problem != done.front().problem)
      break;
    std::vector<const ValidatedSearch*> row;
    for (const auto& search : done) {
      if (search.kind == first.kind)
        row.push_back(&search);
    }
    rows.push_back(make_row(row, done));
  }
  return rows;
}

void to_json(Json& json, const ValidatedFigures& figures) {
  json = {{"time_s", figures.time}, {"spread", figures.spread}, {"nodes", figures.nodes}};
  json.update(Json(figures.comparison));
}

void to_json(Json& json, const ValidatedRow& row) {
  json = {{"algorithm", row.kind.algorithm.name()},
          {"processors", row.kind.processors},
          {"at_once", row.kind.concurrent},
          {"simulated", row.simulated},
          {"real", row.real},
          {"deviation",
           {{"time", row.time_deviation},
            {"time_absolute", row.absolute_deviation},
            {"nodes", row.node_deviation},
            {"relative_speedup", row.speedup_deviation()}}}};
}

} // namespace eldest
