#pragma once

#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace eldest {

/// A SequentialSearch without recursion. It visits the same nodes in the same order, but keeps the
/// path in an array of frames, one for each ply.
///
/// A search that must be able to leave several ply at once needs this form, as when a slave's
/// answer cuts off its master's node. The recursive form is 30 % faster by the measurements of
/// Weill (1996, section 4).
template <Position P, Processor M> class ExplicitStackSearch {
public:
  ExplicitStackSearch(M& processor, const SearchSettings& settings) : worker_(processor, settings) {
    stack_.reserve(max_ply);
  }

  [[nodiscard]] SearchOutcome run(const P& root) {
    return worker_.deepen([&](int depth, Score /*alpha*/, Score /*beta*/) {
      const Score value = search(root, depth);
      return RootResult{value, root_move_};
    });
  }

private:
  /// A node on the path from the root.
  struct Frame {
    Frame(const P& own_position, const NodeResult& own_node)
        : position(own_position), node(own_node) {}

    P position;
    NodeResult node;
    OrderedMoves<P> moves;
    typename P::Move move{}; ///< leads to the son being searched
    int son_depth = 0;
    bool scouting = false;          ///< the son is being searched with NegaScout's null window
    std::optional<Score> scouted{}; ///< score above which the son is to be searched again
  };

  Score search(const P& root, int depth) {
    auto value = enter(root, -infinity, infinity, depth);
    while (!stack_.empty()) {
      if (value)
        take_value(stack_.back(), -*value);
      value = advance();
    }
    return *value;
  }

  /// Begins a node. Returns its value if no search is needed, or else adds a frame for the node.
  std::optional<Score> enter(const P& position, Score alpha, Score beta, int depth) {
    worker_.enter_node(position, alpha, beta, depth, ply());
    if (worker_.is_leaf(depth, ply()))
      return worker_.leaf(position, alpha, beta);
    ++worker_.counters.interior;
    Probe probe{position.key(), depth, worker_.settings.table_depth, {alpha, beta}};
    worker_.processor.ask(probe.key, probe);
    worker_.processor.await_answer();
    const NodeResult node(probe.answer, depth);
    if (ply() == 0)
      root_move_ = node.move;
    if (probe.answer.closes_window()) {
      ++worker_.counters.table_hits;
      return node.score;
    }
    stack_.emplace_back(position, node);
    begin_sons(stack_.back());
    return std::nullopt;
  }

  void begin_sons(Frame& frame) {
    worker_.generate(frame.position, frame.moves);
    if (frame.moves.empty())
      frame.node.score = frame.position.terminal_value(frame.node.depth);
    else
      worker_.order(frame.position, frame.moves, frame.node, ply() - 1);
  }

  /// Continues at the end of the path. Begins the next son, or returns the node's own value after
  /// the last son.
  std::optional<Score> advance() {
    Frame& frame = stack_.back();
    const bool again = frame.scouted.has_value();
    if (!again) {
      const auto* const move = frame.moves.next();
      if (move == nullptr)
        return finish();
      frame.move = *move;
    }
    const P son = frame.position.after(frame.move);
    frame.son_depth = worker_.son_depth(son, frame.node.depth);
    const Score alpha = frame.scouted.value_or(std::max(frame.node.alpha, frame.node.score));
    frame.scouted.reset();
    frame.scouting =
        !again && !frame.moves.at_eldest() && worker_.settings.search == Search::negascout;
    return enter(son, frame.scouting ? -alpha - 1 : -frame.node.beta, -alpha, frame.son_depth);
  }

  /// Uses the value of a son that has been searched, for the node of `frame`.
  void take_value(Frame& frame, Score value) {
    const Score alpha = std::max(frame.node.alpha, frame.node.score);
    if (frame.scouting && worker_.search_again(value, alpha, frame.node.beta, frame.son_depth)) {
      frame.scouted = value;
    } else if (worker_.improve(frame.node, value, frame.position, frame.move, ply() - 1,
                               frame.moves.at_eldest())) {
      frame.moves.skip_rest();
    }
  }

  Score finish() {
    const Frame& frame = stack_.back();
    const Key key = frame.position.key();
    const NodeResult node = frame.node;
    stack_.pop_back();
    worker_.processor.post(key, Store{key, node});
    if (ply() == 0)
      root_move_ = node.move;
    return node.score;
  }

  /// Returns the ply of the node about to be entered.
  [[nodiscard]] int ply() const { return static_cast<int>(stack_.size()); }

  Worker<P, M> worker_;
  std::vector<Frame> stack_;
  std::uint32_t root_move_ = 0;
};

} // namespace eldest
