#include "sim/sweeps/cell.hpp"

#include "algorithms/aphid/settings.hpp"
#include "sim/sweeps/axes.hpp"

#include <algorithm>
#include <utility>

namespace eldest {
namespace {

/// Searches that have been compared, by position.
using ComparedSearches = std::vector<std::vector<const AnalysedPoint*>>;

/// Returns a figure of each search.
template <class Figure> Samples samples_of(const ComparedSearches& searches, const Figure& figure) {
  Samples samples;
  for (const auto& repeats : searches) {
    samples.emplace_back();
    for (const auto* const search : repeats)
      samples.back().push_back(figure(*search->result));
  }
  return samples;
}

/// Returns the seconds until the result's search had completed a depth, or nothing if it has not.
std::optional<double> time_to(int depth, const SearchResult& result) {
  const auto found = std::ranges::find(result.iterations, depth, &Iteration::depth);
  return found == result.iterations.end() ? std::nullopt : std::optional(found->time);
}

/// Sets the times to depths of a cell to sums over the searches, each times `share`.
void set_times_to_depth(Cell& cell, const ComparedSearches& searches, double share) {
  for (const auto& iteration : searches.front().front()->result->iterations) {
    bool have_all = true;
    double sum = 0;
    const auto samples = samples_of(searches, [&](const SearchResult& result) {
      const auto time = time_to(iteration.depth, result);
      have_all = have_all && time;
      sum += share * time.value_or(0);
      return time.value_or(0);
    });
    if (have_all)
      cell.time_to_depth[iteration.depth] = {sum, confidence_interval(samples)};
  }
}

/// Sets the figures of a cell that come from sums over its searches, of which there must be at
/// least one.
void set_sums(Cell& cell, const ComparedSearches& searches) {
  std::vector<SearchResult> results;
  std::vector<SearchResult> relative;
  std::vector<SearchResult> absolute;
  for (const auto& repeats : searches) {
    for (const auto* const search : repeats) {
      results.push_back(*search->result);
      relative.push_back(search->baselines->relative);
      absolute.push_back(search->baselines->absolute);
    }
  }
  const auto share = 1 / static_cast<double>(results.size());
  const auto all = sum(results);
  cell.searches = results.size();
  cell.ratio_of_sums = compare(all, {sum(relative), sum(absolute), ""});
  cell.time = share * all.time;
  const auto nodes = samples_of(
      searches, [](const SearchResult& result) { return static_cast<double>(result.nodes()); });
  const auto times = samples_of(searches, [](const SearchResult& result) { return result.time; });
  cell.nodes_per_second = {static_cast<double>(all.nodes()) / all.time,
                           ratio_of_means(nodes, times).interval};
  if (std::ranges::all_of(results, [](const auto& result) { return result.joules.has_value(); })) {
    const auto joules =
        samples_of(searches, [](const SearchResult& result) { return result.joules.value_or(0); });
    cell.joules = {mean(joules), confidence_interval(joules)};
  }
  set_times_to_depth(cell, searches, share);
}

/// Returns the axes of a point, except those of samples.
Json common_axes(const AnalysedPoint& point) {
  Json axes = Json::object();
  for (const auto& [name, value] : point.axes.items()) {
    if (!is_of_samples(name))
      axes.emplace(name, Json(value));
  }
  return axes;
}

} // namespace

std::optional<AphidOverhead> AnalysedPoint::aphid_overhead() const {
  const bool has_slaves =
      text_of(point.settings.at("algorithm")) == AphidSettings::name && processors() > 1;
  return baselines && has_slaves ? std::optional(eldest::aphid_overhead(*result, *baselines))
                                 : std::nullopt;
}

std::string AnalysedPoint::position() const {
  const auto id = text_of(point.settings.at("id"));
  return id.empty() ? text_of(point.settings.at("position")) : id;
}

int AnalysedPoint::processors() const { return point.settings.at("processors").get<int>(); }

Cell make_cell(const std::map<std::string, std::vector<const AnalysedPoint*>>& samples) {
  Cell cell;
  cell.axes = common_axes(*samples.begin()->second.front());
  ComparedSearches searches;
  for (const auto& [position, points] : samples) {
    std::vector<Comparison> repeats;
    std::vector<const AnalysedPoint*> compared;
    std::vector<std::string> keys;
    for (const auto* const point : points) {
      if (!point->baselines) {
        ++(point->result ? cell.not_compared : cell.failed);
        continue;
      }
      repeats.push_back(*point->comparison());
      compared.push_back(point);
      keys.push_back(point->point.key);
    }
    if (repeats.empty())
      continue;
    cell.positions.push_back(position);
    cell.comparisons.push_back(std::move(repeats));
    cell.keys.push_back(std::move(keys));
    searches.push_back(std::move(compared));
  }
  if (searches.empty())
    return cell;
  cell.mean = mean(cell.comparisons);
  cell.interval = confidence_interval(cell.comparisons);
  set_sums(cell, searches);
  return cell;
}

} // namespace eldest
