#pragma once

#include "trees/base/wire.hpp"
#include "trees/position.hpp"
#include "trees/synthetic/tree.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace eldest::synthetic {

/// A son's place among its brothers, from 0.
struct Move {
  std::uint8_t place = 0;

  [[nodiscard]] constexpr std::uint32_t code() const { return place + 1U; }
  [[nodiscard]] constexpr bool operator==(const Move&) const = default;
};

/// A node of an endless synthetic tree; models eldest::Position. The tree must outlive it.
///
/// Transpositions: the moves of a path are taken in threes. From the node where three of them start
/// (the origin), moves a, b, c and c, b, a may lead to the same node. They do so with probability
/// Parameters::transpositions, if both paths exist and neither ends with the best move. (The value
/// after a best move follows from its father's alone.) The shared node and all nodes below do not
/// depend on the path to it.
///
/// Commuting moves are another kind of transposition, by Parameters::commuting. The origin is then
/// the node after the last move that does not commute. From there on, each player may play the
/// moves of a path in any order. So a node follows from its origin and the set of moves since. Two
/// moves to the same place are different if only one of them is the best move of its node.
class Position {
public:
  using Move = synthetic::Move;
  using MoveList = eldest::MoveList<Move>;

  /// No history, because sons are searched in the order of the tree.
  static constexpr std::size_t history_size = 0;

  /// The root of a tree.
  explicit Position(const Tree& tree) : Position(tree, tree.root()) {}
  explicit Position(Tree&& tree) = delete; // the tree would be gone

  [[nodiscard]] Key key() const { return node_.key; }

  void generate_moves(MoveList& moves) const {
    const int count = tree_->move_count(node_);
    for (int place = 0; place < count; ++place)
      moves.push_back({static_cast<std::uint8_t>(place)});
  }

  [[nodiscard]] Position after(Move move) const {
    if (tree_->has_commuting_moves())
      return commuting_son(move);
    if (!tree_->has_transpositions())
      return {*tree_, tree_->son(node_, move.place)};
    if (const auto shared = shared_son(move))
      return {*tree_, *shared};
    return unshared_son(move);
  }

  /// The evaluation, in points.
  [[nodiscard]] Score evaluate() const { return tree_->evaluation(node_with_error()); }
  [[nodiscard]] Score terminal_value(int /*depth*/) const { return tree_->result(node_); }
  [[nodiscard]] int extension() const { return (node_.extended ? 1 : 0) - node_.reduction; }

  [[nodiscard]] static int ordering(Move move) { return -int{move.place}; }
  [[nodiscard]] static bool quiet(Move /*move*/) { return true; }
  [[nodiscard]] static std::size_t history_index(Move /*move*/) { return 0; }

  /// The son's number, from 1.
  [[nodiscard]] static std::string text(Move move) { return std::to_string(move.code()); }

  /// The cost of searching this node, relative to that of other nodes (see Parameters::cost).
  [[nodiscard]] double relative_cost() const { return tree_->relative_cost(node_); }

  /// The value of the endless tree below, in points, before rounding. It is an evaluation without
  /// error. With model=ordered, it is the minimax value at every depth.
  [[nodiscard]] Score true_value() const { return node_.value; }

  /// See SendablePosition. The key of the tree's root also travels, and a reader rejects positions
  /// of another tree.
  template <class Self, class Wire> static void fields(Self& self, Wire& wire) {
    Key root = self.tree_->root().key;
    wire::whole(wire, root);
    const bool has_swing = self.tree_->has_swing_noise();
    Node::fields(self.node_, wire, has_swing);
    Node::fields(self.origin_, wire, has_swing);
    wire::word<4>(wire, wire::part<0, 255>(self.path_[0]), wire::part<0, 255>(self.path_[1]),
                  wire::part<0, most_commuting>(self.moves_from_origin_));
    if constexpr (Wire::reads) {
      if (root != self.tree_->root().key)
        wire.reject("it is a position of another tree");
    }
  }

  [[nodiscard]] bool operator==(const Position&) const = default;

private:
  Position(const Tree& tree, const Node& node) : tree_(&tree), node_(node), origin_(node) {}

  [[nodiscard]] Node node_with_error() const {
    return tree_->has_commuting_moves() ? tree_->with_error(node_, moves_from_origin_) : node_;
  }

  [[nodiscard]] Position commuting_son(Move move) const {
    const Key identity = tree_->identity(origin_, moves_from_origin_, node_, move.place);
    if (moves_from_origin_ == most_commuting || !tree_->commutes(identity))
      return {*tree_, tree_->son(node_with_error(), move.place)};
    Position son{*tree_, tree_->commuted_son(node_, identity, move.place)};
    son.origin_ = origin_;
    son.moves_from_origin_ = static_cast<std::uint8_t>(moves_from_origin_ + 1);
    return son;
  }

  [[nodiscard]] Position unshared_son(Move move) const {
    Position son{*tree_, tree_->son(node_, move.place)};
    if (moves_from_origin_ < path_.size()) {
      son.origin_ = origin_;
      son.path_ = path_;
      son.path_[moves_from_origin_] = move.place;
      son.moves_from_origin_ = static_cast<std::uint8_t>(moves_from_origin_ + 1);
    }
    return son;
  }

  /// The node after a, b and `move` from the origin, if that is also the node after `move`, b and
  /// a. Otherwise nothing.
  [[nodiscard]] std::optional<Node> shared_son(Move move) const {
    if (moves_from_origin_ != path_.size())
      return std::nullopt;
    const auto [a, b] = path_;
    const auto c = move.place;
    const Key key = Tree::meeting_key(origin_, a, b, c);
    if (a == c || !tree_->may_meet(key) || tree_->is_best(node_, c))
      return std::nullopt;
    const auto other = other_father(b, c);
    if (!other || a >= tree_->move_count(*other) || tree_->is_best(*other, a))
      return std::nullopt;
    return tree_->shared_son(node_, *other, c, a, key);
  }

  /// The node after c and b from the origin, or nothing.
  [[nodiscard]] std::optional<Node> other_father(int b, int c) const {
    if (c >= tree_->move_count(origin_))
      return std::nullopt;
    const Node uncle = tree_->son(origin_, c);
    if (b >= tree_->move_count(uncle))
      return std::nullopt;
    return tree_->son(uncle, b);
  }

  const Tree* tree_;
  Node node_;
  Node origin_;
  std::array<std::uint8_t, 2> path_{}; ///< the moves from the origin to this node, if in threes
  std::uint8_t moves_from_origin_ = 0;
};

static_assert(HasRelativeCost<Position>);
static_assert(SendablePosition<Position>);
static_assert(sizeof(Position) <= 64);

} // namespace eldest::synthetic
