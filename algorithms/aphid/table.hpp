#pragma once

#include "algorithms/search/node_type.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

/// The knowledge that the master and the slaves of APHID have of the leaves of the master's tree
/// (Brockington & Schaeffer, "APHID: Asynchronous Parallel Game-Tree Search", sections 3.1 to 3.3,
/// appendices A and B), without processes and messages.
namespace eldest::aphid {

/// Number of a leaf in the order in which the master met them.
using LeafId = std::uint32_t;

/// A search window: values of interest are above alpha and below beta.
struct Window {
  Score alpha = -infinity;
  Score beta = infinity;

  /// Whether every value of interest in the other window is one in this.
  [[nodiscard]] bool covers(const Window& other) const {
    return alpha <= other.alpha && beta >= other.beta;
  }

  /// The smallest window that covers both.
  [[nodiscard]] Window hull(const Window& other) const {
    return {std::min(alpha, other.alpha), std::max(beta, other.beta)};
  }

  bool operator==(const Window&) const = default;
};

/// The bounds known of the minimax value of a leaf at one depth (section 3.2): lower <= value <=
/// upper.
struct Bounds {
  Score lower = -infinity;
  Score upper = infinity;

  /// The bounds that the result of a fail-soft search with a window gives.
  [[nodiscard]] static Bounds of_search(Score result, const Window& window) {
    return {result > window.alpha ? result : -infinity, result < window.beta ? result : infinity};
  }

  /// Whether there is any bound.
  [[nodiscard]] bool known() const { return lower != -infinity || upper != infinity; }

  /// Whether the bounds suffice for a search with a window: they give the value, or the side of the
  /// window on which it lies (section 3.1).
  [[nodiscard]] bool suffice(const Window& window) const {
    return lower == upper || upper <= window.alpha || lower >= window.beta;
  }

  /// The result of a search for whose window the bounds suffice.
  [[nodiscard]] Score answer(const Window& window) const {
    return upper <= window.alpha ? upper : lower;
  }

  /// Adds the bounds of a later search. The two contradict each other only if table answers from
  /// greater depths make values depend on timing; the later bound is then taken for the value, lest
  /// the leaf be asked for again and again.
  void add(const Bounds& later) {
    if (later.lower > upper)
      lower = upper = later.lower;
    else if (later.upper < lower)
      lower = upper = later.upper;
    else
      *this = {std::max(lower, later.lower), std::min(upper, later.upper)};
  }

  bool operator==(const Bounds&) const = default;
};

/// The slaves' results for a leaf searched to one depth.
struct DepthResult {
  Bounds bounds;
  std::uint64_t nodes = 0; ///< of all searches at that depth

  bool operator==(const DepthResult&) const = default;
};

/// The results for one leaf, by depth; the one at depth 0 is the master's own evaluation.
using DepthResults = std::vector<DepthResult>;

[[nodiscard]] inline Bounds bounds_at(const DepthResults& results, int depth) {
  const auto index = static_cast<std::size_t>(depth);
  return index < results.size() ? results[index].bounds : Bounds{};
}

inline void add_result(DepthResults& results, int depth, const DepthResult& later) {
  const auto index = static_cast<std::size_t>(depth);
  if (index >= results.size())
    results.resize(index + 1);
  results[index].bounds.add(later.bounds);
  results[index].nodes += later.nodes;
}

/// The root's values, from the root's point of view.
struct RootScores {
  std::vector<Score> finished; ///< of the iterations that are over, from depth 1 on
  /// The hypothetical minimax value (appendix A): that of the node of the principal variation
  /// closest to the root that is certain in the current pass. Until one is, the expected value of
  /// the iteration; none before the first iteration has ended.
  std::optional<Score> hypothetical;
  /// Whether to expect the value of two iterations before, where odd and even depths differ.
  bool parity = true;

  /// The value of the root at a depth. Depth 0 has none; depth 1 stands for it.
  [[nodiscard]] Score at(int depth) const {
    return finished[static_cast<std::size_t>(std::max(depth, 1) - 1)];
  }

  /// The shift that makes values of an earlier iteration guesses for the current one. The paper
  /// compares values from one point of view; here it is the root's.
  [[nodiscard]] Score shift_from(int depth) const {
    return finished.empty() ? 0 : hypothetical.value_or(at(depth)) - at(depth);
  }

  /// The median change of the root's value within `lag` iterations; none if there have not been so
  /// many.
  [[nodiscard]] std::optional<Score> change(std::size_t lag) const {
    std::vector<Score> changes;
    for (std::size_t i = lag; i < finished.size(); ++i)
      changes.push_back(std::abs(finished[i] - finished[i - lag]));
    if (changes.empty())
      return std::nullopt;
    const auto middle = changes.begin() + static_cast<std::ptrdiff_t>(changes.size() / 2);
    std::nth_element(changes.begin(), middle, changes.end());
    return *middle;
  }

