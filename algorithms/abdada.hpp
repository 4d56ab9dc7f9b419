#pragma once

#include "algorithms/table_handlers.hpp"
#include "algorithms/worker.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace eldest {

/// Weill's ON_EVALUATION: the "value" of a son that another processor is searching. Its negation is
/// below every window.
inline constexpr Score on_evaluation = infinity + 1;

/// A processor's presence in a node, to be ended by whoever began it.
struct Visit {
  int depth = 0;
  std::optional<std::uint16_t> tenancy; ///< none if the table had no room to count the processor

  /// Takes the processor out of the count, if that is still the count it was added to.
  void end(Entry& entry) const {
    if (tenancy == entry.tenancy)
      --entry.processors;
  }
};

/// Reads the table and, unless the answer makes that unnecessary, counts the processor as searching
/// the node: RetrieveAsk of Weill 1996, Figure 2.
struct Retrieve {
  static constexpr std::size_t request_bytes = 16;
  static constexpr std::size_t answer_bytes = 16;

  Key key = 0;
  int depth = 0;
  bool exclusive = false;
  TableDepth rule = TableDepth::at_least;
  TableAnswer answer; ///< in: the window asked about
  Visit visit;

  void operator()(Bucket& bucket) {
    visit.depth = depth;
    Entry* const entry = bucket.find_or_replace(key);
    if (entry == nullptr)
      return;
    answer.move = entry->move;
    if (exclusive && entry->depth == depth && entry->processors > 0) {
      answer.score = on_evaluation;
      return;
    }
    if (entry->depth < depth)
      entry->begin(depth);
    else if (may_answer(*entry, depth, rule))
      answer.narrow(*entry);
    if (entry->depth == depth && !answer.closes_window()) {
      ++entry->processors;
      visit.tenancy = entry->tenancy;
    }
  }
};

/// Writes the result of a node and leaves it: StoreHash of Weill 1996, Figure 2.
struct StoreAndLeave {
  static constexpr std::size_t request_bytes = 24;

  Key key;
  NodeResult result;
  Visit visit;

  void operator()(Bucket& bucket) const {
    Entry* const entry = bucket.find_or_replace(key);
    if (entry == nullptr || entry->depth > result.depth)
      return;
    if (entry->depth == result.depth)
      visit.end(*entry);
    else
      entry->begin(result.depth);
    result.write_to(*entry);
  }
};

/// Leaves a node without a result: the iteration is over.
struct Leave {
  static constexpr std::size_t request_bytes = 16;

  Key key;
  Visit visit;

  void operator()(Bucket& bucket) const {
    if (Entry* const entry = bucket.find(key))
      visit.end(*entry);
  }
};

/// ABDADA, the "distributed αβ search with eldest son right" (Weill 1996, Figure 1), in αβ and in
/// NegaScout. All processors search the root; the table tells them what the others are at.
///
/// Where the paper is silent: a NegaScout re-search is never exclusive, since a son that has beaten
/// its elder brothers is wanted at once; moves are generated while the answer is on its way, but
/// not before looking at an answer that is already there.
///
/// On one processor the nodes are those of SequentialSearch if only equal depths may answer. If
/// greater ones may, too, they can differ by a few per cent, either way: beginning a node at a new
/// depth unsets its entry (Figure 2), which until then could answer for shallower visits below it.
template <Position P, Processor M> class Abdada {
public:
  Abdada(M& processor, const SearchSettings& settings) : worker_(processor, settings) {}

  [[nodiscard]] SearchOutcome run(const P& root) {
    return worker_.deepen([&](int depth) {
      const Score value = search(root, -infinity, infinity, depth, 0, false);
      return RootResult{value, root_move_};
    });
  }

private:
  /// The value of a position or, if `exclusive`, `on_evaluation` where another processor is
  /// searching it.
  Score search(const P& position, Score alpha, Score beta, int depth, int ply, bool exclusive) {
    worker_.enter_node(position);
    if (worker_.is_leaf(depth, ply))
      return worker_.leaf(position, alpha, beta);

    Retrieve retrieve{position.key(), depth, exclusive, worker_.settings.table_depth,
                      {alpha, beta},  {}};
    OrderedMoves<P> moves;
    worker_.processor.ask(retrieve.key, retrieve);
    if (!worker_.processor.answered())
      worker_.generate(position, moves);
    worker_.processor.await_answer();

    if (retrieve.answer.score == on_evaluation) {
      ++worker_.counters.deferred;
      return on_evaluation;
    }
    ++worker_.counters.interior;
    NodeResult node{retrieve.answer, depth};
    if (retrieve.answer.closes_window()) {
      ++worker_.counters.table_hits;
    } else {
      search_sons(position, node, ply, moves);
      leave(retrieve, node);
    }
    if (ply == 0)
      root_move_ = node.move;
    return node.score;
  }

  void search_sons(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    if (worker_.poll_interrupted())
      return;
    if (!moves.generated())
      worker_.generate(position, moves);
    if (moves.empty()) {
      node.score = position.terminal_value(node.depth);
      return;
    }
    worker_.order(position, moves, node.move, ply);
    const auto first = pass(position, node, ply, moves, true);
    if (first == Pass::deferred_sons)
      pass(position, node, ply, moves, false);
  }

  enum class Pass : std::uint8_t { over, deferred_sons };

  /// Searches the sons in order; in the first pass all but the eldest exclusively. Tells whether
  /// another pass is needed for sons that were deferred.
  Pass pass(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves, bool first) {
    auto result = Pass::over;
    moves.rewind();
    while (const auto* const move = moves.next()) {
      const bool eldest = moves.at_eldest();
      const P son = position.after(*move);
      const int son_depth = worker_.son_depth(son, node.depth);
      const Score value = worker_.search_son(eldest, std::max(node.alpha, node.score), node.beta,
                                             son_depth, [&](Score alpha, Score beta, bool again) {
                                               return -search(son, -beta, -alpha, son_depth,
                                                              ply + 1, first && !eldest && !again);
                                             });
      if (worker_.interrupted())
        return Pass::over;
      if (value == -on_evaluation)
        result = Pass::deferred_sons;
      else if (worker_.improve(node, value, position, *move, ply, eldest))
        return Pass::over;
    }
    return result;
  }

  void leave(const Retrieve& retrieve, const NodeResult& node) {
    if (worker_.interrupted())
      worker_.processor.post(retrieve.key, Leave{retrieve.key, retrieve.visit});
    else
      worker_.processor.post(retrieve.key, StoreAndLeave{retrieve.key, node, retrieve.visit});
  }

  Worker<P, M> worker_;
  std::uint32_t root_move_ = 0;
};

} // namespace eldest
