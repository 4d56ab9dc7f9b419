#pragma once

#include "algorithms/move_ordering.hpp"
#include "algorithms/node_type.hpp"
#include "algorithms/processor.hpp"
#include "algorithms/recursive_search.hpp"
#include "algorithms/settings.hpp"
#include "algorithms/table_handlers.hpp"
#include "algorithms/worker.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <cstdint>
#include <optional>

namespace eldest {

/// The current search of a son, for its father.
struct SonSearch {
  int depth = 0;
  Score alpha = 0;       ///< lower end of the father's window when the son was entered
  bool scouting = false; ///< with NegaScout's null window
  bool eldest = false;
};

/// The moves of the node that is being entered, which has no frame yet.
template <Position P> class EarlyMoves {
public:
  /// None, for the next node.
  [[nodiscard]] OrderedMoves<P>& begin() { return moves_.emplace(); }

  /// Gives a node its moves, if they have been generated.
  void give_to(OrderedMoves<P>& moves) const {
    if (moves_->generated())
      moves.take_generated(*moves_);
  }

private:
  std::optional<OrderedMoves<P>> moves_;
};

/// The steps of αβ and NegaScout at one node, for searches that keep their path in frames instead
/// of recursing. A frame has the node's `position`, its result `node`, its `ply`, its `moves` and
/// whether they have been `begun`.
template <Position P, Processor M> class FrameSteps {
public:
  /// The Worker must live as long as this.
  explicit FrameSteps(Worker<P, M>& worker) : worker_(worker) {}

  /// A node that has been entered: its value if that is known at once, else what the table says.
  struct Entered {
    std::optional<Score> value;
    NodeResult node;
  };

  /// Enters a son whose father has the given beta.
  [[nodiscard]] Entered enter(const P& position, const SonSearch& search, Score father_beta,
                              int ply) {
    const Score alpha = search.scouting ? -search.alpha - 1 : -father_beta;
    const Score beta = -search.alpha;
    worker_.enter_node(position);
    if (worker_.is_leaf(search.depth, ply))
      return {worker_.leaf(position, alpha, beta), NodeResult({alpha, beta}, search.depth)};
    const NodeResult node{
        worker_.look_up(position, search.depth, alpha, beta, early_moves_.begin(), false),
        search.depth};
    if (ply == 0)
      root_move_ = node.move;
    return {node.known() ? std::optional(node.score) : std::nullopt, node};
  }

  /// The expected type of a son, which is taken to be in the critical tree because it is searched:
  /// a younger son of a CUT node stands for the first, and a young brother with an open window in
  /// NegaScout has beaten its elder brothers.
  [[nodiscard]] NodeType expected_type(const SonSearch& search, NodeType father) const {
    const bool leading = search.eldest || (!search.scouting && negascout());
    return son_type(father, leading || father == NodeType::cut);
  }

  /// Gives the frame of the node that was entered last its moves, if they have been generated.
  template <class Frame> void give_moves(Frame& frame) const { early_moves_.give_to(frame.moves); }

  /// Generates the moves of a node, unless it has them already, and orders them.
  template <class Frame> void begin_sons(Frame& frame) {
    frame.begun = true;
    static_cast<void>(order_sons(worker_, frame.position, frame.node, frame.moves, frame.ply));
  }

  /// The search of the son that a move of a node leads to: the one that `moves` gave last.
  template <class Frame> [[nodiscard]] SonSearch begin_son(const Frame& frame, const P& son) const {
    const bool eldest = frame.moves.at_eldest();
    return {worker_.son_depth(son, frame.node.depth), frame.lower(), !eldest && negascout(),
            eldest};
  }

  /// Prepares to search a son again, with an open window, if the `value` of its scout demands it;
  /// returns whether it does. `beta` is its father's.
  [[nodiscard]] bool search_again(SonSearch& search, Score value, Score beta) const {
    if (!search.scouting || !worker_.search_again(value, search.alpha, beta, search.depth))
      return false;
    search.scouting = false;
    search.alpha = value;
    return true;
  }

  /// Ends a node whose sons are done, and stores its result; returns its value.
  template <class Frame> Score finish(const Frame& frame) {
    const NodeResult& node = frame.node;
    if (frame.ply == 0)
      root_move_ = node.move;
    if (node.score < node.beta && node.beta <= node.alpha)
      return node.beta; // the table's upper bound, which a new alpha has reached: nothing to store
    worker_.store(frame.position, node);
    return node.score;
  }

  /// The best move, by its code, of the root when it was last entered or finished.
  [[nodiscard]] std::uint32_t root_move() const { return root_move_; }

private:
  [[nodiscard]] bool negascout() const { return worker_.settings.search == Search::negascout; }

  Worker<P, M>& worker_;
  EarlyMoves<P> early_moves_;
  std::uint32_t root_move_ = 0;
};

} // namespace eldest
