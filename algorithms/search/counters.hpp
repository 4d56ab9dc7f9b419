#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace eldest {

/// The description of a counter: its name in the output, and its meaning.
template <class Counters> struct CounterDescription {
  std::string_view name;
  std::uint64_t Counters::*counter;
  std::string_view meaning;
};

/// The name of a structure's member. `member` is a pointer to it.
template <auto member> consteval auto member_name() {
  // The text ends in "member = &eldest::Counters::leaves]". If the result type were not auto, GCC
  // would append it.
  std::string_view name = std::data(__PRETTY_FUNCTION__);
  name.remove_suffix(1);
  name.remove_prefix(name.rfind(':') + 1);
  if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string_view::npos)
    throw "not the name of a member";
  return name;
}

/// Describes a counter. Its name in the output is the member's.
template <auto member> [[nodiscard]] consteval auto counter(std::string_view meaning) {
  const auto describe = [=]<class Counters>(std::uint64_t Counters::*counter) {
    return CounterDescription<Counters>{member_name<member>(), counter, meaning};
  };
  return describe(member);
}

/// The name in the output and the meaning of a counter, without a pointer to it.
struct CounterMeaning {
  std::string_view name;
  std::string_view meaning;
};

/// A structure that consists of counters of 64 bits. `descriptions` describes each of them once.
template <class C>
concept CounterSet = requires {
  { C::descriptions.size() } -> std::convertible_to<std::size_t>;
}
&&std::regular<C> &&
    (std::is_empty_v<C> || sizeof(C) == C::descriptions.size() * sizeof(std::uint64_t));

template <CounterSet C> C& operator+=(C& counters, const C& other) {
  for (const auto& description : C::descriptions)
    counters.*description.counter += other.*description.counter;
  return counters;
}

/// The values of counters, by the counters' names in the output.
using NamedCounts = std::map<std::string, std::uint64_t>;

template <CounterSet C> [[nodiscard]] NamedCounts named(const C& counters) {
  NamedCounts counts;
  for (const auto& description : C::descriptions)
    counts.emplace(description.name, counters.*description.counter);
  return counts;
}

inline NamedCounts& operator+=(NamedCounts& counts, const NamedCounts& other) {
  for (const auto& [name, count] : other)
    counts[name] += count;
  return counts;
}

/// The names and meanings of the counters, in the order of their descriptions.
template <CounterSet C> [[nodiscard]] std::vector<CounterMeaning> meanings() {
  std::vector<CounterMeaning> meanings;
  for (const auto& description : C::descriptions)
    meanings.push_back({description.name, description.meaning});
  return meanings;
}

/// The counters of one processor in any search. An algorithm may have further ones: see
/// AlgorithmSettings.
struct Counters {
  std::uint64_t interior = 0;
  std::uint64_t leaves = 0;
  std::uint64_t quiescence = 0;
  std::uint64_t expanded = 0;
  std::uint64_t moves = 0;
  std::uint64_t forced = 0;
  std::uint64_t cutoffs = 0;
  std::uint64_t first_move_cutoffs = 0;
  std::uint64_t deep_cutoffs = 0;
  std::uint64_t deep_first_move_cutoffs = 0;
  std::uint64_t table_hits = 0;
  std::uint64_t deferred = 0;
  std::uint64_t cutoff_checks = 0;
  std::uint64_t cutoff_check_hits = 0;
  std::uint64_t speculative = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t internal_deepenings = 0;
  std::uint64_t root_researches = 0;
  std::uint64_t null_moves = 0;
  std::uint64_t null_move_cutoffs = 0;
  std::uint64_t reductions = 0;
  std::uint64_t reduction_researches = 0;
  std::uint64_t futility_cutoffs = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&Counters::interior>(
          "nodes of depth 1 or more, even if their sons did not have to be searched"),
      counter<&Counters::leaves>(
          "nodes whose value was known without a search of their sons, except for captures"),
      counter<&Counters::quiescence>("nodes below the leaves, searched over captures only"),
      counter<&Counters::expanded>("nodes whose moves were ordered, to search their sons"),
      counter<&Counters::moves>("moves of these nodes"),
      counter<&Counters::forced>("of these nodes, those with a single move"),
      counter<&Counters::cutoffs>("nodes that a son's value cut off"),
      counter<&Counters::first_move_cutoffs>("nodes that the first son's value cut off"),
      counter<&Counters::deep_cutoffs>("nodes of depth 3 or more that a son's value cut off"),
      counter<&Counters::deep_first_move_cutoffs>(
          "of these, nodes that the first son's value cut off"),
      counter<&Counters::table_hits>("table answers that made a search unnecessary"),
      counter<&Counters::deferred>("sons put off because another processor was searching them"),
      counter<&Counters::cutoff_checks>(
          "look-ups in the table for the result of a node being searched"),
      counter<&Counters::cutoff_check_hits>("cut-off checks that ended the search of the node"),
      counter<&Counters::speculative>(
          "nodes that slaves searched for iterations beyond the nominal depth"),
      counter<&Counters::timeouts>("table answers that did not come in time"),
      counter<&Counters::internal_deepenings>("nodes searched to less depth first, to find a move"),
      counter<&Counters::root_researches>("searches of the root repeated with a wider window, "
                                          "because the value was outside of the window before"),
      counter<&Counters::null_moves>("nodes in which a pass was searched"),
      counter<&Counters::null_move_cutoffs>("nodes that the value of a pass cut off"),
      counter<&Counters::reductions>("sons of late moves that were searched to less depth"),
      counter<&Counters::reduction_researches>(
          "of these, sons that turned out better than expected and were searched to full depth"),
      counter<&Counters::futility_cutoffs>("leaves of depth 1 or more, which their static value or "
                                           "their captures decided"),
  });

  /// The number of nodes searched. A deferred son does not count (Weill 1996, footnote 4).
  [[nodiscard]] std::uint64_t nodes() const { return interior + leaves + quiescence; }

  bool operator==(const Counters&) const = default;
};

static_assert(CounterSet<Counters>);
static_assert(Counters::descriptions.front().name == "interior");
static_assert(Counters::descriptions.back().name == "futility_cutoffs");

/// The CounterSet of an algorithm without counters of its own.
struct NoCounters {
  static constexpr std::array<CounterDescription<NoCounters>, 0> descriptions{};

  bool operator==(const NoCounters&) const = default;
};

} // namespace eldest
