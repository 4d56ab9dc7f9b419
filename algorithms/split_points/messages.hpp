#pragma once

#include "algorithms/given_work/messages.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/shared_split_point.hpp"
#include "algorithms/search/wire.hpp"

#include <cstdint>

namespace eldest::split_points {

/// Wakes a processor that has been claimed for a split point.
struct Work {
  std::uint32_t place = 0;
  std::uint32_t generation = 0;
  SplitNode::Extent extent;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire, wire::number(self.place));
    wire::word<4>(wire, wire::number(self.generation));
    SplitNode::Extent::fields(self.extent, wire);
  }

  bool operator==(const Work&) const = default;
};

/// Wakes a master whose slaves have left its split point.
struct Done {
  bool operator==(const Done&) const = default;
};

using given_work::Stop;
using Content = Protocol<12, Work, Done, Stop>;

inline constexpr ProtocolRule require{"split-points"};

} // namespace eldest::split_points
