#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace eldest::synthetic {

/// The origin of the values in a tree.
enum class Model : std::uint8_t {
  /// Every node has a true value that its best son shares. The other sons are worse by random
  /// losses, for the player who chooses. `order` and `falloff` decide the best son's place among
  /// its brothers. These are the strongly ordered trees of Marsland & Campbell, "Parallel search of
  /// strongly ordered game trees", Computing Surveys 14 (1982). The minimax value of the endless
  /// tree is known at every node, and a search to any depth finds it if evaluation is exact.
  ordered,
  /// The value of a node is the sum of independent values of the branches that lead to the node.
  /// See Newborn, "The efficiency of the alpha-beta search on trees with branch-dependent terminal
  /// node scores", Artificial Intelligence 8 (1977). These are also the incremental games of Nau,
  /// "An investigation of the causes of pathology in games", Artificial Intelligence 19 (1982).
  /// Sons come in random order.
  incremental,
  /// The values of nodes are independent and identically distributed (Fuller, Gaschnig & Gillogly,
  /// "Analysis of the alpha-beta pruning algorithm", Carnegie-Mellon University, 1973). The result
  /// of a search to one depth says nothing about the next.
  iid
};

/// The number of moves of a node.
struct Branching {
  int fewest = 32;
  int most = 32;
  /// 0 for a number that is uniform on fewest..most. Otherwise the mean of a geometric number on
  /// 1..256.
  double geometric_mean = 0;

  [[nodiscard]] bool operator==(const Branching&) const = default;
};

/// The parameters of an endless synthetic game tree. Scores are in points, of which a hundred might
/// be a pawn. Probabilities are those of one node, independent of all other nodes.
struct Parameters {
  Model model = Model::ordered;

  /// Moves of a node, within 1..256, except those limited by `evasions`. `b=35`, `b=20..40`
  /// (uniform) or `b=geometric:8` (mean within [1, 32], from 1 move on).
  Branching branching;

  /// Probability, within [0, 1], that a node has a single move instead, as after a capture that
  /// forces another one, or where a player must pass.
  double forced = 0;

  /// A different seed gives a different tree with the same parameters.
  std::uint64_t seed = 1;

  /// Only model=ordered. Probability, within [0, 1], that the best son is the first. 1 is perfect
  /// order, in which alpha-beta visits only the leaves of the critical tree (Slagle & Dixon 1969;
  /// Knuth & Moore 1975). 1/b with falloff=1 is random order. Marsland & Campbell (1982) call a
  /// tree strongly ordered if this probability is at least 0.7. For the first quarter of the sons
  /// together it must then be at least 0.9.
  double order = 0.8;

  /// Only model=ordered. If the best son is not the first, each later place is less probable than
  /// the one before by this factor, within [0, 1]. With 0 the best son is the second, with 1 any
  /// later one.
  double falloff = 0.75;

  /// model=ordered: a son that is not the best loses 1..spread points, uniformly. Other models: a
  /// branch (incremental) or a node (iid) is worth -spread..spread, uniformly. Within 0..10,000; 0
  /// makes all equal.
  int spread = 100;

  /// Only model=ordered. Points, within 0..1,000, that a son other than the best loses more for
  /// each place behind the first. Late moves are then worse.
  int trend = 0;

  /// Only model=incremental. Share, within [0, 1], of its father's value that a son inherits before
  /// the branch is added. From iid values (0) to sums over the whole path (1).
  double correlation = 1;

  /// Standard deviation of the error of static evaluation, in points within 0..5,000. The
  /// distribution is bell-shaped.
  int noise = 0;

  /// Correlation, within [0, 0.95], of the error of a node with that of its father, because
  /// misjudged features stay on the board for many moves. Also that of their swings; see
  /// swing_noise.
  double persistence = 0;

  /// Points, within -5,000..5,000, by which static evaluation favours the side to move. If
  /// negative, it favours the side that has just moved. The values of successive depths differ by
  /// twice the swing, up and down. This is the odd-even effect that Weill ("The ABDADA Distributed
  /// Minimax Search Algorithm", 1996) met in Othello.
  int swing = 0;

  /// Standard deviation of the swing from node to node, in points within 0..5,000. The swing of a
  /// node has the correlation `persistence` with that of its father. The best move at one depth is
  /// then often another than at the next depth, in large subtrees as in small ones.
  int swing_noise = 0;

  /// Granularity in points, within 1..10,000. Evaluations are multiples of it. Few distinct values
  /// give many ties.
  int grain = 1;

  /// Probability, within [0, 1], that a move a, the answer b and then a move c lead to the same
  /// node as c, b, a. Applied to every third move of a path; see Position.
  double transpositions = 0;

  /// Only model=ordered. Probability, within [0, 1], that a move commutes. The commuting moves of a
  /// player lead to the same node in any order, whatever other commuting moves are between them. So
  /// transpositions become more frequent with depth; see Position. Excludes `transpositions`.
  double commuting = 0;

  /// Probability, within [0, 1], that the game ends at a node; never at the root.
  double leaf = 0;

  /// Probability, within [0, 1], that the search is extended by a ply below a node, as if a king
  /// were in check. Never twice in succession, so that a search to depth d ends within 2d ply.
  double extend = 0;

  /// Greatest number of moves, within 1..256, of a node below which the search is extended. Replies
  /// to a check are few. Without this limit, extensions would blow up the search.
  int evasions = 4;

  /// Ply, within 0..4, by which the search below a son is shallower for each doubling of its place
  /// among its brothers. On average, by place, it is `reduction` times 0, 1, 2, 2, 3, 3, 3, 3, 4
  /// and so on. Programs that reduce late moves, and prune, search such trees. Without reduction, a
  /// search grows by at least sqrt(b) a ply. Here the reduction is a property of the son, whose
  /// search is never repeated to more depth. A son that is extended is not reduced.
  double reduction = 0;

  /// Mean cost of a node, within [0.001, 1000], relative to the unit that the user chooses.
  double cost = 1;

  /// Spread, within [0, 1], of the costs of nodes, which lie uniformly within cost * (1 ±
  /// cost_spread).
  double cost_spread = 0;

  [[nodiscard]] bool operator==(const Parameters&) const = default;
};

/// Reads parameters from a text `key=value,...`. Keys that are left out keep their defaults. Keys
/// are the names of the members of Parameters, with `b` for branching. `name=...` starts from one
/// of the named trees instead (named_trees.hpp), which the other keys then change. Throws an
/// InputError that names the key if the key is unknown, given twice, or without meaning for the
/// model. Also throws it if the value is not a number or out of range.
[[nodiscard]] Parameters parse_parameters(std::string_view text);

/// Returns all parameters that affect the tree, as `parse_parameters` reads them.
[[nodiscard]] std::string to_text(const Parameters& parameters);

/// Returns `b` and the parameters that are not the default, without the seed, as `parse_parameters`
/// reads them.
[[nodiscard]] std::string to_short_text(const Parameters& parameters);

/// Throws InputError if a value is out of its range, or if two values exclude each other.
void check(const Parameters& parameters);

/// Returns every key with its range and meaning, one on a line.
[[nodiscard]] std::string parameter_help();

} // namespace eldest::synthetic
