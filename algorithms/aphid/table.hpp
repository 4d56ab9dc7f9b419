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

/// Knowledge of the master and the slaves of APHID about the leaves of the master's tree, without
/// processes and messages. Source: Brockington & Schaeffer, "APHID: Asynchronous Parallel Game-Tree
/// Search", sections 3.1 to 3.3, appendices A and B.
namespace eldest::aphid {

/// Number of a leaf, in the order in which the master met the leaves.
using LeafId = std::uint32_t;

/// A search window: values of interest are above alpha and below beta.
struct Window {
  Score alpha = -infinity;
  Score beta = infinity;

  /// Returns true if this window contains the `other`.
  [[nodiscard]] bool covers(const Window& other) const {
    return alpha <= other.alpha && beta >= other.beta;
  }

  /// Returns the smallest window that covers both.
  [[nodiscard]] Window hull(const Window& other) const {
    return {std::min(alpha, other.alpha), std::max(beta, other.beta)};
  }

  bool operator==(const Window&) const = default;
};

/// Known bounds of the minimax value of a leaf at one depth (section 3.2): lower <= value <= upper.
struct Bounds {
  Score lower = -infinity;
  Score upper = infinity;

  /// Returns the bounds that follow from the `result` of a fail-soft search with `window`.
  [[nodiscard]] static Bounds of_search(Score result, const Window& window) {
    return {result > window.alpha ? result : -infinity, result < window.beta ? result : infinity};
  }

  /// Returns true if at least one bound is known.
  [[nodiscard]] bool known() const { return lower != -infinity || upper != infinity; }

  /// Returns true if the bounds suffice for a search with `window`. They do if they give the value,
  /// or the side of the window on which the value lies (section 3.1).
  [[nodiscard]] bool suffice(const Window& window) const {
    return lower == upper || upper <= window.alpha || lower >= window.beta;
  }

  /// Returns the result of a search with `window`. Precondition: the bounds suffice for it.
  [[nodiscard]] Score answer(const Window& window) const {
    return upper <= window.alpha ? upper : lower;
  }

  /// Adds the bounds of a later search. Old and later bounds contradict each other only if table
  /// answers from greater depths make values depend on timing. The later bound is then taken as the
  /// value, so that the leaf is not asked for again and again.
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

/// Results for one leaf, by depth. The result at depth 0 is the master's own evaluation.
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

/// Values of the root, from the root's point of view.
struct RootScores {
  std::vector<Score> finished; ///< of the iterations that are over, from depth 1 on
  /// Hypothetical minimax value (appendix A). It is that of the PV node closest to the root that is
  /// certain in the current pass. Until some PV node is certain, it is the expected value of the
  /// iteration; on a master without `parity` it is nothing. It is nothing before the first
  /// iteration has ended, too.
  std::optional<Score> hypothetical;
  /// True if the value of two iterations before is expected where odd and even depths differ.
  bool parity = true;

  /// Returns the value of the root at `depth`. Depth 0 has none, and depth 1 stands for it.
  [[nodiscard]] Score at(int depth) const {
    return finished[static_cast<std::size_t>(std::max(depth, 1) - 1)];
  }

  /// Returns the shift that makes values of the iteration `depth` guesses for the current one. The
  /// paper compares values from one point of view; here it is the root's.
  [[nodiscard]] Score shift_from(int depth) const {
    return finished.empty() ? 0 : hypothetical.value_or(at(depth)) - at(depth);
  }

  /// Returns the median change of the root's value within `lag` iterations, or nothing if too few
  /// iterations have ended.
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

  /// Returns the number of iterations within which the value usually changes least. This is 1, or
  /// with `parity` 2 where odd and even depths differ.
  [[nodiscard]] int lag() const {
    const auto two = change(2);
    return parity && two && *two < *change(1) ? 2 : 1;
  }

  /// Returns the expected value of `iteration`, namely the value of `lag()` iterations before. If
  /// that one is not over, the expected value is the hypothetical one, or without it the last.
  /// Precondition: some iteration is over.
  [[nodiscard]] Score expected(int iteration) const {
    const int before = iteration - lag();
    return static_cast<std::size_t>(before) <= finished.size()
               ? at(before)
               : hypothetical.value_or(finished.back());
  }

