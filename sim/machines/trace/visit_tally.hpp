#pragma once

#include "trees/score.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace eldest {

/// How often a search visits each node, that is, each position with each depth of the search below
/// it, in bounded memory: of all nodes or, when they become more than `max_nodes`, of a random
/// half, quarter, … of them.
class VisitTally {
public:
  /// Some 250 MB.
  static constexpr std::size_t default_max_nodes = 4'000'000;

  explicit VisitTally(std::size_t max_nodes = default_max_nodes) : max_nodes_(max_nodes) {}

  /// Counts a visit.
  void add(Key key, int depth);
  /// Takes a visit of a node away; returns whether there was one left. Returns nothing for a node
  /// that is not among those kept.
  [[nodiscard]] std::optional<bool> take(Key key, int depth);

  /// Visits counted, of all nodes.
  [[nodiscard]] std::uint64_t visits() const { return visits_; }
  /// One node in this many is kept.
  [[nodiscard]] std::uint64_t one_in() const { return one_in_; }

private:
  [[nodiscard]] bool is_kept(std::uint64_t node) const { return (node & (one_in_ - 1)) == 0; }

  std::size_t max_nodes_;
  std::uint64_t visits_ = 0;
  std::uint64_t one_in_ = 1;                                ///< a power of 2
  std::unordered_map<std::uint64_t, std::uint32_t> counts_; ///< never walked through for results
};

} // namespace eldest
