#pragma once

#include "algorithms/node_type.hpp"
#include "algorithms/processor.hpp"
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
    ++worker_.counters.interior;
    Probe probe{position.key(), search.depth, worker_.settings.table_depth, {alpha, beta}};
    worker_.processor.ask(probe.key, probe);
    worker_.processor.await_answer();
    const NodeResult node(probe.answer, search.depth);
    if (ply == 0)
      root_move_ = node.move;
    if (!probe.answer.closes_window())
      return {std::nullopt, node};
    ++worker_.counters.table_hits;
    return {node.score, node};
  }

  /// The expected type of a son, which is taken to be in the critical tree because it is searched:
  /// a younger son of a CUT node stands for the first, and a young brother with an open window in
  /// NegaScout has beaten its elder brothers.
  [[nodiscard]] NodeType expected_type(const SonSearch& search, NodeType father) const {
    const bool leading = search.eldest || (!search.scouting && negascout());
    return son_type(father, leading || father == NodeType::cut);
  }

  /// Generates and orders the moves of a node.
  template <class Frame> void begin_sons(Frame& frame) {
    frame.begun = true;
    worker_.generate(frame.position, frame.moves);
    if (frame.moves.empty())
      frame.node.score = frame.position.terminal_value(frame.node.depth);
    else
      worker_.order(frame.position, frame.moves, frame.node.move, frame.ply);
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
      return node.beta; // the table's upper bound
    const Key key = frame.position.key();
    worker_.processor.post(key, Store{key, node});
    return node.score;
  }

  /// The best move, by its code, of the root when it was last entered or finished.
  [[nodiscard]] std::uint32_t root_move() const { return root_move_; }

private:
  [[nodiscard]] bool negascout() const { return worker_.settings.search == Search::negascout; }

  Worker<P, M>& worker_;
  std::uint32_t root_move_ = 0;
};

} // namespace eldest
