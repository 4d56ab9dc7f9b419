#include "sim/experiments/comparison.hpp"

#include "sim/experiments/json.hpp"
#include "sim/experiments/statistics.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace eldest {
namespace {

constexpr std::array aphid_figures{&AphidOverhead::total, &AphidOverhead::master,
                                   &AphidOverhead::parallelization, &AphidOverhead::search,
                                   &AphidOverhead::speculative};

/// The figures that are above 0 in every search.
constexpr std::array positive_figures{&Comparison::relative_speedup, &Comparison::absolute_speedup,
                                      &Comparison::efficiency};

FigureRange range_of(double Comparison::*figure) {
  return std::ranges::find(positive_figures, figure) == positive_figures.end()
             ? FigureRange::any
             : FigureRange::positive;
}

/// Returns the sum of the processors' accounts. The seconds of each processor are multiplied by its
/// speed relative to the first processor.
TimeAccount weighted_account(const SearchResult& result) {
  TimeAccount sum;
  for (const auto& processor : result.processors) {
    for (const auto category : time_categories)
      sum.*category += processor.account.*category * processor.speed;
  }
  return sum;
}

/// Returns how many processors like the first would be as fast as all processors together.
double capacity(const SearchResult& result) {
  double sum = 0;
  for (const auto& processor : result.processors)
    sum += processor.speed;
  return sum;
}

/// Returns one figure of all comparisons, by position and repeat.
Samples samples_of(const ComparisonSamples& comparisons, double Comparison::*figure) {
  Samples samples;
  for (const auto& repeats : comparisons) {
    samples.emplace_back();
    for (const auto& comparison : repeats)
      samples.back().push_back(comparison.*figure);
  }
  return samples;
}

double ratio(std::uint64_t numerator, std::uint64_t denominator) {
  return static_cast<double>(numerator) / static_cast<double>(denominator);
}

} // namespace

Baselines make_baselines(SearchResult relative, SearchResult alphabeta, SearchResult negascout,
                         std::optional<SearchResult> mtdf) {
  Baselines baselines{std::move(relative), std::move(negascout), "negascout"};
  if (alphabeta.time < baselines.absolute.time) {
    baselines.absolute = std::move(alphabeta);
    baselines.absolute_algorithm = "alphabeta";
  }
  if (mtdf && mtdf->time < baselines.absolute.time) {
    baselines.absolute = *std::move(mtdf);
    baselines.absolute_algorithm = "mtdf";
  }
  return baselines;
}

Comparison compare(const SearchResult& result, const Baselines& baselines) {
  const double processors = capacity(result);
  const auto& one = baselines.relative;
  const TimeAccount time_n = weighted_account(result);
  const TimeAccount time_1 = weighted_account(one);
  Comparison comparison;
  comparison.relative_speedup = one.time / result.time;
  comparison.absolute_speedup = baselines.absolute.time / result.time;
  comparison.efficiency = comparison.absolute_speedup / processors;
  comparison.total_overhead = processors * result.time / one.time - 1;
  comparison.search_overhead = time_n.work / time_1.work - 1;
  comparison.work_share = time_1.work / one.time;
  comparison.communication_overhead = (time_n.communication - time_1.communication) / one.time;
  comparison.synchronization_overhead = (time_n.idle - time_1.idle) / one.time;
  comparison.node_overhead = ratio(result.nodes(), one.nodes()) - 1;
  return comparison;
}

Comparison mean(const ComparisonSamples& comparisons) {
  Comparison result;
  for (const auto& [name, figure] : comparison_figures)
    result.*figure = mean(samples_of(comparisons, figure));
  return result;
}

std::optional<ComparisonInterval> confidence_interval(const ComparisonSamples& comparisons) {
  ComparisonInterval result;
  for (const auto& [name, figure] : comparison_figures) {
    const auto interval = confidence_interval(samples_of(comparisons, figure), range_of(figure));
    if (!interval)
      return std::nullopt;
    result.low.*figure = interval->low;
    result.high.*figure = interval->high;
  }
  return result;
}

AphidOverhead aphid_overhead(const SearchResult& result, const Baselines& baselines) {
  const auto& one = baselines.relative;
  const double slaves = capacity(result) - 1;
  const auto slave_nodes = result.nodes() - result.processors.front().nodes;
  const double sequential_rate = static_cast<double>(one.nodes()) / one.time;
  const double slave_rate = static_cast<double>(slave_nodes) / (slaves * result.time);
  AphidOverhead overhead;
  overhead.total = (slaves + 1) * result.time / one.time - 1;
  overhead.master = 1 / slaves;
  overhead.parallelization = sequential_rate / slave_rate - 1;
  overhead.search = ratio(slave_nodes - result.counters.speculative, one.nodes()) - 1;
  overhead.speculative = ratio(result.counters.speculative, one.nodes());
  return overhead;
}

AphidOverhead mean(const std::vector<AphidOverhead>& overheads) {
  AphidOverhead mean;
  for (const auto figure : aphid_figures) {
    for (const auto& overhead : overheads)
      mean.*figure += overhead.*figure;
    mean.*figure /= static_cast<double>(overheads.size());
  }
  return mean;
}

SearchResult sum(const std::vector<SearchResult>& results) {
  SearchResult sum;
  sum.processors.resize(results.front().processors.size());
  for (std::size_t rank = 0; rank < sum.processors.size(); ++rank)
    sum.processors[rank].speed = results.front().processors[rank].speed;
  for (const auto& result : results) {
    sum.time += result.time;
    sum.counters += result.counters;
    sum.own_counters += result.own_counters;
    sum.traffic += result.traffic;
    sum.wall_seconds += result.wall_seconds;
    for (std::size_t rank = 0; rank < sum.processors.size(); ++rank) {
      sum.processors[rank].nodes += result.processors[rank].nodes;
      sum.processors[rank].account += result.processors[rank].account;
    }
  }
  return sum;
}

void to_json(Json& json, const Comparison& comparison) {
  json["speedup"] = {{"relative", comparison.relative_speedup},
                     {"absolute", comparison.absolute_speedup}};
  json["efficiency"] = comparison.efficiency;
  json["overhead"] = {{"total", comparison.total_overhead},
                      {"search", comparison.search_overhead},
                      {"communication", comparison.communication_overhead},
                      {"synchronization", comparison.synchronization_overhead},
                      {"work_share", comparison.work_share},
                      {"search_by_nodes", comparison.node_overhead}};
}

void to_json(Json& json, const AphidOverhead& overhead) {
  json["aphid_overhead"] = {{"total", overhead.total},
                            {"master", overhead.master},
                            {"parallelization", overhead.parallelization},
                            {"search", overhead.search},
                            {"speculative", overhead.speculative}};
}

} // namespace eldest
