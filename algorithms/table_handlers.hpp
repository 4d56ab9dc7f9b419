#pragma once

#include "algorithms/settings.hpp"
#include "algorithms/transposition_table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace eldest {

/// A table entry's answer to a search with a window: the window that is left and, if none is left,
/// the score to return.
struct TableAnswer {
  Score alpha = 0;
  Score beta = 0;
  Score score = -infinity; ///< a lower bound of the value or, if alpha >= beta, the score to return
  std::uint32_t move = 0;  ///< best move known, 0 if none

  [[nodiscard]] bool closes_window() const { return alpha >= beta; }

  /// Narrows the window by a stored bound (Weill 1996, Figure 2).
  ///
  /// In the figure the caller gets an upper bound as its best score even if the window stays open,
  /// and could return it without having searched a son. Here the score is an upper bound only when
  /// that closes the window.
  void narrow(const Entry& entry) { narrow(entry.bound, entry.score); }
  void narrow(Bound bound, Score stored) {
    if (bound == Bound::exact) {
      alpha = beta = score = stored;
    } else if (bound == Bound::upper && stored < beta) {
      beta = stored;
      if (closes_window())
        score = stored;
    } else if (bound == Bound::lower && stored > alpha) {
      alpha = score = stored;
    }
  }
};

/// Whether an entry's depth lets it answer for a search of `depth` ply.
[[nodiscard]] inline bool may_answer(const Entry& entry, int depth, TableDepth rule) {
  return rule == TableDepth::exact ? entry.depth == depth : entry.depth >= depth;
}

/// An entry's score as the answer for a search of `depth` ply.
[[nodiscard]] inline Score answer_score(const Entry& entry, int depth, TableDepth rule) {
  if (rule != TableDepth::at_least_keeping_distance || !is_win(entry.score))
    return entry.score;
  const int deeper = entry.depth - depth;
  return entry.score > 0 ? entry.score - deeper : entry.score + deeper;
}

/// A node being searched, and its result. The window that the table left decides which bound of the
/// value the score is.
struct NodeResult {
  NodeResult(const TableAnswer& answer, int searched_depth)
      : alpha(answer.alpha),
        beta(answer.beta),
        score(answer.score),
        move(answer.move),
        depth(searched_depth) {}

  Score alpha;
  Score beta;
  Score score; ///< best so far (fail-soft)
  std::uint32_t move;
  int depth;

  /// Whether the window is closed: the score is then the node's, and no son need be searched.
  [[nodiscard]] bool known() const { return alpha >= beta; }

  [[nodiscard]] Bound bound() const {
    if (score >= beta)
      return Bound::lower;
    return score <= alpha ? Bound::upper : Bound::exact;
  }

  void write_to(Entry& entry) const {
    entry.score = score;
    entry.bound = bound();
    if (move != 0)
      entry.move = move;
  }

  /// Whether an entry's result, of the same depth, says more about the value than this one.
  [[nodiscard]] bool says_less_than(const Entry& entry) const {
    if (entry.bound != bound())
      return entry.bound == Bound::exact;
    return (entry.bound == Bound::lower && entry.score > score) ||
           (entry.bound == Bound::upper && entry.score < score);
  }

  /// Writes the result to an entry of the same depth, unless the rule keeps the one that is there.
  void store_in(Entry& entry, TableStore rule) const {
    if (rule == TableStore::latest || !says_less_than(entry))
      write_to(entry);
  }
};

/// A handler that reads the table for a sequential search.
struct Probe {
  static constexpr std::size_t request_bytes = 16;
  static constexpr std::size_t answer_bytes = 16;

  Key key = 0;
  int depth = 0;
  TableDepth rule = TableDepth::at_least;
  TableAnswer answer; ///< before the ask: the window of the search

  void operator()(Bucket& bucket) {
    const Entry* const entry = std::as_const(bucket).find(key);
    if (entry == nullptr)
      return;
    answer.move = entry->move;
    if (may_answer(*entry, depth, rule))
      answer.narrow(entry->bound, answer_score(*entry, depth, rule));
  }
};

/// A handler that stores a sequential search's result, unless the entry has a deeper one.
struct Store {
  static constexpr std::size_t request_bytes = 24;

  Key key = 0;
  NodeResult result;
  TableStore rule = TableStore::latest;

  void operator()(Bucket& bucket) const {
    Entry* const entry = bucket.find_or_replace(key);
    if (entry == nullptr || entry->depth > result.depth)
      return;
    if (entry->depth < result.depth)
      entry->begin(result.depth);
    result.store_in(*entry, rule);
  }
};

/// A handler that stores the best move known of a node whose value is not known, or is a guess.
struct StoreMove {
  static constexpr std::size_t request_bytes = 16;

  Key key = 0;
  std::uint32_t move = 0;
  int depth = 0;
  bool replaces = true; ///< a move that is known already

  void operator()(Bucket& bucket) const {
    Entry* const entry = bucket.find_or_replace(key);
    if (entry == nullptr || (entry->move != 0 && !replaces))
      return;
    if (entry->depth == Entry::vacant)
      entry->begin(depth);
    entry->move = move;
  }
};

} // namespace eldest
