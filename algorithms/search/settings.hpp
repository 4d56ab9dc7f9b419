#pragma once

#include "trees/score.hpp"

#include <cstdint>

namespace eldest {

/// The sequential search that an algorithm is built on. In `mtdf`, RootWindow chooses the root's
/// windows, and αβ searches the tree. Aspiration has no effect then.
enum class Search : std::uint8_t { alphabeta, negascout, mtdf };

/// The stored depths that may answer for a position searched to depth d.
enum class TableDepth : std::uint8_t {
  exact,    ///< only d, so the value is the minimax value of the fixed-depth tree
  at_least, ///< d or more (Weill 1996, Figure 2): fewer nodes, but the value may depend on timing
  /// Like `at_least`, for games whose wins score `win_score(depth left)`. The score then tells the
  /// distance of a win. When a win answers for a lesser depth, its score is changed so that the
  /// distance stays right. Also, passes do not cut off nodes whose beta is a win or a loss: see
  /// Worker::pass_cuts_off.
  at_least_keeping_distance,
};

/// The result that a table entry keeps when another one of the same depth is stored.
enum class TableStore : std::uint8_t {
  latest, ///< the one stored last (Weill 1996, Figure 2)
  better, ///< the one that says more: an exact value rather than a bound, the tighter of two bounds
};

/// The time at which a node's moves are generated. It decides whether this work fills the wait for
/// the table's answer.
enum class MoveGeneration : std::uint8_t {
  /// The algorithm's own time. Recursive searches generate moves while waiting, as in ABDADA's
  /// Figure 1 (Weill 1996). APHID, and searches that keep a stack of their own, generate them after
  /// the answer.
  own,
  /// While the answer is on its way, unless it has already come. The work is lost if the answer
  /// ends the node. During that work a processor that cannot be interrupted does not serve others'
  /// accesses.
  while_waiting,
  after_answer, ///< only if the answer leaves sons to be searched
};

/// The ply that late move reductions take off a son's depth at first.
enum class Reduction : std::uint8_t {
  one_ply,     ///< Fruit 2.1 (2005); Romstad (2006)
  logarithmic, ///< by the node's depth and the move's place: see Worker::logarithmic_reduction
};

/// The greatest noise in the order of moves.
inline constexpr Score max_order_noise = 100'000;

/// The parts of the order of a node's moves: see MoveOrdering. Quiescence search always has the
/// game's own order, in which captures are kept apart, and adds history and countermoves.
struct MoveOrder {
  bool table = true; ///< the table's move comes first
  /// Captures and promotions are kept apart from quiet moves. If not, late move reductions take
  /// them for quiet moves.
  bool captures = true;
  bool static_order = true; ///< the game's own order, which depends on the position alone
  bool killers = true;      ///< moves that have cut off other nodes of the same ply
  bool history = true; ///< the squared depths of the nodes that each move has cut off, added up
  /// After the killers comes the quiet move that last cut off after the same move of the opponent.
  /// Only in games that tell the last move (HasLastMove).
  bool countermoves = false;
  /// Greatest number that is added to or taken from a move's static order at random, in the unit of
  /// that order, 0 to `max_order_noise`. It makes the order worse.
  Score noise = 0;

  bool operator==(const MoveOrder&) const = default;
};

/// The greatest nominal depth, in ply.
inline constexpr int max_depth = 64;

/// The ply, counted from the root, at which every node is a leaf, whatever its depth. This bounds
/// the stack when extensions lengthen a line. No search reaches it in practice, because each check
/// extension needs a check, which has itself cost a ply of depth.
inline constexpr int max_ply = 2 * max_depth;

/// The work of each step in a node, in units of work. A unit is a clock cycle of a 50 MHz
/// SuperSPARC. Weill (1996, section 5) counts 20,000 to 25,000 positions a second on that
/// processor, in a SPARCstation 10. A processor of speed s does s units a second.
struct NodeCosts {
  double visit = 0;      ///< in every node: making the move that leads to it; a leaf's only cost
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
  int depth = 1; ///< nominal depth in ply, 1 to max_depth; iterative deepening goes from 1 to it
  TableDepth table_depth = TableDepth::at_least;
  bool quiescence = false; ///< search captures below the leaves, where the game has them
  NodeCosts costs;
  std::uint64_t seed = 1; ///< of random choices
  TableStore table_store = TableStore::latest;
  MoveGeneration move_generation = MoveGeneration::own;
  /// In quiescence search, also search captures that the game's ordering expects to lose material
  /// (see Position). If false, they are skipped where the side to move may stand pat.
  bool losing_captures = true;
  /// In nodes of depth 1 whose leaves are not searched further, order the sons by their static
  /// values alone. Only in games that know these values without making the moves (HasGain).
  bool frontier_by_gain = false;
  /// Internal iterative deepening: least depth of the nodes that are searched to less depth first
  /// if the table has no move for them. 3 or more, or 0 for none. See Worker::find_first_move.
  int internal_deepening = 0;
  /// Aspiration: half the width of the root's window, around the previous iteration's value; 0 for
  /// an infinite window. See Worker::aspire.
  Score aspiration = 0;
  /// Null-move pruning: the ply by which the search after a pass is shallower than after a move; 0
  /// for no pruning. See Worker::pass_cuts_off.
  int null_move_reduction = 0;
  /// The search after a pass is another ply shallower for every `null_move_growth` ply of the
  /// node's depth; 0 for the same reduction at every depth. See Worker::pass_cuts_off.
  int null_move_growth = 0;
  /// Late move reductions: number of a node's moves, 1 to max_moves, that are searched to full
  /// depth. Other moves may first be searched to less depth. 0 for no reductions. See
  /// Worker::son_depths.
  int full_depth_moves = 0;
  Reduction reduction = Reduction::one_ply;
  /// Futility pruning: margin between a static value and the window, in units of the game's
  /// evaluation for each ply of depth; 0 for no pruning. See Worker::value_at_once.
  Score futility_margin = 0;
  MoveOrder move_order{};
  /// Seconds to wait for a table answer; 0 for no limit. After that time the search continues as if
  /// the table did not have the position. With a limit, processors agree on iterations in the
  /// failure-resistant way: see Iterations.
  double table_timeout = 0;
};

} // namespace eldest