  /// The number of iterations within which the value usually changes least: 1, or 2 where odd and
  /// even depths differ.
  [[nodiscard]] int lag() const {
    const auto two = change(2);
    return parity && two && *two < *change(1) ? 2 : 1;
  }

  /// The expected value of an iteration: that of `lag` iterations before or, if that one is not
  /// over, the hypothetical one. Some iteration must be over.
  [[nodiscard]] Score expected(int iteration) const {
    const int before = iteration - lag();
    return static_cast<std::size_t>(before) <= finished.size()
               ? at(before)
               : hypothetical.value_or(finished.back());
  }

  /// The usual difference between the root's value and the expected one, at least 1.
  [[nodiscard]] Score swing() const {
    return std::max(change(static_cast<std::size_t>(lag())).value_or(1), 1);
  }
};

/// The value that the master takes for a leaf as long as a slave's is missing (appendix A, Figure
/// 10): the slave's results for earlier and earlier iterations, shifted as the root's value has
/// shifted since, until one suffices for the window. The evaluation at depth 0 always does.
///
/// `iteration` is the current one, d; `leaf_depth` that of the leaf in it, d - d'. `side` is 1 if
/// the side to move at the leaf is that of the root and -1 if not. Shifted bounds are kept within
/// the range of scores, which they could leave where one value is a win and another is not.
[[nodiscard]] inline Score guessed_score(const Window& window, const DepthResults& results,
                                         int iteration, int leaf_depth, int side,
                                         const RootScores& root) {
  const int horizon = iteration - leaf_depth;
  for (int depth = iteration - 1;; --depth) { // to the horizon at most: an evaluation is exact
    const Bounds found = bounds_at(results, depth - horizon);
    const Score shift = side * root.shift_from(depth);
    const auto shifted = [shift](Score bound) {
      return std::clamp(bound + shift, -score_limit, score_limit);
    };
    const Score upper = found.upper == infinity ? infinity : shifted(found.upper);
    const Score lower = found.lower == -infinity ? -infinity : shifted(found.lower);
    if (upper <= window.alpha)
      return window.alpha;
    if (lower >= window.beta)
      return window.beta;
    if (lower == upper)
      return upper;
  }
}

/// The priority of a leaf that was not visited in the last pass: it is not searched (section 3.3).
inline constexpr int no_priority = 0;

/// The priority of a leaf (section 3.3): 4 for each PV node on the path from the root to it, both
/// included, and 2 if it is in the critical tree.
[[nodiscard]] constexpr int leaf_priority(int pv_nodes, NodeType type) {
  return 4 * pv_nodes + (type == NodeType::outside ? 0 : 2);
}

/// The priority of the first leaf of a pass, at a ply: all nodes on its path are PV nodes.
[[nodiscard]] constexpr int principal_priority(int ply) {
  return leaf_priority(ply + 1, NodeType::pv);
}

/// The windows of the slaves. The paper's constants come from "the scale and variance of the
/// evaluation" of each program and are not given; here the unit is the swing of the root's value.
struct WindowShape {
  double margin = 0; ///< half of the smallest window, in swings
  double growth = 0; ///< growth of half of the window for each point of priority, in swings
  /// The first leaf of a pass has an infinite window only as long as the hypothetical value of the
  /// current iteration is invalid (the footnote to appendix B), not always.
  bool infinite_only_if_invalid = false;
};

/// The part of the master's search that a slave knows.
struct MasterState {
  int iteration = 0;         ///< the master's current one; 0: it has not asked for anything
  int highest_uncertain = 0; ///< the highest priority of the leaves that it waits for
  Score hypothetical = 0;    ///< at the end of the last pass
  bool certain = false;      ///< that is the value of a PV node, not an expected one

