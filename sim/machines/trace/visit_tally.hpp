#pragma once

#include "trees/score.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace eldest {

/// Counts a search's visits of each node, in bounded memory. A node is a position with a depth of
/// search below it. When the nodes become more than `max_nodes`, a random half, quarter, … of them
/// is kept.
class VisitTally {
public:
  /// With this number of nodes, a tally takes some 250 MB of memory.
  static constexpr std::size_t default_max_nodes = 4'000'000;

  explicit VisitTally(std::size_t max_nodes = default_max_nodes) : max_nodes_(max_nodes) {}

  /// Counts a visit.
  void add(Key key, int depth);
  /// Removes one visit of a node. Returns true if there was one left, false if there was none.
  /// Returns nothing if the node is not kept.
  [[nodiscard]] std::optional<bool> take(Key key, int depth);

  /// Visits added, of all nodes, kept or not.
  [[nodiscard]] std::uint64_t visits() const { return visits_; }
  /// The tally keeps one in `one_in()` nodes.
  [[nodiscard]] std::uint64_t one_in() const { return one_in_; }

private:
  [[nodiscard]] bool is_kept(std::uint64_t node) const { return (node & (one_in_ - 1)) == 0; }

  std::size_t max_nodes_;
  std::uint64_t visits_ = 0;
  std::uint64_t one_in_ = 1;                                ///< a power of 2
  std::unordered_map<std::uint64_t, std::uint32_t> counts_; ///< never iterated over for results
};

} // namespace eldest
