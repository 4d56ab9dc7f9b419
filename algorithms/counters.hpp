#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace eldest {

/// What one processor did during a search, in the field's own words; see `counter_descriptions`.
struct Counters {
  std::uint64_t interior = 0;
  std::uint64_t leaves = 0;
  std::uint64_t quiescence = 0;
  std::uint64_t cutoffs = 0;
  std::uint64_t first_move_cutoffs = 0;
  std::uint64_t table_hits = 0;
  std::uint64_t deferred = 0;
  std::uint64_t second_pass = 0;
  std::uint64_t parent_checks = 0;
  std::uint64_t parent_check_hits = 0;
  std::uint64_t windows_pushed = 0;
  std::uint64_t windows_received = 0;
  std::uint64_t window_hits = 0;
  std::uint64_t abandoned = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t steals_asked = 0;
  std::uint64_t helps_asked = 0;
  std::uint64_t requests_passed_on = 0;
  std::uint64_t requests_kept = 0;
  std::uint64_t requests_refused = 0;
  std::uint64_t splits_tried = 0;
  std::uint64_t splits = 0;
  std::uint64_t masters_helping = 0;
  std::uint64_t jobs_answered = 0;
  std::uint64_t slaves_stopped = 0;
  std::uint64_t jobs_given_up = 0;
  std::uint64_t waits_for_slaves = 0;
  std::uint64_t bounds_sent = 0;
  std::uint64_t bound_cutoffs = 0;
  std::uint64_t scouts_moved = 0;
  std::uint64_t jumps = 0;
  std::uint64_t cutoff_checks = 0;
  std::uint64_t cutoff_check_hits = 0;
  std::uint64_t pv_splits = 0;
  std::uint64_t pv_split_sons = 0;
  std::uint64_t pv_split_bounds = 0;
  std::uint64_t speculative = 0;
  std::uint64_t passes = 0;
  std::uint64_t master_leaves = 0;
  std::uint64_t leaf_visits = 0;
  std::uint64_t guesses = 0;
  std::uint64_t leaf_searches = 0;
  std::uint64_t window_researches = 0;
  std::uint64_t preemptions = 0;
  std::uint64_t leaves_moved = 0;
  std::uint64_t exemptions = 0;

  /// Nodes searched. A son that was deferred is not one (Weill 1996, footnote 4).
  [[nodiscard]] std::uint64_t nodes() const { return interior + leaves + quiescence; }

  bool operator==(const Counters&) const = default;
  Counters& operator+=(const Counters& other);
};

/// A counter: its name in the output, and what it counts.
struct CounterDescription {
  std::string_view name;
  std::uint64_t Counters::*counter;
  std::string_view meaning;
};