  /// Returns the usual difference between the root's value and the expected one, at least 1.
  [[nodiscard]] Score swing() const {
    return std::max(change(static_cast<std::size_t>(lag())).value_or(1), 1);
  }
};

/// Returns the value that the master assumes for a leaf until a slave has found a sufficient one
/// (appendix A, Figure 10). This function tries the slave's results for earlier and earlier
/// iterations, shifted as the root's value has shifted since. It takes the first result that
/// suffices for `window`. The evaluation at depth 0 always suffices.
///
/// `iteration` is the current one, d. `leaf_depth` is the leaf's depth in it, d - d'. `side` is 1
/// if the side to move at the leaf is the root's, otherwise -1. Shifted bounds are kept within the
/// range of scores, which they could leave where one value is a win and another is not.
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

/// Priority of a leaf that was not visited in the last pass. Such a leaf is not searched (section
/// 3.3).
inline constexpr int no_priority = 0;

/// Returns the priority of a leaf (section 3.3). It is 4 for each PV node from the root to the
/// leaf, both included, and 2 more in the critical tree.
[[nodiscard]] constexpr int leaf_priority(int pv_nodes, NodeType type) {
  return 4 * pv_nodes + (type == NodeType::outside ? 0 : 2);
}

/// Returns the priority of the first leaf of a pass, at `ply`. All nodes on its path are PV nodes.
[[nodiscard]] constexpr int principal_priority(int ply) {
  return leaf_priority(ply + 1, NodeType::pv);
}

/// Shape of the slaves' windows, in swings of the root's value (RootScores::swing). The paper does
/// not give its constants, which come from "the scale and variance of the evaluation" of each
/// program.
struct WindowShape {
  double margin = 0; ///< half of the smallest window, in swings
  double growth = 0; ///< growth of half of the window for each point of priority, in swings
  /// True if an infinite window requires an invalid hypothetical value. The first leaf of a pass
  /// then has such a window only until that value is valid in the current iteration (footnote to
  /// appendix B). If false, that leaf always has an infinite window.
  bool infinite_only_if_invalid = false;
};

/// Part of the state of the master's search that a slave knows.
struct MasterState {
  int iteration = 0;         ///< the master's current one; 0: it has asked for nothing yet
  int highest_uncertain = 0; ///< highest priority of the leaves that the master waits for
  Score hypothetical = 0;    ///< value at the end of the last pass
  bool certain = false; ///< true if `hypothetical` is the value of a PV node, not an expected one

  bool operator==(const MasterState&) const = default;
};

/// Returns a slave's search window for a leaf at `ply` in `iteration` (appendix B). The window is
/// around the probable value of the root. The window is the wider, the more other leaves that the
/// master waits for exceed this one in priority. They may change that value. The first leaf of a
/// pass is searched with an infinite window. With `infinite_only_if_invalid`, this is so only until
/// a PV node's value is certain in the current iteration.
///
/// Our reading of the probable value:
/// - For an iteration that is over, it is the root's value.
/// - For the current iteration, it is the hypothetical value.
/// - For an iteration that the master has not begun, it is the expected value. The first leaf then
///   counts as waited for. Where that leaf's own window is finite, it is the widest of the finite
///   ones.
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

/// State of a piece of work on which a slave's choice of the next piece depends.
struct WorkState {
  bool needed = false; ///< true if the master waits for the piece in its current iteration
  int priority = no_priority;
  int searched = 0; ///< last iteration for which the piece has been searched
};

/// Returns true if a slave prefers the piece `one` to the piece `other` (section 3.3). Pieces that
/// the master needs come first, by priority and, at equal priority, those searched least first. The
/// others follow, those searched least first, and then by priority. Agenda puts equal pieces in the
/// order in which the master met them.
///
/// The piece searched least is the one searched for the earliest iteration (WorkState::searched).
/// The depths of searches are not compared, because leaves with other horizons are searched to
/// other depths in the same iteration.
[[nodiscard]] constexpr bool preferred(const WorkState& one, const WorkState& other) {
  if (one.needed != other.needed)
    return one.needed;
  if (one.needed && one.priority != other.priority)
    return one.priority > other.priority;
  if (one.searched != other.searched)
    return one.searched < other.searched;
  return one.priority > other.priority;
}

/// A slave's pieces of work that may be searched, in order of preference.
class Agenda {
public:
  /// Adds a piece, or moves it to its new place.
  void put(LeafId id, const WorkState& state) {
    remove(id);
    places_.emplace(id, order_.insert({state, id}).first);
  }

  /// Removes a piece, or does nothing if it is not there.
  void remove(LeafId id) {
    if (const auto place = places_.extract(id))
      order_.erase(place.mapped());
  }

  /// Returns the piece to be searched next, or nothing.
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
  std::size_t leaf = 0;    ///< index of the leaf
  std::uint64_t nodes = 0; ///< known effort of its search
};

/// A leaf to be handed over.
struct Transfer {
  std::size_t leaf = 0;
  int from = 0; ///< index of a slave
  int to = 0;
};

/// Returns the uncertain leaf that a slave would hand over, or the end of `leaves`. It is never the
/// first leaf that the pass met, which is probably being searched. It is none of `last` either, the
/// leaves handed over the last time. Of the other leaves it is the smallest, because the new slave
/// repeats the search. Among equals it is the last, which the slave would have searched last.
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

/// Returns the slave with most uncertain leaves of those that have one to hand over, or nothing.
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
/// from another slave. That other slave is the one with most uncertain leaves, of those that may
/// hand one over.
///
/// `uncertain` has the leaves by slave, in the order of the pass. `last` has the leaves that were
/// handed over the last time.
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
