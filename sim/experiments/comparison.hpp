#pragma once

#include "sim/experiments/simulation.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The results that another result is compared with.
struct Baselines {
  SearchResult relative; ///< the same algorithm on one processor of the machine
  /// The fastest sequential search: recursive αβ or NegaScout or, for searches that are MTD(f), the
  /// recursive MTD(f).
  SearchResult absolute;
  std::string absolute_algorithm; ///< name of the fastest one
};

/// Makes the baselines of a search from the same algorithm on one processor and the sequential
/// algorithms. `mtdf`: only for searches that are MTD(f).
[[nodiscard]] Baselines make_baselines(SearchResult relative, SearchResult alphabeta,
                                       SearchResult negascout,
                                       std::optional<SearchResult> mtdf = std::nullopt);

/// Speedups and overheads of a search on N processors (Weill 1996, section 3.1). T is the time.
/// Work, communication and idle are sums over the processors.
///
/// The overheads are exact: total = search · work_share + communication + synchronization. This
/// holds because N · T_N is the sum of work, communication and idle of N processors, and T_1 that
/// of one.
///
/// If processors differ in speed, the seconds of each are multiplied by its speed relative to the
/// first one. The same work then counts the same on every processor. N is the number of processors
/// like the first one that together would be as fast as all processors. T_1 is measured on the
/// first processor.
struct Comparison {
  double relative_speedup = 0;         ///< RS = T_1 / T_N of the same algorithm
  double absolute_speedup = 0;         ///< AS = T of the best sequential algorithm / T_N
  double efficiency = 0;               ///< EF = AS / N
  double total_overhead = 0;           ///< TO = N · T_N / T_1 - 1
  double search_overhead = 0;          ///< SO = work_N / work_1 - 1
  double work_share = 0;               ///< work_1 / T_1
  double communication_overhead = 0;   ///< CO = (communication_N - communication_1) / T_1
  double synchronization_overhead = 0; ///< SY = (idle_N - idle_1) / T_1
  double node_overhead = 0;            ///< Weill's SO: nodes_N / nodes_1 - 1
};

/// A figure of a comparison, and its name as a column of a table.
struct ComparisonFigure {
  std::string_view name;
  double Comparison::*figure;
};

inline constexpr std::array comparison_figures{
    ComparisonFigure{"relative_speedup", &Comparison::relative_speedup},
    ComparisonFigure{"absolute_speedup", &Comparison::absolute_speedup},
    ComparisonFigure{"efficiency", &Comparison::efficiency},
    ComparisonFigure{"total_overhead", &Comparison::total_overhead},
    ComparisonFigure{"search_overhead", &Comparison::search_overhead},
    ComparisonFigure{"communication_overhead", &Comparison::communication_overhead},
    ComparisonFigure{"synchronization_overhead", &Comparison::synchronization_overhead},
    ComparisonFigure{"work_share", &Comparison::work_share},
    ComparisonFigure{"search_overhead_by_nodes", &Comparison::node_overhead}};

/// The overheads of APHID on N > 1 processors (Brockington & Schaeffer, section 4.2), by numbers of
/// nodes. The master counts as a processor that searches nothing. The other overheads are those of
/// the slaves.
///
/// 1 + total = (1 + master) · (1 + parallelization) · (1 + search + speculative), exactly.
struct AphidOverhead {
  double total = 0;           ///< N · T_N / T_1 - 1
  double master = 0;          ///< 1 / (N - 1)
  double parallelization = 0; ///< nodes a second of the sequential search / of a slave - 1
  double search = 0;          ///< the slaves' nodes without speculative ones / sequential nodes - 1
  double speculative = 0;     ///< speculative nodes / sequential nodes
};

[[nodiscard]] AphidOverhead aphid_overhead(const SearchResult& result, const Baselines& baselines);

[[nodiscard]] AphidOverhead mean(const std::vector<AphidOverhead>& overheads);

[[nodiscard]] Comparison compare(const SearchResult& result, const Baselines& baselines);

/// Comparisons by position and repeat. Each position has at least one repeat.
using ComparisonSamples = std::vector<std::vector<Comparison>>;

/// Returns the mean of each figure over the positions. Each position counts with the mean over its
/// repeats (Brockington & Schaeffer, section 4.1, their second method).
[[nodiscard]] Comparison mean(const ComparisonSamples& comparisons);

/// The lower and the upper limits of the confidence intervals of all figures.
struct ComparisonInterval {
  Comparison low;
  Comparison high;
};

/// Returns the confidence interval of the mean of each figure, or nothing if there is only one
/// comparison.
[[nodiscard]] std::optional<ComparisonInterval>
confidence_interval(const ComparisonSamples& comparisons);

/// Returns the sum of the results of several positions. In the ratio of two such sums, a position
/// counts in proportion to its time or nodes.
[[nodiscard]] SearchResult sum(const std::vector<SearchResult>& results);

} // namespace eldest
