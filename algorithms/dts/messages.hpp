#pragma once

#include "algorithms/dts/path.hpp"
#include "algorithms/given_work/messages.hpp"
#include "algorithms/search/end_of_search.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/node_type.hpp"
#include "algorithms/search/wire.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

namespace eldest::dts {

inline constexpr ProtocolRule require{"DTS"};

/// An offer of a node as a split point, or of an orphaned path.
struct Offer {
  NodeNumber node = no_node; ///< no_node for an orphaned path
  int depth = 0;             ///< of the search below the node
  NodeType type = NodeType::pv;
  int searched = 0; ///< sons whose values are known
  int left = 0;     ///< sons that no processor has begun

  /// Returns the worth of the offer, greater for a better one. The criteria are, from the most
  /// important on:
  /// - an orphaned path, which waits for a processor;
  /// - the most work below the node;
  /// - a PV node, all of whose sons must be searched, then an ALL node, then a CUT node;
  /// - the most sons searched, by the confidence that no son will cut the node off;
  /// - the most sons left.
  [[nodiscard]] auto worth() const {
    return std::tuple(node == no_node, depth, type == NodeType::pv, type == NodeType::all, searched,
                      left);
  }

  /// Wire format, 24 bytes.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::whole(wire, self.node);
    wire::word<4>(wire, wire::depth(self.depth));
    wire::word<4>(wire, wire::up_to<NodeType::outside>(self.type));
    wire::word<4>(wire, wire::part<0, max_moves>(self.searched));
    wire::word<4>(wire, wire::part<0, max_moves>(self.left));
  }

  bool operator==(const Offer&) const = default;
};

/// Broadcast of a processor that has become idle, to those that do not know so yet.
struct Help {
  bool operator==(const Help&) const = default;
};

/// Answer to a broadcast. A processor with nothing to offer remembers the idle one, and answers
/// again, late, when it has something.
struct Answer {
  bool late = false;
  std::optional<Offer> offer;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    bool offers = self.offer.has_value();
    wire::word<4>(wire, wire::tag<8>(wire), wire::flag(self.late), wire::flag(offers));
    if constexpr (Wire::reads) {
      if (offers)
        self.offer.emplace();
    }
    if (offers)
      Offer::fields(*self.offer, wire);
  }

  bool operator==(const Answer&) const = default;
};

/// Choice of a split point. It asks the processor that offered the split point for a son. The
/// answer is Work or Refusal.
struct Join {
  NodeNumber node = no_node;
  bool late = false; ///< true if the offer was late

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire), wire::flag(self.late));
    wire::whole(wire, self.node);
  }

  bool operator==(const Join&) const = default;
};

/// Answer to a late offer that is not wanted. The other answer to one is Join.
struct Decline {
  NodeNumber node = no_node;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::whole(wire, self.node);
  }

  bool operator==(const Decline&) const = default;
};

/// Answer to Join: there is nothing to join. A late offer may follow.
using given_work::Refusal;

/// A path whose search the receiver is to continue. It begins at a son of a split point, is the
/// path above one for the last processor there, or is orphaned.
template <Position P> struct Work {
  Path<P> path;

  [[nodiscard]] static Work blank(const wire::Reader& reader) {
    return {{.position = reader.root<wire::RootOf<P>>().position()}};
  }
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    Path<P>::fields(self.path, wire);
  }
};

/// Value of a son of a split point, from a processor that is free for another son. The answer is
/// Work or Dismissal.
using Result = given_work::Answer<SonId>;

/// Answer to a result, without work:
/// - There is nothing more to do at the split point, but others are still searching there.
/// - Or there is no such split point any more.
struct Dismissal {
  bool operator==(const Dismissal&) const = default;
};

/// New window of a split point.
using NewBounds = given_work::NewBounds<SonId>;

/// End of the search of a son, because the split point is over.
using Recall = given_work::Recall<SonId>;

/// Tells the owner of a split point that the sender has taken over the search of one of its sons.
/// It also gives the window that the sender knows.
struct Moved {
  SonId son;
  int moved = 0; ///< see Path::moved
  Score alpha = 0;
  Score beta = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    SonId::fields(self.son, wire);
    wire::word<4>(wire, wire::part<0, 0x7fffffff>(self.moved));
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
  }

  bool operator==(const Moved&) const = default;
};

using Stop = EndOfSearch;

template <Position P>
using Content = Protocol<10, Help, Answer, Join, Decline, Refusal, Work<P>, Result, Dismissal,
                         NewBounds, Recall, Moved, Stop>;

} // namespace eldest::dts
