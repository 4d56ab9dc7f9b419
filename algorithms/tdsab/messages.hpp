#pragma once

#include "algorithms/search/end_of_search.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/node_type.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/wire.hpp"
#include "trees/base/random.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest::tdsab {

inline constexpr ProtocolRule require{"TDSAB"};

/// The search of a position that two fathers may ask for, and that is made once. Windows are null
/// windows, from `beta` - 1 to `beta`.
///
/// The ply keeps the fathers that wait for each other from forming a ring: a father waits only for
/// sons a ply below. Without the ply, extensions could make a node wait for itself, because they
/// may leave the depth as it was.
struct NodeId {
  Key key = 0;
  int depth = 0;
  int ply = 0; ///< moves below the root
  Score beta = 0;
  bool passed = false; ///< true if null-move pruning's pass led to the position

  bool operator==(const NodeId&) const = default;
};

/// The hash of a NodeId.
struct HashOfId {
  [[nodiscard]] std::size_t operator()(const NodeId& id) const {
    const auto small = static_cast<std::uint64_t>(id.depth + 256) << 40U |
                       static_cast<std::uint64_t>(id.ply) << 33U |
                       static_cast<std::uint64_t>(id.passed ? 1 : 0) << 32U |
                       static_cast<std::uint32_t>(id.beta);
    return static_cast<std::size_t>(id.key ^ mix(small));
  }
};

/// The places of the nodes on a path from the root, each among its brothers in the order of the
/// moves, from 0 on. Paths that are compared place by place are in the order in which a sequential
/// search visits their last nodes.
using Places = boost::container::small_vector<std::uint8_t, 16>;

/// The name that a home gives to a son that it sends, unique among the sons of one processor.
using Ticket = std::uint32_t;

/// The ticket of the root, which has no father.
inline constexpr Ticket root_ticket = 0;

/// A son, sent to its home to be searched. The home answers with a Result unless it gets a Recall.
template <Position P> struct Son {
  Ticket ticket = root_ticket;
  int iteration = 0; ///< of iterative deepening, from 1 on
  P position;
  int depth = 0;
  Score beta = 0;                ///< the son's own
  bool passed = false;           ///< true if a pass led to the position
  NodeType type = NodeType::cut; ///< expected: CUT or ALL
  Places places{};               ///< as many as the ply
  TopLine line{};                ///< above the position, for observers only

  [[nodiscard]] NodeId id() const {
    return {position.key(), depth, static_cast<int>(places.size()), beta, passed};
  }

  [[nodiscard]] static Son blank(const wire::Reader& reader) {
    return {.position = reader.root<wire::RootOf<P>>().position()};
  }
  /// Wire format: three words of 4 bytes, a byte for each place, in whole words, and the position.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    std::size_t ply = self.places.size();
    wire::word<4>(wire, wire::tag<8>(wire), wire::iteration(self.iteration), wire::ply(ply),
                  wire::depth(self.depth), wire::flag(self.passed));
    wire::word<4>(wire, wire::number(self.ticket));
    wire::word<4>(wire, wire::score(self.beta), wire::up_to<NodeType::outside>(self.type));
    if constexpr (Wire::reads)
      self.places.resize(ply);
    for (auto& place : self.places)
      wire::word<1>(wire, wire::part<0, 255>(place));
    wire::zeros(wire, (4 - ply % 4) % 4);
    wire::position(wire, self.position);
  }

  bool operator==(const Son&) const = default;
};

/// The value of a son, for the side to move there.
struct Result {
  Ticket ticket = root_ticket;
  Score value = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire, wire::number(self.ticket));
    wire::word<4>(wire, wire::score(self.value));
  }

  bool operator==(const Result&) const = default;
};

/// Tells the home of a son that one of the fathers does not wait for it any more.
struct Recall {
  NodeId id;
  Ticket ticket = root_ticket;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire), wire::ply(self.id.ply), wire::depth(self.id.depth),
                  wire::flag(self.id.passed));
    wire::word<4>(wire, wire::number(self.ticket));
    wire::word<4>(wire, wire::score(self.id.beta));
    wire::whole(wire, self.id.key);
  }

  bool operator==(const Recall&) const = default;
};

using Stop = EndOfSearch;

template <Position P> using Content = Protocol<13, Son<P>, Result, Recall, Stop>;

} // namespace eldest::tdsab
