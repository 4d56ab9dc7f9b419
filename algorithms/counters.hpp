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
  std::uint64_t cutoff_checks = 0;
  std::uint64_t cutoff_check_hits = 0;
  std::uint64_t parent_checks = 0;
  std::uint64_t parent_check_hits = 0;
  std::uint64_t windows_pushed = 0;
  std::uint64_t windows_received = 0;
  std::uint64_t window_hits = 0;
  std::uint64_t abandoned = 0;
  std::uint64_t timeouts = 0;

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
    CounterDescription{"cutoff_checks", &Counters::cutoff_checks,
                       "table reads of nodes on the path, to see whether others have cut them off"},
    CounterDescription{"cutoff_check_hits", &Counters::cutoff_check_hits,
                       "those of them that ended the search of the node"},
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
};

inline Counters& Counters::operator+=(const Counters& other) {
  for (const auto& description : counter_descriptions)
    this->*description.counter += other.*description.counter;
  return *this;
}

} // namespace eldest
