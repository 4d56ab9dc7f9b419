#pragma once

#include "trees/score.hpp"

#include <cstdint>

namespace eldest {

/// The sequential search that an algorithm is built on.
enum class Search : std::uint8_t { alphabeta, negascout };

/// The stored depths that may answer for a position searched to depth d.
enum class TableDepth : std::uint8_t {
  exact,    ///< only d: the value is then the minimax value of the fixed-depth tree
  at_least, ///< d or more (Weill 1996, Figure 2): fewer nodes, but the value may depend on timing
};

/// The greatest nominal depth, in ply.
inline constexpr int max_depth = 64;

/// The ply, counted from the root, at which extensions stop: a bound for the stack, which no search
/// meets in practice (each check extension needs a check, which has itself cost a ply of depth).
inline constexpr int max_ply = 2 * max_depth;

/// The work of each step in a node, in units of work: clock cycles of a 50 MHz SuperSPARC (the
/// SPARCstation 10 on which Weill 1996, section 5, counts 20,000 to 25,000 positions a second). A
/// processor of speed s does s units a second.
struct NodeCosts {
  double visit = 0;      ///< every node: making the move that leads to it; a leaf's only cost
  double generation = 0; ///< added in an interior node: generating its moves
  double ordering = 0;   ///< added in an interior node whose sons are searched: ordering them
  double captures = 0;   ///< added in a quiescence node: generating and ordering captures
  double move = 0;       ///< added for each move of a node whose sons are searched

  bool operator==(const NodeCosts&) const = default;

  [[nodiscard]] NodeCosts operator*(double factor) const {
    return {visit * factor, generation * factor, ordering * factor, captures * factor,
            move * factor};
  }
};

/// The settings of one search, the same on every processor and for every algorithm.
struct SearchSettings {
  Search search = Search::negascout;
  int depth = 1; ///< nominal depth in ply, 1 to max_depth: iterative deepening from 1 to it
  TableDepth table_depth = TableDepth::at_least;
  bool quiescence = false; ///< search captures below the leaves, where the game has them
  NodeCosts costs;
  std::uint64_t seed = 1; ///< of random choices
  /// In quiescence search also those captures that the game's ordering expects to lose material
  /// (see Position), where the side to move may decline them.
  bool losing_captures = true;
  /// In nodes of depth 1 whose leaves are not searched further, order the sons by their static
  /// values alone, where the game has these without making the moves (HasGain).
  bool frontier_by_gain = false;
  /// Internal iterative deepening: least depth of the nodes which, if the table has no move for
  /// them, are searched to less depth first; 3 or more, or 0 for none. See Worker::find_first_move.
  int internal_deepening = 0;
  /// Aspiration: half the width of the root's window, around the value of the iteration before; 0
  /// for an infinite window. See Worker::aspire.
  Score aspiration = 0;
  /// Null-move pruning: the ply by which the search after a pass is shallower than after a move; 0
  /// for no pruning. See RecursiveSearch.
  int null_move_reduction = 0;
};

} // namespace eldest
