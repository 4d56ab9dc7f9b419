#pragma once

#include "algorithms/search/counters.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/search/transposition_table.hpp"
#include "algorithms/search/worker.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/accounts.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// One iteration of iterative deepening, over all processors.
struct Iteration {
  int depth = 0;
  Score value = 0;
  double time = 0;         ///< seconds from the start until the first processor finished it
  std::uint64_t nodes = 0; ///< searched in the iteration
  /// Counts of the iteration. Nothing unless the search ran on one processor and was deepened by
  /// Worker::deepen.
  std::optional<Counters> counters{};
  /// Seconds of the critical path from the start to the end of the iteration, if measured; see
  /// PathClock.
  std::optional<double> critical_path{};
};

/// One processor's part of the result.
struct ProcessorResult {
  std::uint64_t nodes = 0; ///< 0 if the processor failed, which loses its counters
  TimeAccount account;
  bool failed = false;
  double speed = 1;      ///< relative to the first processor
  std::string host = {}; ///< name of the host
};

/// The part of the result that only a search in real time has.
struct RealTime {
  double cpu = 0;                ///< CPU seconds of all threads together
  std::uint64_t time_stamps = 0; ///< taken by the accounts of all threads
  double time_stamp_cost = 0;    ///< seconds of a time stamp, measured after the search
};

/// The result of greatest value among those of the processors' last results that are exact. Their
/// depths may differ; see SearchOutcome.
struct CombinedResult {
  int depth = 0; ///< of this result
  Score value = 0;
  std::string best_move;
};

/// The result of a search on any machine.
struct SearchResult {
  std::string platform_name;
  int platform_hosts = 0;
  int platform_cores = 0; ///< of the hosts that can be used
  Score value = 0;
  std::string best_move;
  std::vector<std::string> principal_variation;
  double time = 0; ///< seconds on the machine's clock until the last processor had finished
  std::optional<double> joules{}; ///< of a simulated machine whose power is known
  Counters counters;
  NamedCounts own_counters; ///< counters of this algorithm only
  Traffic traffic;
  std::vector<Iteration> iterations;       ///< complete iterations only
  std::vector<ProcessorResult> processors; ///< by rank
  /// The reason why the search ended before its depth. Empty if it reached its depth; nothing if
  /// nothing could have stopped it.
  std::optional<std::string> stopped_by;
  std::optional<CombinedResult> combined;
  std::optional<RealTime> real_time;
  std::string
      trace_error; ///< the file that could not be written, and the reason; empty if none failed
  double wall_seconds = 0;
  std::uint64_t peak_memory = 0; ///< bytes, of the process

  [[nodiscard]] std::uint64_t nodes() const { return counters.nodes(); }
  /// Returns true if the search ended before its depth.
  [[nodiscard]] bool was_stopped() const { return stopped_by && !stopped_by->empty(); }
  /// Returns the depth of the last complete iteration, whose value is the search's value. Returns 0
  /// without one.
  [[nodiscard]] int depth() const { return iterations.empty() ? 0 : iterations.back().depth; }
  /// Returns the sum of the processors' accounts.
  [[nodiscard]] TimeAccount account() const;
  /// Returns true if several processors searched, and none spent time on messages or table
  /// accesses.
  [[nodiscard]] bool had_free_communication() const {
    return processors.size() > 1 && account().communication == 0;
  }
  /// Returns the seconds of the critical path to the end of the last complete iteration, or nothing
  /// if not measured; see PathClock.
  [[nodiscard]] std::optional<double> critical_path() const {
    return iterations.empty() ? std::nullopt : iterations.back().critical_path;
  }
  /// Returns the share of cut-offs by the first son; 0 without cut-offs.
  [[nodiscard]] double first_move_cutoff_rate() const;
};

/// Says that communication was free, and why.
inline constexpr std::string_view free_communication =
    "Communication was free: no eldest: property of the platform file makes messages or table "
    "accesses take a processor's time. Speedups on a real machine are lower.";

/// The outcome of every processor, by rank. Nothing for a processor that failed before the end.
using Outcomes = std::vector<std::optional<SearchOutcome>>;

/// Merges the outcomes of the processors into one result without times and traffic. The machine
/// adds these. Throws RunError if no iteration is complete.
[[nodiscard]] SearchResult merge_outcomes(const Outcomes& outcomes, const Problem& problem,
                                          const BestMoves& best_move);

/// Returns the code of the best move in a key's entry in `bucket`, or 0; see BestMoves. The entry
/// must answer for the depth by `rule`. Its score must be exact, a lower bound equal to `value`, or
/// a bound equal to `value` whose `bounds_met` is true.
///
/// Such bounds are common in NegaScout. A scout with a null window finds a better son's value as
/// one bound. The search again begins at that value, and so finds it as the other bound. The move
/// of an upper bound alone need not be the best one.
[[nodiscard]] std::uint32_t best_move(const Bucket& bucket, Key key, int depth, Score value,
                                      TableDepth rule);

/// Returns a function that reads moves from a table in this process. `table` must outlive it.
[[nodiscard]] BestMoves best_moves(const TranspositionTable& table, TableDepth rule);

/// Throws RunError if the table still counts a processor as searching some position.
void check_all_have_left(const Tables& tables);
/// Throws RunError if `left`, the number of processors still counted as searching, is not 0.
void check_all_have_left(std::size_t left);

/// Returns the most memory that this process has used, in bytes.
[[nodiscard]] std::uint64_t peak_memory_bytes();

} // namespace eldest
