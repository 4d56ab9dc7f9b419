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
};

/// Parameters of APHID (Brockington & Schaeffer). The paper gives no values for A, K and the
/// windows, which were chosen for each program.
struct AphidSettings {
  int horizon = 0;             ///< d', ply of the tree that is the master's; 0: automatic
  int passes = 40;             ///< in the last iteration, that an automatic d' allows for
  int granularity = 2;         ///< A, ply: the master searches smaller subtrees itself
  double exemption = 6;        ///< K: a piece of K times the average size is divided; 0: none is
  bool load_balancing = true;  ///< leaves move from overworked slaves to idle ones
  int ahead = 2;               ///< iterations by which slaves may be ahead of the master
  bool parity = true;          ///< expect root values of odd and even depths to differ, if they do
  bool preemption = true;      ///< a slave gives up searching ahead when the master needs something
  double window_margin = 0.05; ///< half of a slave's smallest window, in swings of the root's value
  double window_growth = 0.02; ///< by which it grows with each point of priority, in swings
};

/// What one search is asked to do, alike on every processor.
struct SearchSettings {
  Search search = Search::negascout;
  int depth = 1; ///< nominal depth in ply, 1 to max_depth: iterative deepening from 1 to it
  TableDepth table_depth = TableDepth::at_least;
  bool quiescence = false; ///< search captures below the leaves, where the game has them
  NodeCosts costs;
  std::uint64_t seed = 1; ///< of an algorithm's own random choices
  AphidSettings aphid{};
};

} // namespace eldest
