#pragma once

#include "algorithms/search/notices.hpp"
#include "algorithms/search/searchers.hpp"
#include "algorithms/search/shared_split_point.hpp"
#include "algorithms/search/wire.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace eldest::split_points {

/// Identifier of a split point, which no other split point of a search has.
struct SplitPointId {
  std::uint32_t place = 0;      ///< the key of its memory: see Tables
  std::uint32_t generation = 0; ///< the number of split points at that place before it

  /// The split point of processor `rank` with index `slot` among those that it has open.
  [[nodiscard]] static SplitPointId at(int rank, std::uint32_t slot, std::uint32_t generation) {
    return {static_cast<std::uint32_t>(rank) * SharedSplitPoints::of_each + slot, generation};
  }
  [[nodiscard]] int owner() const { return static_cast<int>(place / SharedSplitPoints::of_each); }
  [[nodiscard]] Key word() const { return Key{generation} << 32U | place; }
  [[nodiscard]] static SplitPointId of(Key word) {
    return {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32U)};
  }

  bool operator==(const SplitPointId&) const = default;
};

/// The state of a split point, in a word.
struct SplitPointState {
  std::uint32_t generation = 0;
  bool all_searching = false; ///< open, and no processor has left it yet
  bool over = false;          ///< cut off, given up, or closed
  bool left = false;          ///< all processors have left it
  bool full = false;          ///< no more processors may join it

  [[nodiscard]] Key word() const {
    return Key{generation} << 4U | (all_searching ? 1U : 0U) | (over ? 2U : 0U) | (left ? 4U : 0U) |
           (full ? 8U : 0U);
  }
  [[nodiscard]] static SplitPointState of(Key word) {
    return {static_cast<std::uint32_t>(word >> 4U), (word & 1U) != 0, (word & 2U) != 0,
            (word & 4U) != 0, (word & 8U) != 0};
  }

  /// Publishes the state of an open split point, and returns its word.
  static Key publish(SharedSplitPoint& point) {
    const SplitPointState state{of(point.state).generation, point.all_searching,
                                point.cut_off || point.given_up, point.processors.none(),
                                point.is_full()};
    return store(point, state);
  }
  /// Stores a state, and returns its word.
  static Key store(SharedSplitPoint& point, const SplitPointState& state) {
    const auto word = state.word();
    std::atomic_ref(point.state).store(word, std::memory_order_release);
    return word;
  }
};

/// The status of a processor, which the processor keeps in its Notice for the others.
struct ProcessorStatus {
  enum class Kind : std::uint8_t {
    busy,
    idle,
    waiting, ///< for the slaves at its latest split point, which it may help
  };

  Kind kind = Kind::busy;
  bool owns = false; ///< true if it has an open split point
  /// The latest of its open split points: the place among its own, and the generation.
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;

  [[nodiscard]] Key word() const {
    return Key{generation} << 8U | Key{slot} << 3U | (owns ? 4U : 0U) | static_cast<Key>(kind);
  }
  [[nodiscard]] static ProcessorStatus of(Key word) {
    return {static_cast<Kind>(word & 3U), (word & 4U) != 0,
            static_cast<std::uint32_t>(word >> 3U & 31U), static_cast<std::uint32_t>(word >> 8U)};
  }

  /// The latest open split point of processor `rank`, which has this status and owns one.
  [[nodiscard]] SplitPointId latest(int rank) const {
    return SplitPointId::at(rank, slot, generation);
  }
};

/// Members of a handler that reads a word.
struct WordReader {
  static constexpr bool locked = false;

  Key word = 0; ///< the answer

  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& wire) {
    wire::word<8>(wire);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.word);
  }
};

/// Handler that reads the word of a processor's notice.
struct ReadStatus : WordReader {
  void operator()(Notice& notice) {
    word = std::atomic_ref(notice.word).load(std::memory_order_relaxed);
  }
};

/// Handler that writes the word of a processor's own notice.
struct ShowStatus {
  static constexpr bool locked = false;

  Key word = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.word);
  }

  void operator()(Notice& notice) const {
    std::atomic_ref(notice.word).store(word, std::memory_order_relaxed);
  }
};

/// Handler that claims a processor whose notice has the word `expected`. The notice then shows that
/// it is busy.
struct Claim {
  static constexpr bool locked = false;

  Key expected = 0;
  bool claimed = false; ///< the answer
  Key word = 0;         ///< the answer: the notice's word after that

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.expected);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<1>(wire, wire::flag(self.claimed));
    wire::whole(wire, self.word);
  }

  void operator()(Notice& notice) {
    auto busy = ProcessorStatus::of(expected);
    busy.kind = ProcessorStatus::Kind::busy;
    word = expected;
    claimed = std::atomic_ref(notice.word)
                  .compare_exchange_strong(word, busy.word(), std::memory_order_relaxed);
    if (claimed)
      word = busy.word();
  }
};

/// Handler that reads the state of a split point.
struct ReadState : WordReader {
  void operator()(SharedSplitPoint& point) {
    word = std::atomic_ref(point.state).load(std::memory_order_acquire);
  }
};

