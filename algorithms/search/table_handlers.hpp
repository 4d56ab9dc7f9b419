#pragma once

#include "algorithms/search/settings.hpp"
#include "algorithms/search/transposition_table.hpp"
#include "algorithms/search/wire.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace eldest {

/// A table entry's answer to a search with a window: the window that is left and, if that is
/// closed, the score to return.
struct TableAnswer {
  Score alpha = 0;
  Score beta = 0;
  Score score = -infinity; ///< a lower bound of the value or, if alpha >= beta, the score to return
  std::uint32_t move = 0;  ///< best move known, 0 if none

  [[nodiscard]] bool closes_window() const { return alpha >= beta; }

  /// Sentinel for the score in an answer from the home, where the caller's score is not known. It
  /// means that the entry gives no score, so that the caller keeps its own.
  static constexpr Score keep_caller_score = -infinity - 1;

  /// Form of an answer in a message: 16 bytes. `flag` is a flag of the handler's own, or
  /// `wire::nothing`. `parts` are other fields of the handler's own, of 32 bits in total.
  template <class Self, class Wire, class Flag, class... Parts>
  static constexpr void fields(Self& self, Wire& wire, const Flag& flag, const Parts&... parts) {
    Score found = self.score;
    wire::word<8>(wire, wire::score(self.alpha), wire::score(self.beta), wire::score(found), flag);
    wire::word<8>(wire, wire::number(self.move), parts...);
    if constexpr (Wire::reads) {
      if (found != keep_caller_score)
        self.score = found;
    }
  }

  /// Narrows the window by a stored bound (Weill 1996, Figure 2).
  ///
  /// In the figure the caller gets an upper bound as its best score even if the window stays open.
  /// The caller could then return that bound without having searched a son. Here the score is an
  /// upper bound only if that bound closes the window.
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

  bool operator==(const TableAnswer&) const = default;
};

/// Returns true if an entry's depth lets it answer for a search of `depth` ply.
[[nodiscard]] inline bool may_answer(const Entry& entry, int depth, TableDepth rule) {
  return rule == TableDepth::exact ? entry.depth == depth : entry.depth >= depth;
}

/// An entry's score as the answer for a search of `depth` ply. The score of a win may differ from
/// the stored one: see TableDepth.
[[nodiscard]] inline Score answer_score(const Entry& entry, int depth, TableDepth rule) {
  if (rule != TableDepth::at_least_keeping_distance || !is_win(entry.score))
    return entry.score;
  const int deeper = entry.depth - depth;
  return entry.score > 0 ? entry.score - deeper : entry.score + deeper;
}

/// A node being searched: its window, after the table's answer, and its result. The window decides
/// which bound of the value the score is: see `bound`.
struct NodeResult {
  /// The result of no node.
  NodeResult() : NodeResult(TableAnswer{}, 0) {}
  NodeResult(const TableAnswer& answer, int searched_depth)
      : alpha(answer.alpha),
        beta(answer.beta),
        score(answer.score),
        move(answer.move),
        depth(searched_depth) {}

  Score alpha;
  Score beta;
  Score score; ///< best one found (fail-soft)
  std::uint32_t move;
  int depth;

  /// Form of a result in a message: 16 bytes. `parts` are further fields that only this handler
  /// has, of up to 24 bits in total.
  template <class Self, class Wire, class... Parts>
  static constexpr void fields(Self& self, Wire& wire, const Parts&... parts) {
    wire::word<8>(wire, wire::score(self.alpha), wire::score(self.beta), wire::score(self.score));
    wire::word<8>(wire, wire::number(self.move), wire::depth(self.depth), parts...);
  }

  /// Form of a result in a message between processors that search below its node: a word of 4 bytes
  /// for each number.
  template <class Self, class Wire> static constexpr void words(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
    wire::word<4>(wire, wire::score(self.score));
    wire::word<4>(wire, wire::number(self.move));
    wire::word<4>(wire, wire::depth(self.depth));
  }

  /// Returns true if the window is closed. The score is then the node's, and no son need be
  /// searched.
  [[nodiscard]] bool known() const { return alpha >= beta; }

  [[nodiscard]] Bound bound() const {
    if (score >= beta)
      return Bound::lower;
    return score <= alpha ? Bound::upper : Bound::exact;
  }

  void write_to(Entry& entry) const {
    const Bound own_bound = bound();
    entry.bounds_met = meets(entry, own_bound);
    entry.score = score;
    entry.bound = own_bound;
    if (move != 0)
      entry.move = move;
  }

