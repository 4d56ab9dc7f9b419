#pragma once

#include "algorithms/search/searchers.hpp"
#include "algorithms/search/table_handlers.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace eldest {

/// Weill's ON_EVALUATION: the "value" of a son that is not searched, because more processors are in
/// it than the visit accepts. Its negation is below every window.
inline constexpr Score on_evaluation = infinity + 1;

/// Limit on other processors in a node for a visit that accepts any number.
inline constexpr std::uint16_t any_number = std::numeric_limits<std::uint16_t>::max();

/// A processor's presence in a node, which the processor itself must end.
struct Visit {
  int depth = 0;
  std::uint16_t found = 0; ///< number of other processors that were in the node at that depth
  std::optional<std::uint16_t> generation; ///< nothing if the table has not counted the processor

  /// Form of the generation in a message: a flag that is true if the processor is counted, and a
  /// number.
  struct Sent {
    bool counted;
    std::uint16_t generation;
  };
  [[nodiscard]] constexpr Sent sent() const {
    return {generation.has_value(), generation.value_or(0)};
  }
  /// Sets the generation to one that has been received.
  constexpr void take(const Sent& sent) {
    generation = sent.counted ? std::optional(sent.generation) : std::nullopt;
  }

  /// Removes the processor from the count of `entry`, if the entry is still of the generation in
  /// which the processor was counted.
  void end(Entry& entry) const {
    if (generation == entry.generation)
      --entry.processors;
  }
};

/// A handler that reads a node's entry. If more than `at_most` other processors are in the node,
/// the answer's score is `on_evaluation`. Otherwise, if the answer does not end the search, the
/// handler counts the processor as searching the node. It cannot do so if the entry is of a greater
/// depth, or if the bucket has no free entry. It is RetrieveAsk of Weill 1996, Figure 2, whose
/// exclusive visits accept no other processor.
struct Retrieve {
  Key key = 0;
  int depth = 0;
  std::uint16_t at_most = any_number; ///< other processors in the node that the visit accepts
  TableDepth rule = TableDepth::at_least;
  TableAnswer answer; ///< in the request: the window of the search
  Visit visit;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    // The greatest number that the field has room for stands for all greater ones, too.
    constexpr std::uint16_t most = 4095;
    std::uint16_t at_most = std::min(self.at_most, most);
    question(self, wire, wire::part<0, most>(at_most));
    if constexpr (Wire::reads)
      self.at_most = at_most == most ? any_number : at_most;
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    auto sent = self.visit.sent();
    TableAnswer::fields(self.answer, wire, wire::flag(sent.counted),
                        wire::part<0, any_number>(self.visit.found),
                        wire::part<0, any_number>(sent.generation));
    if constexpr (Wire::reads) {
      self.visit.depth = self.depth;
      self.visit.take(sent);
    }
  }

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

/// A handler that stores the result of a node, and removes the processor from the entry's count:
/// StoreHash of Weill 1996, Figure 2.
struct StoreAndLeave {
  Key key = 0;
  NodeResult result;
  Visit visit;
  TableStore rule = TableStore::latest;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    auto sent = self.visit.sent();
    wire::whole(wire, self.key);
    NodeResult::fields(self.result, wire, wire::up_to<TableStore::better>(self.rule),
                       wire::flag(sent.counted), wire::part<0, any_number>(sent.generation));
    if constexpr (Wire::reads)
      self.visit.take(sent);
  }

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

/// A handler that removes the processor from the count of a node that has no result, as at the end
/// of an iteration.
struct Leave {
  Key key = 0;
  Visit visit;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    auto sent = self.visit.sent();
    wire::whole(wire, self.key);
    wire::word<8>(wire, wire::flag(sent.counted), wire::part<0, any_number>(sent.generation));
    if constexpr (Wire::reads)
      self.visit.take(sent);
  }

  void operator()(Bucket& bucket) const {
    if (Entry* const entry = bucket.find(key))
      visit.end(*entry);
  }
};

// The same three handlers for nodes in which windows are pushed. The table then records the ranks
// of the processors in a node, too: see Searchers.

/// Rejects the visit of a processor that has not been counted, and so cannot have been recorded.
inline void require_counted(const Visit& visit, const wire::Reader& reader) {
  if (!visit.generation)
    reader.reject("a processor is recorded that has not been counted");
}

/// A Retrieve that also records the processor's rank, if the processor is counted.
struct RecordedRetrieve {
  Retrieve retrieve;
  int rank = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    Retrieve::request_fields(self.retrieve, wire);
    wire::word<2>(wire, wire::rank(self.rank));
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    Retrieve::answer_fields(self.retrieve, wire);
  }

  void operator()(Bucket& bucket, Searchers& searchers) {
    retrieve(bucket);
    if (retrieve.visit.generation)
      searchers.enter(retrieve.key, *retrieve.visit.generation, rank);
  }
};

/// A StoreAndLeave that also removes the processor's rank, as a RecordedEnding does. The answer is
/// the set of the other processors in the node.
struct RecordedStore {
  StoreAndLeave store; ///< of a visit that has been counted
  int rank = 0;
  int processors = 1;
  Ranks others{};

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    StoreAndLeave::request_fields(self.store, wire);
    wire::word<2>(wire, wire::rank(self.rank));
    if constexpr (Wire::reads) {
      require_counted(self.store.visit, wire);
      self.processors = wire.context().processors;
    }
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    rank_set(wire, self.others, self.processors);
  }

  void operator()(Bucket& bucket, Searchers& searchers) {
    const auto generation = *store.visit.generation;
    store(bucket);
    searchers.leave(store.key, generation, rank);
    others = searchers.others(store.key, generation, rank);
  }
};

/// An `Ending`, which is Leave or StoreAndLeave, that also removes the processor's rank.
template <class Ending> struct RecordedEnding {
  Ending ending; ///< of a visit that has been counted
  int rank = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    Ending::request_fields(self.ending, wire);
    wire::word<2>(wire, wire::rank(self.rank));
    if constexpr (Wire::reads)
      require_counted(self.ending.visit, wire);
  }

  void operator()(Bucket& bucket, Searchers& searchers) const {
    ending(bucket);
    searchers.leave(ending.key, *ending.visit.generation, rank);
  }
};

/// A handler that asks for the other processors in a node.
struct WhoElse {
  Key key = 0;
  std::uint16_t generation = 0;
  int rank = 0;
  int processors = 1;
  Ranks others{};

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.key);
    wire::word<4>(wire, wire::part<0, any_number>(self.generation), wire::rank(self.rank));
    if constexpr (Wire::reads)
      self.processors = wire.context().processors;
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    rank_set(wire, self.others, self.processors);
  }

  void operator()(Bucket& /*bucket*/, const Searchers& searchers) {
    others = searchers.others(key, generation, rank);
  }
};

} // namespace eldest
