#pragma once

#include <cstdint>

namespace eldest {

/// Which sequential search an algorithm is built on.
enum class Search : std::uint8_t { alphabeta, negascout };

/// Which stored depths may answer for a position searched to depth d.
enum class TableDepth : std::uint8_t {
  exact,    ///< only d: the value is then the minimax value of the fixed-depth tree
  at_least, ///< d or more (Weill 1996, Figure 2): fewer nodes, but the value may depend on timing
};

/// Deepest nominal search, in ply.
inline constexpr int max_depth = 64;

/// Ply from the root at which extensions stop: a bound for the stack, which no search meets in
/// practice (each check extension needs a check, each of which cost its giver a ply of depth).
inline constexpr int max_ply = 2 * max_depth;

/// Work in a node by what is done there, in units of work: clock cycles of a 50 MHz SuperSPARC (the
/// SPARCstation 10 on which Weill 1996, section 5, counts 20,000 to 25,000 positions a second). A
/// processor of speed s does s units a second.
struct NodeCosts {
  double visit = 0;      ///< every node: making the move that leads to it; all of a leaf
  double generation = 0; ///< an interior node besides: generating its moves
  double ordering = 0;   ///< an interior node whose sons are searched besides: ordering them
  double captures = 0;   ///< a quiescence node besides: generating and ordering captures
  double move = 0;       ///< each move of a node whose sons are searched besides

  bool operator==(const NodeCosts&) const = default;

  [[nodiscard]] NodeCosts operator*(double factor) const {
    return {visit * factor, generation * factor, ordering * factor, captures * factor,
            move * factor};
  }
};

/// What one search is asked to do, alike on every processor and by every algorithm.
struct SearchSettings {
  Search search = Search::negascout;
  int depth = 1; ///< nominal depth in ply, 1 to max_depth: iterative deepening from 1 to it
  TableDepth table_depth = TableDepth::at_least;
  bool quiescence = false; ///< search captures below the leaves, where the game has them
  NodeCosts costs;
  std::uint64_t seed = 1; ///< of random choices
};

} // namespace eldest