  bool operator==(const MasterState&) const = default;
};

/// A slave's search window for a leaf in an iteration (appendix B): around the probable value of
/// the root, and the larger, the more important the leaves are that the master still waits for,
/// since they may change that value. The first leaf of a pass is searched with an infinite window:
/// always, or only as long as no PV node's value is certain in the current iteration.
///
/// Our reading: for an iteration that is over, the probable value is the root's; for the current
/// one, the hypothetical one; for one that the master has not begun, the expected one, and the
/// first leaf counts as waited for; that leaf itself then has the widest of the finite windows.
[[nodiscard]] inline Window select_window(const WindowShape& shape, const MasterState& master,
                                          const RootScores& root, int iteration, int ply,
                                          int priority) {
  const bool first = priority == principal_priority(ply);
  const bool invalid = iteration == master.iteration && !master.certain;
  if (root.finished.empty() || (first && (invalid || !shape.infinite_only_if_invalid)))
    return {};
  const bool over = static_cast<std::size_t>(iteration) <= root.finished.size();
  Score centre = master.hypothetical;
  int awaited = master.highest_uncertain;
  if (over) {
    centre = root.at(iteration);
    awaited = priority;
  } else if (iteration > master.iteration) {
    centre = root.expected(iteration);
    awaited = principal_priority(ply);
    if (first)
      priority = leaf_priority(1, NodeType::outside);
  }
  const double half =
      (shape.margin + shape.growth * std::max(0, awaited - priority)) * root.swing();
  const Score half_width = static_cast<Score>(std::clamp(half, 1.0, 2.0 * infinity));
  const Score own_centre = ply % 2 == 0 ? centre : -centre;
  return {std::max(own_centre - half_width, -infinity),
          std::min(own_centre + half_width, infinity)};
}

/// The state of a piece of work on which a slave's choice of the next piece depends.
struct WorkState {
  bool needed = false; ///< the master waits for it in its current iteration
  int priority = no_priority;
  int searched = 0; ///< last iteration for which it has been searched
};

/// Whether a slave prefers one piece of work to another (section 3.3): first those that the master
/// needs, by priority; then those that have been searched least, by priority. Equal pieces go in
/// the order in which the master met them. Depths are compared as the iterations that they belong
/// to, which differ from the pieces' own depths where a horizon has been moved.
[[nodiscard]] constexpr bool preferred(const WorkState& one, const WorkState& other) {
  if (one.needed != other.needed)
    return one.needed;
  if (one.needed && one.priority != other.priority)
    return one.priority > other.priority;
  if (one.searched != other.searched)
    return one.searched < other.searched;
  return one.priority > other.priority;
}

/// A slave's pieces of work that may be searched, in the order in which they are preferred.
class Agenda {
public:
  /// Adds a piece, or gives it its new place.
  void put(LeafId id, const WorkState& state) {
    remove(id);
    places_.emplace(id, order_.insert({state, id}).first);
  }

  /// Takes a piece off, if it is there.
  void remove(LeafId id) {
    if (const auto place = places_.extract(id))
      order_.erase(place.mapped());
  }

  /// The piece to be searched next, if there is one.
  [[nodiscard]] std::optional<LeafId> first() const {
    return order_.empty() ? std::nullopt : std::optional(order_.begin()->id);
  }

private:
  struct Item {
    WorkState state;
    LeafId id;

    bool operator<(const Item& other) const {
      if (preferred(state, other.state) || preferred(other.state, state))
        return preferred(state, other.state);
      return id < other.id;
    }
  };

  std::set<Item> order_;
  std::unordered_map<LeafId, std::set<Item>::iterator> places_;
};

/// A leaf that the master waits for, as load balancing sees it.
struct UncertainLeaf {
  std::size_t leaf = 0;    ///< index
  std::uint64_t nodes = 0; ///< known effort to search it
};

/// A leaf to be handed over.
struct Transfer {
  std::size_t leaf = 0;
  int from = 0; ///< index of a slave
  int to = 0;
};

/// The uncertain leaf that a slave would hand over, or the end: never the first that the pass met,
/// which is probably being searched, and none that was handed over the last time. It is the
/// smallest, since its search is repeated; among equals the last, which the slave would have
/// searched last.
[[nodiscard]] inline std::vector<UncertainLeaf>::const_iterator
smallest_movable(const std::vector<UncertainLeaf>& leaves, const std::vector<std::size_t>& last) {
  auto smallest = leaves.end();
  for (auto leaf = leaves.begin(); leaf != leaves.end(); ++leaf) {
    const bool may_go =
        leaf != leaves.begin() && std::find(last.begin(), last.end(), leaf->leaf) == last.end();
    if (may_go && (smallest == leaves.end() || leaf->nodes <= smallest->nodes))
      smallest = leaf;
  }
  return smallest;
}

/// The slave with most uncertain leaves, of those that have one to hand over.
[[nodiscard]] inline std::optional<std::size_t>
most_overworked(const std::vector<std::vector<UncertainLeaf>>& uncertain,
                const std::vector<std::size_t>& last) {
  std::optional<std::size_t> most;
  for (std::size_t slave = 0; slave < uncertain.size(); ++slave) {
    const bool more = !most || uncertain[slave].size() > uncertain[*most].size();
    if (more && smallest_movable(uncertain[slave], last) != uncertain[slave].end())
      most = slave;
  }
  return most;
}

/// Balances the load after a pass (section 3.4): every slave without uncertain leaves takes one
/// from the slave that has most of them and may hand one over.
///
/// `uncertain` are the leaves by slave, in the order of the pass; `last` those that were handed
/// over the last time.
[[nodiscard]] inline std::vector<Transfer>
balance(std::vector<std::vector<UncertainLeaf>> uncertain, const std::vector<std::size_t>& last) {
  std::vector<Transfer> transfers;
  for (std::size_t idle = 0; idle < uncertain.size(); ++idle) {
    if (!uncertain[idle].empty())
      continue;
    const auto from = most_overworked(uncertain, last);
    if (!from)
      break;
    auto& leaves = uncertain[*from];
    const auto leaf = smallest_movable(leaves, last);
    transfers.push_back({leaf->leaf, static_cast<int>(*from), static_cast<int>(idle)});
    uncertain[idle].push_back(*leaf);
    leaves.erase(leaf);
  }
  return transfers;
}

} // namespace eldest::aphid
