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

/// Variants of ABDADA (Weill 1996), each off unless asked for, in any combination. What is checked
/// or pushed at a node is worth its messages only if enough is left to be searched there: hence the
/// depths, in ply left to be searched at the node.
struct AbdadaSettings {
  /// The second pass visits the sons that the first has deferred and no others (footnote 9).
  bool revisit_deferred_only = false;
  /// Sons are deferred in nodes of at least this depth (Kerrigan's DEFER_DEPTH).
  int defer_depth = 1;
  /// Windows are pushed between the processors in a node of at least this depth (footnote 12,
  /// first cure); 0: they are not. Needs TableSettings::record_searchers.
  int push_depth = 0;
  /// On finishing a node, its father is looked up in the table if that has at least this depth
  /// (footnote 12, second cure); 0: it is not.
  int parent_check_depth = 0;
  /// Before each young son of a node of at least this depth all nodes on the path to it are looked
  /// up in the table (after Kerrigan's cut-off checks); 0: they are not.
  int cutoff_check_depth = 0;
  /// Seconds after which a table answer is no longer waited for, and the node searched as if the
  /// table did not have it (Weill 1996, section 4: failure resistance); 0: no limit.
  double answer_timeout = 0;
};

/// Whom a processor asks for work.
enum class VictimChoice : std::uint8_t {
  random,  ///< anybody who has not been asked yet
  nearest, ///< of those, one of the nearest in the machine
};

/// Options of YBWC.
struct YbwcSettings {
  VictimChoice victim = VictimChoice::random;
  bool star = false;          ///< YBWC* instead of the basic YBWC
  int min_split_depth = 2;    ///< least depth of a node whose sons are given away
  bool helpful_master = true; ///< a master helps its slaves while it waits for them
  int hops = 4;               ///< how often a request is passed on
  /// Work in a node, relative to that of the recursive search. Weill (1996, section 4) found his
  /// recursive programs 30 % faster than those with an explicit stack: 1.3.
  double node_cost = 1;
};

/// Options of SimplifiedAbdada, by Kerrigan's names; depths are those of the node whose sons it is
/// about.
struct SimplifiedAbdadaSettings {
  int defer_depth = 3;        ///< least depth at which sons are deferred (DEFER_DEPTH)
  int cutoff_check_depth = 0; ///< least depth of cut-off checks (CUTOFF_CHECK_DEPTH); 0: none
};

/// In which order the processors of SharedTable but number 0 search a node's sons.
enum class HelperOrder : std::uint8_t {
  same,   ///< like processor 0: they part by what they have learned, and by the machine's timing
  root,   ///< the eldest, then the others at random, in the root only: usual in Lazy SMP
  random, ///< the same in every node: "randomized move order" (S. Matovic)
};

/// Options of SharedTable.
struct SharedTableSettings {
  HelperOrder order = HelperOrder::root;
  /// Every second processor, those of odd rank, searches a ply deeper than the iteration, as in
  /// Cheng's Lazy SMP (M. Sedlak).
  bool stagger = false;
};

/// Options of PvSplit.
struct PvSplitSettings {
  int min_depth = 2; ///< least depth of a node whose sons are searched in parallel
};

/// Parameters of APHID (Brockington & Schaeffer). The paper gives no values for A, K and the
/// windows, which were chosen for each program.
struct AphidSettings {
  int horizon = 0;             ///< d', ply of the tree that is the master's; 0: automatic
  int leaves = 16;             ///< for each slave, that an automatic d' is to give
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
  AbdadaSettings abdada{};
  SimplifiedAbdadaSettings simplified_abdada{};
  SharedTableSettings shared_table{};
  PvSplitSettings pv_split{};
  YbwcSettings ybwc{};
  AphidSettings aphid{};

  /// Whether the search must end though processors or messages are lost.
  [[nodiscard]] bool failure_resistant() const { return abdada.answer_timeout > 0; }
};

} // namespace eldest
