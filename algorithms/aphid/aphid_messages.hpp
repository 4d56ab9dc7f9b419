#pragma once

#include "algorithms/aphid/aphid_table.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <optional>
#include <vector>

/// What the master and the slaves of APHID tell each other.
namespace eldest::aphid {

/// A leaf's position in the tree, as messages carry it.
template <class Move> struct NewLeaf {
  LeafId id = 0;
  std::vector<Move> path; ///< from the root
  int offset = 0;         ///< the iteration in which its depth is 0: d' but for extensions
};

/// What the master has to say of a leaf that its slave knows.
struct LeafUpdate {
  LeafId id = 0;
  int priority = no_priority;
  std::optional<Window> needed{}; ///< the result for the current iteration must suffice for this
};

/// Changes of the master's half of the table that concern one slave.
template <class Move> struct WorkList {
  MasterState state;
  std::vector<Score> root_values; ///< of iterations that have ended since the last work list
  std::vector<NewLeaf<Move>> given;
  std::vector<LeafId> taken;
  std::vector<LeafUpdate> updates;

  /// Size on the wire: a word for each number, and a move as it is kept.
  [[nodiscard]] std::size_t bytes() const {
    std::size_t bytes = 12 + 4 * root_values.size() + 4 * taken.size();
    for (const auto& leaf : given)
      bytes += 8 + leaf.path.size() * sizeof(Move);
    for (const auto& update : updates)
      bytes += update.needed ? 16 : 8;
    return bytes;
  }
};

/// A change of a slave's half of the table: one search.
struct Report {
  static constexpr std::size_t bytes = 24;

  LeafId id = 0;
  int depth = 0;
  DepthResult result;
};

/// The search is over.
struct Stop {
  static constexpr std::size_t bytes = 4;
};

} // namespace eldest::aphid