  /// Returns the entry's `bounds_met` after this result, of the same depth and with the bound
  /// `own_bound`, has been written. False also if an upper bound brings another move than the lower
  /// bound before it, because only a lower bound's move is known to reach the score.
  [[nodiscard]] bool meets(const Entry& entry, Bound own_bound) const {
    if (entry.score != score || entry.bound == Bound::unset)
      return false;
    const bool same_move = move == 0 || move == entry.move;
    if (entry.bound == own_bound)
      return entry.bounds_met && same_move;
    return own_bound == Bound::lower || (entry.bound == Bound::lower && same_move);
  }

  /// Returns true if an entry's result, of the same depth, says more about the value than this one.
  [[nodiscard]] bool says_less_than(const Entry& entry) const {
    if (entry.bound != bound())
      return entry.bound == Bound::exact;
    return (entry.bound == Bound::lower && entry.score > score) ||
           (entry.bound == Bound::upper && entry.score < score);
  }

  /// Writes the result to an entry of the same depth, unless `rule` keeps the result stored there.
  void store_in(Entry& entry, TableStore rule) const {
    if (rule == TableStore::latest || !says_less_than(entry))
      write_to(entry);
  }

  bool operator==(const NodeResult&) const = default;
};

/// Form in a message of a request about a position and a window: 16 bytes. `parts` are further
/// fields that only this handler has, of up to 12 bits in total.
template <class Self, class Wire, class... Parts>
constexpr void question(Self& self, Wire& wire, const Parts&... parts) {
  wire::whole(wire, self.key);
  wire::word<8>(wire, wire::score(self.answer.alpha), wire::score(self.answer.beta),
                wire::depth(self.depth),
                wire::up_to<TableDepth::at_least_keeping_distance>(self.rule), parts...);
  if constexpr (Wire::reads)
    self.answer.score = TableAnswer::keep_caller_score;
}

/// A handler that reads the entry of a position, and narrows the window of the search by it. It
/// does not count processors in the entry.
struct Probe {
  Key key = 0;
  int depth = 0;
  TableDepth rule = TableDepth::at_least;
  TableAnswer answer; ///< in the request: the window of the search

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    question(self, wire);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    TableAnswer::fields(self.answer, wire, wire::nothing);
  }

  void operator()(Bucket& bucket) {
    const Entry* const entry = std::as_const(bucket).find(key);
    if (entry == nullptr)
      return;
    answer.move = entry->move;
    if (may_answer(*entry, depth, rule))
      answer.narrow(entry->bound, answer_score(*entry, depth, rule));
  }
};

/// A handler that stores a node's result, unless the entry has a deeper one. It does not count
/// processors in the entry.
struct Store {
  Key key = 0;
  NodeResult result;
  TableStore rule = TableStore::latest;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.key);
    NodeResult::fields(self.result, wire, wire::up_to<TableStore::better>(self.rule));
  }

  void operator()(Bucket& bucket) const {
    Entry* const entry = bucket.find_or_replace(key);
    if (entry == nullptr || entry->depth > result.depth)
      return;
    if (entry->depth < result.depth)
      entry->begin(result.depth);
    result.store_in(*entry, rule);
  }
};

/// A handler that stores a move to search first, unless the entry has a move.
struct StoreMove {
  Key key = 0;
  std::uint32_t move = 0;
  int depth = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.key);
    wire::word<8>(wire, wire::number(self.move), wire::depth(self.depth));
  }

  void operator()(Bucket& bucket) const {
    Entry* const entry = bucket.find_or_replace(key);
    if (entry == nullptr || entry->move != 0)
      return;
    if (entry->depth == Entry::vacant)
      entry->begin(depth);
    entry->move = move;
  }
};

/// A handler that stores the best move of a node whose value is a guess. Gives up the score of a
/// shallower search, because the move does not lead to it. Keeps the move of a score that is at
/// least as deep. It does not count processors in the entry.
struct StoreGuessedMove {
  Key key = 0;
  std::uint32_t move = 0;
  int depth = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    StoreMove::request_fields(self, wire);
  }

  void operator()(Bucket& bucket) const {
    Entry* const entry = bucket.find_or_replace(key);
    if (entry == nullptr || (entry->depth >= depth && entry->bound != Bound::unset))
      return;
    if (entry->depth < depth)
      entry->begin(depth);
    entry->move = move;
  }
};

} // namespace eldest
