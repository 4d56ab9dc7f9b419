#pragma once

#include "algorithms/searchers.hpp"
#include "algorithms/table_handlers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace eldest {

/// Weill's ON_EVALUATION: the "value" of a son in which more processors are than a visit accepts.
/// Its negation is below every window.
inline constexpr Score on_evaluation = infinity + 1;

/// The number of other processors that a visit accepts in a node if it accepts any.
inline constexpr std::uint16_t any_number = std::numeric_limits<std::uint16_t>::max();

/// A processor's presence in a node, which the processor itself must end.
struct Visit {
  int depth = 0;
  std::uint16_t found = 0; ///< number of other processors that were in the node at that depth
  std::optional<std::uint16_t> generation; ///< none if the table had no room to count the processor

  /// Takes the processor out of the count, if that is still the count it was added to.
  void end(Entry& entry) const {
    if (generation == entry.generation)
      --entry.processors;
  }
};

/// A handler that reads the table and, unless the answer makes that unnecessary, counts the
/// processor as searching the node: RetrieveAsk of Weill 1996, Figure 2, whose exclusive visits
/// accept no other processor.
struct Retrieve {
  static constexpr std::size_t request_bytes = 16;
  static constexpr std::size_t answer_bytes = 16; ///< score, bound, depth, move, nproc

  Key key = 0;
  int depth = 0;
  std::uint16_t at_most = any_number; ///< other processors in the node that the visit accepts
  TableDepth rule = TableDepth::at_least;
  TableAnswer answer; ///< before the ask: the window of the search
  Visit visit;

  void operator()(Bucket& bucket) {
    visit.depth = depth;
    Entry* const entry = bucket.find_or_replace(key);
    if (entry == nullptr)
      return;
    answer.move = entry->move;
    if (entry->depth == depth && entry->processors > at_most) {
      answer.score = on_evaluation;
      visit.found = entry->processors;
      return;
    }
    if (entry->depth < depth)
      entry->begin(depth);
    else if (may_answer(*entry, depth, rule))
      answer.narrow(entry->bound, answer_score(*entry, depth, rule));
    if (entry->depth == depth && !answer.closes_window()) {
      visit.found = entry->processors++;
      visit.generation = entry->generation;
    }
  }
};

/// A handler that stores the result of a node and leaves it: StoreHash of Weill 1996, Figure 2.
struct StoreAndLeave {
  static constexpr std::size_t request_bytes = 24;

  Key key;
  NodeResult result;
  Visit visit;
  TableStore rule = TableStore::latest;

  void operator()(Bucket& bucket) const {
    Entry* const entry = bucket.find_or_replace(key);
    if (entry == nullptr || entry->depth > result.depth)
      return;
    if (entry->depth == result.depth)
      visit.end(*entry);
    else
      entry->begin(result.depth);
    result.store_in(*entry, rule);
  }
};

/// A handler that leaves a node without a result, as at the end of an iteration.
struct Leave {
  static constexpr std::size_t request_bytes = 16;

  Key key;
  Visit visit;

  void operator()(Bucket& bucket) const {
    if (Entry* const entry = bucket.find(key))
      visit.end(*entry);
  }
};

// The same for nodes in which windows are pushed: the table then also knows the processors in them.

/// A Retrieve that also records the processor, if it is counted.
struct RecordedRetrieve {
  static constexpr std::size_t request_bytes = Retrieve::request_bytes + 2;
  static constexpr std::size_t answer_bytes = Retrieve::answer_bytes;

  Retrieve retrieve;
  int rank = 0;

  void operator()(Bucket& bucket, Searchers& searchers) {
    retrieve(bucket);
    if (retrieve.visit.generation)
      searchers.enter(retrieve.key, *retrieve.visit.generation, rank);
  }
};

/// A StoreAndLeave of a recorded processor; the answer is the other processors in the node.
struct RecordedStore {
  static constexpr std::size_t request_bytes = StoreAndLeave::request_bytes + 2;

  StoreAndLeave store;
  std::uint16_t generation;
  int rank;
  std::size_t answer_bytes;
  Ranks others{};

  void operator()(Bucket& bucket, Searchers& searchers) {
    store(bucket);
    searchers.leave(store.key, generation, rank);
    others = searchers.others(store.key, generation, rank);
  }
};

/// A Leave of a recorded processor.
struct RecordedLeave {
  static constexpr std::size_t request_bytes = Leave::request_bytes + 2;

  Leave leave;
  std::uint16_t generation;
  int rank;

  void operator()(Bucket& bucket, Searchers& searchers) const {
    leave(bucket);
    searchers.leave(leave.key, generation, rank);
  }
};

/// A handler that asks for the other processors in a node.
struct WhoElse {
  static constexpr std::size_t request_bytes = 12;

  Key key;
  std::uint16_t generation;
  int rank;
  std::size_t answer_bytes;
  Ranks others{};

  void operator()(Bucket& /*bucket*/, const Searchers& searchers) {
    others = searchers.others(key, generation, rank);
  }
};

} // namespace eldest