/// Handler by which a processor opens a split point at a place of its own.
struct Open {
  SplitNode content{};
  Ranks processors{}; ///< the owner and its slaves
  std::size_t next = 0;
  int most = 0;  ///< processors that may be at the split point; 0: any number
  int ranks = 1; ///< the number of processors of the search
  Key word = 0;  ///< the answer: the state after that

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    SplitNode::Extent::fields(self.content.extent, wire);
    SplitNode::fields(self.content, wire);
    wire::word<4>(wire, wire::part<0, max_moves>(self.next), wire::part<0, 4096>(self.most));
    if constexpr (Wire::reads)
      self.ranks = wire.context().processors;
    rank_set(wire, self.processors, self.ranks);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.word);
  }

  void operator()(SharedSplitPoint& point) {
    point.content = content;
    point.node = content.window;
    point.next = next;
    point.processors = processors;
    point.most = static_cast<std::size_t>(most);
    point.cut_off = point.given_up = false;
    point.all_searching = true;
    word = SplitPointState::publish(point);
  }
};

/// The end of a split point, for its owner.
struct Close {
  NodeResult node{};     ///< the answer
  bool complete = false; ///< the answer: true if `node` is the result of the split point's node

  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& wire) {
    wire::word<8>(wire);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::flag(self.complete));
    NodeResult::words(self.node, wire);
  }

  void operator()(SharedSplitPoint& point) {
    node = point.node;
    complete = !point.given_up;
    SplitPointState::store(point,
                           {SplitPointState::of(point.state).generation + 1, false, true, true});
  }
};

/// Handler that reads what a processor must know of a split point before it joins, and the score
/// that its next son must beat.
struct Inspect {
  SplitNode::Extent extent{};   ///< the answer, as the next ones
  std::uint32_t generation = 0; ///< of the split point at that place
  bool takes_more = false;      ///< processors may join late
  Score lower = 0;

  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& wire) {
    wire::word<8>(wire);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    SplitNode::Extent::fields(self.extent, wire);
    wire::word<4>(wire, wire::number(self.generation));
    wire::word<4>(wire, wire::score(self.lower), wire::flag(self.takes_more));
  }

  void operator()(SharedSplitPoint& point) {
    extent = point.content.extent;
    generation = SplitPointState::of(point.state).generation;
    takes_more = point.takes_more();
    lower = point.lower();
  }
};

/// Handler by which a processor gets the content of a split point whose lists have the sizes
/// `content.extent`. One that joins late is accepted if no processor has left the split point, and
/// it is not full. One that has been claimed is there already.
struct Join {
  std::uint32_t generation = 0;
  int rank = 0;
  bool late = false;
  SplitNode content{}; ///< the answer, except the extent
  bool joined = false; ///< the answer

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::number(self.generation));
    wire::word<4>(wire, wire::rank(self.rank), wire::flag(self.late));
    SplitNode::Extent::fields(self.content.extent, wire);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::flag(self.joined));
    SplitNode::fields(self.content, wire);
  }

  void operator()(SharedSplitPoint& point) {
    joined = SplitPointState::of(point.state).generation == generation &&
             point.content.extent == content.extent && (!late || point.takes_more());
    if (!joined)
      return;
    content = point.content;
    point.processors.set(static_cast<std::size_t>(rank));
    SplitPointState::publish(point);
  }
};

/// Handler by which a processor at a split point gives the value of a son and takes the next one.
/// It leaves the split point if there is no next son, or if the split point is over.
struct NextSon {
  int rank = 0;
  bool has_value = false;
  Score value = 0;
  std::uint32_t move = 0;
  bool gives_up = false; ///< a split point above is over

  // The answer:
  bool taken = false;
  std::size_t son = 0;   ///< index of the son taken, in the order of the node's moves
  Score lower = 0;       ///< the score that the son must beat
  bool cuts_off = false; ///< the value has cut off the node
  bool last = false;     ///< the processor has left as the last one
  Key word = 0;          ///< the state after that: see SplitPointState

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::rank(self.rank), wire::flag(self.has_value),
                  wire::flag(self.gives_up));
    wire::word<4>(wire, wire::score(self.value));
    wire::word<4>(wire, wire::number(self.move));
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::flag(self.taken), wire::part<0, max_moves>(self.son),
                  wire::flag(self.cuts_off), wire::flag(self.last));
    wire::word<4>(wire, wire::score(self.lower));
    wire::whole(wire, self.word);
  }

  void operator()(SharedSplitPoint& point) {
    if (has_value && !point.cut_off && value > point.node.score)
      improve(point);
    point.given_up = point.given_up || (gives_up && !point.cut_off);
    taken = !point.cut_off && !point.given_up && point.next < point.content.extent.moves;
    if (taken) {
      son = point.next++;
      lower = point.lower();
    } else {
      point.processors.reset(static_cast<std::size_t>(rank));
      point.all_searching = false;
      last = point.processors.none();
    }
    word = SplitPointState::publish(point);
  }

private:
  void improve(SharedSplitPoint& point) {
    point.node.score = value;
    point.node.move = move;
    cuts_off = point.cut_off = value >= point.node.beta;
  }
};

/// Handler that reads which processors are at a split point.
struct ReadProcessors {
  int ranks = 1;      ///< the number of processors of the search
  Ranks processors{}; ///< the answer

  template <class Self, class Wire>
  static constexpr void request_fields([[maybe_unused]] Self& self, Wire& wire) {
    wire::word<8>(wire);
    if constexpr (Wire::reads)
      self.ranks = wire.context().processors;
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    rank_set(wire, self.processors, self.ranks);
  }

  void operator()(SharedSplitPoint& point) { processors = point.processors; }
};

} // namespace eldest::split_points
