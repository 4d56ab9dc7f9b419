#pragma once

#include "algorithms/aphid/aphid_table.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <optional>
#include <vector>

/// The messages between the master and the slaves of APHID.
namespace eldest::aphid {

/// A leaf's position in the tree, as messages carry it.
template <class Move> struct NewLeaf {
  LeafId id = 0;
  std::vector<Move> path; ///< from the root
  int offset = 0;         ///< the iteration in which its depth is 0: d' but for extensions
  int searched = 0;       ///< depth to which another slave has searched it
};

/// An update of a leaf that its slave knows.
struct LeafUpdate {
  LeafId id = 0;
  int priority = no_priority;
  std::optional<Window> needed{}; ///< window that the master needs in the current iteration
};

/// The changes in the master's half of the table that concern one slave.
template <class Move> struct WorkList {
  MasterState state;
  std::vector<Score> root_values; ///< of iterations that have ended since the last work list
  std::vector<NewLeaf<Move>> given;
  std::vector<LeafId> taken;
  std::vector<LeafUpdate> updates;

  /// The size on the wire: a word for each number, but for a leaf's two depths, which share one,
  /// and a move as it stands in memory.
  [[nodiscard]] std::size_t bytes() const {
    std::size_t bytes = 12 + 4 * root_values.size() + 4 * taken.size();
    for (const auto& leaf : given)
      bytes += 8 + leaf.path.size() * sizeof(Move);
    for (const auto& update : updates)
      bytes += update.needed ? 16 : 8;
    return bytes;
  }
};

/// A change in a slave's half of the table: the result of one search.
struct Report {
  static constexpr std::size_t bytes = 24;

  LeafId id = 0;
  int depth = 0;
  DepthResult result;
};

/// The end of the search.
struct Stop {
  static constexpr std::size_t bytes = 4;
};

} // namespace eldest::aphid