/// Every counter, once. Those of an algorithm that was not run are 0.
inline constexpr std::array counter_descriptions{
    CounterDescription{"interior", &Counters::interior,
                       "nodes whose sons were, or would have been, searched"},
    CounterDescription{"leaves", &Counters::leaves, "nodes evaluated at depth 0"},
    CounterDescription{"quiescence", &Counters::quiescence,
                       "nodes below the leaves, searched over captures only"},
    CounterDescription{"cutoffs", &Counters::cutoffs, "nodes that a son's value cut off"},
    CounterDescription{"first_move_cutoffs", &Counters::first_move_cutoffs,
                       "those of them where it was the first son's"},
    CounterDescription{"table_hits", &Counters::table_hits,
                       "table answers that made a search unnecessary"},
    CounterDescription{"deferred", &Counters::deferred,
                       "sons put off because another processor was searching them"},
    CounterDescription{"second_pass", &Counters::second_pass,
                       "sons visited in ABDADA's second pass over a node"},
    CounterDescription{"parent_checks", &Counters::parent_checks,
                       "table reads of a father on finishing a son"},
    CounterDescription{"parent_check_hits", &Counters::parent_check_hits,
                       "those of them that ended the search of the father"},
    CounterDescription{"windows_pushed", &Counters::windows_pushed,
                       "messages of a node's new bound to another processor in it"},
    CounterDescription{"windows_received", &Counters::windows_received,
                       "such messages read in the iteration's course"},
    CounterDescription{"window_hits", &Counters::window_hits,
                       "those of them that ended the search of a node on the path"},
    CounterDescription{
        "abandoned", &Counters::abandoned,
        "nodes given up because a node above them was cut off or answered by others"},
    CounterDescription{"timeouts", &Counters::timeouts, "table answers that did not come in time"},
    CounterDescription{"steals_asked", &Counters::steals_asked,
                       "requests of processors without work"},
    CounterDescription{"helps_asked", &Counters::helps_asked,
                       "requests of masters that waited for their slaves"},
    CounterDescription{"requests_passed_on", &Counters::requests_passed_on,
                       "requests passed on by a processor that had no node to split"},
    CounterDescription{"requests_kept", &Counters::requests_kept,
                       "requests kept until there was a node to split"},
    CounterDescription{"requests_refused", &Counters::requests_refused,
                       "requests refused for lack of work"},
    CounterDescription{"splits_tried", &Counters::splits_tried,
                       "looks for a node to split for a request that had come"},
    CounterDescription{"splits", &Counters::splits, "sons given to slaves: steals served"},
    CounterDescription{"masters_helping", &Counters::masters_helping,
                       "jobs that waiting masters did below their own slaves"},
    CounterDescription{"jobs_answered", &Counters::jobs_answered,
                       "values of slaves that their masters took"},
    CounterDescription{"slaves_stopped", &Counters::slaves_stopped,
                       "slaves recalled because of a cut-off, or by the end of the search"},
    CounterDescription{"jobs_given_up", &Counters::jobs_given_up,
                       "jobs that slaves left unfinished because they had been recalled"},
    CounterDescription{"waits_for_slaves", &Counters::waits_for_slaves,
                       "nodes whose master came to wait for slaves"},
    CounterDescription{"bounds_sent", &Counters::bounds_sent, "new bounds sent to slaves"},
    CounterDescription{"bound_cutoffs", &Counters::bound_cutoffs,
                       "nodes cut off by a new bound from above"},
    CounterDescription{"scouts_moved", &Counters::scouts_moved,
                       "scouts begun again because the alpha they were to beat has risen"},
    CounterDescription{"jumps", &Counters::jumps,
                       "cut-offs above the end of the path: jumps of several ply"},
    CounterDescription{"cutoff_checks", &Counters::cutoff_checks,
                       "looks into the table for the result of a node being searched"},
    CounterDescription{"cutoff_check_hits", &Counters::cutoff_check_hits,
                       "those of them that ended the node"},
    CounterDescription{"pv_splits", &Counters::pv_splits,
                       "PV nodes whose younger sons were searched in parallel"},
    CounterDescription{"pv_split_sons", &Counters::pv_split_sons,
                       "those sons that the master gave to a slave"},
    CounterDescription{"pv_split_bounds", &Counters::pv_split_bounds,
                       "improved bounds that the master sent to a busy slave"},
    CounterDescription{"speculative", &Counters::speculative,
                       "nodes that slaves searched for iterations beyond the nominal depth"},
    CounterDescription{"passes", &Counters::passes, "searches of the master's tree"},
    CounterDescription{"master_leaves", &Counters::master_leaves,
                       "leaves of the master's tree that were given to slaves"},
    CounterDescription{"leaf_visits", &Counters::leaf_visits,
                       "visits of such leaves in the master's passes, which are no nodes"},
    CounterDescription{"guesses", &Counters::guesses,
                       "those of them where the master had to guess the value"},
    CounterDescription{"leaf_searches", &Counters::leaf_searches,
                       "searches of a leaf of the master's tree by a slave, each to one depth"},
    CounterDescription{"window_researches", &Counters::window_researches,
                       "times the master asked a slave to search a leaf with another window"},
    CounterDescription{"preemptions", &Counters::preemptions,
                       "searches that a slave gave up because the master waited for another"},
    CounterDescription{"leaves_moved", &Counters::leaves_moved,
                       "leaves that load balancing moved to another slave"},
    CounterDescription{"exemptions", &Counters::exemptions,
                       "leaves below which the horizon was moved 2 ply deeper"},
};

inline Counters& Counters::operator+=(const Counters& other) {
  for (const auto& description : counter_descriptions)
    this->*description.counter += other.*description.counter;
  return *this;
}

} // namespace eldest
