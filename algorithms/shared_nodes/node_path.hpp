#pragma once

#include "algorithms/search/message.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/shared_nodes/visit_handlers.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace eldest {

/// A bound that a processor has found for the value of a position searched to a depth.
struct BoundUpdate {
  Key key = 0;
  NodeResult result;

  /// Form of a bound in a message. The window is not sent, only the kind of bound that it makes of
  /// the score.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    Bound bound = self.result.bound();
    wire::word<8>(wire, wire::tag<8>(wire), wire::up_to<Bound::exact>(bound),
                  wire::score(self.result.score), wire::depth(self.result.depth));
    wire::whole(wire, self.key);
    wire::word<4>(wire, wire::number(self.result.move));
    if constexpr (Wire::reads) {
      if (bound == Bound::unset)
        wire.reject("a score is no bound");
      self.result.alpha = self.result.score - (bound == Bound::exact ? 1 : 0);
      self.result.beta = self.result.score + (bound == Bound::lower ? 0 : 1);
    }
  }
};

using BoundMessage = Protocol<3, BoundUpdate>;

/// The decisions on exchanges with other processors that a processor has made at its entry into a
/// node.
struct Exchanges {
  bool recorded = false; ///< the table has the processor's rank, so that others send it bounds
  bool parent_checks = false;
};

/// The nodes from the root to the one that a processor is in, and their windows. The bounds of
/// other processors narrow the windows (Weill 1996, section 4 and Figure 7).
///
/// A bound narrows the window of the node it is about, and with it the windows of the nodes below.
/// The search of the highest node whose window closes is over. The nodes below that one must be
/// abandoned, and have no value. The score that a node has when its window is narrowed stays valid,
/// as a value within the wider window or as a bound. So the final result is right for the window
/// that is left.
///
/// NegaScout's scouts have windows that cannot be narrowed. A scout is searched to its end even if
/// its father's best score has risen above the scout's window. Most sons are worse than either
/// score, and the scores found below the scout would not be valid for the new window.
class NodePath {
public:
  /// Enters a son of the last node, or the root. `alpha` is the lower end of the window with which
  /// the node was called. `node` must stay at its address until `leave`.
  void enter(const Retrieve& retrieve, NodeResult& node, Score alpha, const Exchanges& exchanges) {
    steps_.push_back({retrieve.key, retrieve.visit, &node, alpha, exchanges});
  }

  /// Leaves the last node. Its father is then the last.
  void leave() {
    steps_.pop_back();
    if (closed_ == size())
      closed_ = none;
  }

  [[nodiscard]] int size() const { return static_cast<int>(steps_.size()); }

  /// The depth to which the node at `ply` is searched.
  [[nodiscard]] int depth(int ply) const { return steps_[index(ply)].node->depth; }

  /// Returns true if other processors' bounds have closed the window of the node at `ply` or of one
  /// above it.
  [[nodiscard]] bool over(int ply) const { return closed_ <= ply; }

  /// Returns true if other processors' bounds have closed the window of a node above `ply`.
  [[nodiscard]] bool abandoned(int ply) const { return closed_ < ply; }

  /// Returns true if the value of the last node comes from other processors, so that they need not
  /// be told the value.
  [[nodiscard]] bool answered() const { return steps_.back().answered; }

  /// The request to the table about the node at `ply`, with the node's current window.
  [[nodiscard]] Probe probe(int ply, TableDepth rule) const {
    const auto& step = steps_[index(ply)];
    return {step.key, step.node->depth, rule, window(*step.node)};
  }

  /// Narrows windows by the table's answer about the node at `ply`. Returns true if the answer has
  /// closed a window.
  bool learn(int ply, const TableAnswer& answer) {
    if (over(ply))
      return false;
    auto& node = *steps_[index(ply)].node;
    if (answer.alpha > std::max(node.alpha, node.score))
      node.alpha = answer.alpha;
    node.beta = answer.beta;
    if (answer.score != node.score) {
      node.score = answer.score;
      if (answer.move != 0)
        node.move = answer.move;
    }
    steps_[index(ply)].answered = answer.closes_window();
    return close(ply);
  }

  /// Narrows windows by another processor's bound, which may be of any node. Returns true if the
  /// bound has closed a window.
  bool learn(const BoundUpdate& update) {
    Entry entry;
    update.result.write_to(entry);
    bool closed = false;
    for (int ply = 0; ply < size(); ++ply) {
      const auto& step = steps_[index(ply)];
      if (step.key != update.key || step.node->depth != update.result.depth)
        continue;
      auto answer = window(*step.node);
      answer.move = update.result.move;
      answer.narrow(entry);
      closed = learn(ply, answer) || closed;
    }
    return closed;
  }

  /// The last node's best score if it is a new lower bound of the node's value, or nothing. A bound
  /// is new if this function has not returned it before. `visit` returns the visit of that node.
  [[nodiscard]] std::optional<BoundUpdate> new_bound() {
    auto& step = steps_.back();
    if (step.node->score <= std::max(step.node->alpha, step.shared))
      return std::nullopt;
    step.shared = step.node->score;
    BoundUpdate update{step.key, *step.node};
    update.result.beta = update.result.score;
    return update;
  }
  [[nodiscard]] const Visit& visit() const { return steps_.back().visit; }
  [[nodiscard]] const Exchanges& exchanges() const { return steps_.back().exchanges; }
  [[nodiscard]] const Exchanges& exchanges(int ply) const { return steps_[index(ply)].exchanges; }

private:
  static constexpr int none = std::numeric_limits<int>::max();

  struct Step {
    Key key;
    Visit visit;
    NodeResult* node;
    Score called_alpha;
    Exchanges exchanges;
    bool answered = false;    ///< true if others' bounds have closed the window
    Score shared = -infinity; ///< best score that the others in the node have been told of
  };

  [[nodiscard]] static std::size_t index(int ply) { return static_cast<std::size_t>(ply); }

  [[nodiscard]] static TableAnswer window(const NodeResult& node) {
    return {std::max(node.alpha, node.score), node.beta, node.score, 0};
  }

  /// Narrows the windows of the nodes below `ply` to the parts inside the window of the node at
  /// `ply`. Stops at a scout, whose window cannot be narrowed. Returns true if a window has closed.
  bool close(int ply) {
    for (; ply < std::min(size(), closed_); ++ply) {
      const auto& node = *steps_[index(ply)].node;
      if (std::max(node.alpha, node.score) >= node.beta) {
        closed_ = ply;
        return true;
      }
      if (ply + 1 < size() && !inherit(steps_[index(ply + 1)], node))
        return false;
    }
    return false;
  }

  /// Narrows a son's window to the part inside its father's. Returns false for a scout whose window
  /// the father's score has passed.
  static bool inherit(Step& son, const NodeResult& father) {
    auto& node = *son.node;
    const Score beta = -std::max(father.alpha, father.score);
    if (beta <= son.called_alpha)
      return false;
    node.alpha = std::max(node.alpha, -father.beta);
    node.beta = std::min(node.beta, beta);
    // The father's window is open. So if the son's is closed, a bound of the son's own has closed
    // it.
    if (node.alpha >= node.beta && node.score < node.beta) {
      node.score = node.beta;
      son.answered = true;
    }
    return true;
  }

  std::vector<Step> steps_; ///< by ply
  int closed_ = none;       ///< ply of the highest node whose window others' bounds have closed
};

} // namespace eldest
