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
#include <vector>

namespace eldest {

/// One iteration of iterative deepening, over all processors.
struct Iteration {
  int depth = 0;
  Score value = 0;
  double time = 0;         ///< seconds from the start until the first processor had finished it
  std::uint64_t nodes = 0; ///< searched in it
  /// What was counted in it, where one processor searches alone and deepens in the usual way.
  std::optional<Counters> counters{};
  /// The length of the critical path from the start until its end, in seconds, where it is
  /// measured: see PathClock.
  std::optional<double> critical_path{};
};

/// One processor's part of the result.
struct ProcessorResult {
  std::uint64_t nodes = 0; ///< 0 if it failed before the end, since its counters are then lost
  TimeAccount account;
  bool failed = false;
  double speed = 1;      ///< units of work that it does while the first processor does one
  std::string host = {}; ///< its name
};

/// The part of the result that only a search in real time has.
struct RealTime {
  double cpu = 0;                ///< seconds for which the threads were running, together
  std::uint64_t time_stamps = 0; ///< taken by the accounts of all threads
  double time_stamp_cost = 0;    ///< seconds each, as measured after the search
};

/// The best of results to different depths: see SearchOutcome.
struct CombinedResult {
  int depth = 0; ///< of this one
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
  Counters counters;
  NamedCounts own_counters; ///< the algorithm's own
  Traffic traffic;
  std::vector<Iteration> iterations;       ///< the complete ones
  std::vector<ProcessorResult> processors; ///< by rank
  /// The reason why the search ended before its depth; empty if it did not, none if nothing could
  /// have ended it.
  std::optional<std::string> stopped_by;
  std::optional<CombinedResult> combined;
  std::optional<RealTime> real_time;
  std::string
      trace_error; ///< the file that could not be written, and the reason; empty if none failed
  double wall_seconds = 0;
  std::uint64_t peak_memory = 0; ///< bytes, of the process

  [[nodiscard]] std::uint64_t nodes() const { return counters.nodes(); }
  /// Whether the search ended before its depth.
  [[nodiscard]] bool was_stopped() const { return stopped_by && !stopped_by->empty(); }
  /// The depth of the last complete iteration, whose value is the search's.
  [[nodiscard]] int depth() const { return iterations.empty() ? 0 : iterations.back().depth; }
  /// The sum of the processors' accounts.
  [[nodiscard]] TimeAccount account() const;
  /// The length of the critical path until the end of the last complete iteration, in seconds,
  /// where it is measured: see PathClock.
  [[nodiscard]] std::optional<double> critical_path() const {
    return iterations.empty() ? std::nullopt : iterations.back().critical_path;
  }
  /// The share of cut-offs by the first son; 0 if there were no cut-offs.
  [[nodiscard]] double first_move_cutoff_rate() const;
};

/// The outcome of every processor, by rank; none for one that failed before the end.
using Outcomes = std::vector<std::optional<SearchOutcome>>;

/// Merges the outcomes of the processors into one result, without times and traffic, which the
/// machine adds. Throws RunError if no iteration is complete.
[[nodiscard]] SearchResult merge_outcomes(const Outcomes& outcomes, const Problem& problem,
                                          const ExactMoves& exact_move);

/// The move of a key's entry in its bucket, by its code, if the entry's score is exact; else 0.
[[nodiscard]] std::uint32_t exact_move(const Bucket& bucket, Key key);

/// What a table that is at hand holds.
[[nodiscard]] ExactMoves exact_moves(const TranspositionTable& table);

/// Throws RunError if the table still counts a processor as searching some position.
void check_all_have_left(const Tables& tables);
/// The same for so many processors that are still counted.
void check_all_have_left(std::size_t left);

/// The most memory that this process has had, in bytes.
[[nodiscard]] std::uint64_t peak_memory_bytes();

} // namespace eldest
