#pragma once

#include "algorithms/counters.hpp"
#include "algorithms/tables.hpp"
#include "algorithms/worker.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/accounts.hpp"
#include "trees/score.hpp"

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
};

/// What one processor did.
struct ProcessorResult {
  std::uint64_t nodes = 0; ///< 0 if it failed before the end, for its counters are lost then
  TimeAccount account;
  bool failed = false;
};

/// What only a search in real time has to tell.
struct RealTime {
  std::string stopped_by;        ///< what ended the search before its depth, or nothing
  double cpu = 0;                ///< seconds that the threads were running for, together
  std::uint64_t time_stamps = 0; ///< taken by the accounts of all threads
  double time_stamp_cost = 0;    ///< seconds each, as measured after the search
};

/// What came of a search, on whatever machine.
struct SearchResult {
  std::string platform_name;
  int platform_hosts = 0;
  Score value = 0;
  std::string best_move;
  std::vector<std::string> principal_variation;
  double time = 0; ///< seconds on the machine's clock until the last processor had finished
  Counters counters;
  NamedCounts own_counters; ///< those of the algorithm's own
  Traffic traffic;
  std::vector<Iteration> iterations;       ///< complete ones
  std::vector<ProcessorResult> processors; ///< by rank
  std::optional<RealTime> real_time;
  std::string trace_error; ///< which file could not be written, and why; empty for none
  double wall_seconds = 0;
  std::uint64_t peak_memory = 0; ///< bytes, of the process

  [[nodiscard]] std::uint64_t nodes() const { return counters.nodes(); }
  /// Sum over the processors.
  [[nodiscard]] TimeAccount account() const;
  /// Share of the cut-offs that the first son made; 0 if there was none.
  [[nodiscard]] double first_move_cutoff_rate() const;
};

/// What every processor has to tell, by rank; nothing if it failed before the end.
using Outcomes = std::vector<std::optional<SearchOutcome>>;

/// Puts together what the processors have found; times and traffic are left to the machine. Throws
/// RunError if no iteration is complete.
[[nodiscard]] SearchResult merge_outcomes(const Outcomes& outcomes, const Problem& problem,
                                          const TranspositionTable& table);

/// Throws RunError if the table still counts a processor as searching some position.
void check_all_have_left(const Tables& tables);

/// Bytes of memory that this process has had at most.
[[nodiscard]] std::uint64_t peak_memory_bytes();

} // namespace eldest
