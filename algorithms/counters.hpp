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
