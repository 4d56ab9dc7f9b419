#pragma once

#include "algorithms/search/searchers.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/wire.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace eldest {

/// The node of a split point, as it was when the split point was opened. The form is the same for
/// all games. A processor that joins reads it once.
struct SplitNode {
  /// Limit on the split points above one another on a line of play.
  static constexpr std::size_t max_above = 32;

  /// The sizes of the lists.
  struct Extent {
    int ply = 0;           ///< the number of moves from the root to the node
    std::size_t moves = 0; ///< the number of the node's moves
    std::size_t above = 0; ///< the number of split points above

    template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
      wire::word<4>(wire, wire::ply(self.ply), wire::part<0, max_moves>(self.moves),
                    wire::part<0, max_above>(self.above));
    }

    bool operator==(const Extent&) const = default;
  };

  Extent extent;
  int iteration = 0;
  NodeResult window{};                     ///< when the split point was opened
  std::array<Key, max_above> above{};      ///< from the highest on: see split_points::SplitPointId
  std::array<std::uint32_t, max_ply> line; ///< codes of the moves from the root to the node
  /// Form in a message of the node's moves in order, 4 bytes each: see OrderedMoves::fields.
  std::array<std::byte, 4 * max_moves> moves;

  /// Form in a message, without the extent, which must be known to the reader. The iteration is 0
  /// if there is no such node.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::part<0, max_depth>(self.iteration));
    NodeResult::words(self.window, wire);
    for (std::size_t i = 0; i < self.extent.above; ++i)
      wire::whole(wire, self.above[i]);
    for (std::size_t i = 0; i < static_cast<std::size_t>(self.extent.ply); ++i)
      wire::word<4>(wire, wire::number(self.line[i]));
    for (std::size_t i = 0; i < 4 * self.extent.moves; ++i)
      wire::word<1>(wire, wire::part<0, 255>(self.moves[i]));
  }
};

/// A node whose sons several processors search, in memory that they share. Its processor keeps it
/// for all of them. split_points::SplitPoints uses it.
struct alignas(64) SharedSplitPoint {
  /// The word that processors watch: see split_points::SplitPointState.
  Key state = 0;
  std::uint8_t lock = 0;

  // Under the lock:
  bool cut_off = false;
  bool given_up = false;      ///< a split point above is over
  bool all_searching = false; ///< no processor has left yet
  std::size_t most = 0;       ///< processors that may be there; 0: any number
  std::size_t next = 0;       ///< index of the next son, in the order of the node's moves
  NodeResult node{};
  Ranks processors; ///< those that search sons, the owner among them
  SplitNode content;

  [[nodiscard]] bool is_full() const { return most > 0 && processors.count() >= most; }
  /// Returns true if a processor may join late.
  [[nodiscard]] bool takes_more() const { return all_searching && !is_full(); }
  /// The score that the next son must beat.
  [[nodiscard]] Score lower() const { return std::max(node.alpha, node.score); }
};

/// The split points of all processors. Each processor keeps `of_each`, from the key
/// `rank * of_each` on.
class SharedSplitPoints {
public:
  static constexpr std::uint32_t of_each = 8; // as in Stockfish

  /// If `processors` is 0, there are no split points. `memory` must outlive this object.
  SharedSplitPoints(int processors, std::pmr::memory_resource* memory)
      : points_(static_cast<std::size_t>(processors) * of_each, memory) {}

  [[nodiscard]] bool empty() const { return points_.empty(); }
  /// The split point at a key in [0, processors * of_each).
  [[nodiscard]] SharedSplitPoint& at(Key key) { return points_[static_cast<std::size_t>(key)]; }

private:
  std::pmr::vector<SharedSplitPoint> points_;
};

} // namespace eldest
