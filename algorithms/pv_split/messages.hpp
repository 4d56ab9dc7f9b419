#pragma once

#include "algorithms/given_work/messages.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/wire.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/position.hpp"

#include <cstddef>
#include <cstdint>

namespace eldest::pv_split {

// All messages have at least two words.

/// A younger son of a split node, to be searched with its father's window.
template <Position P> struct Son {
  P position;
  Score alpha = 0;
  Score beta = 0;
  SonDepths depths{};
  int ply = 0;
  int iteration = 0;
  /// Number of a PV node's son, counted from 1 on in the order of sons, if its search may be
  /// helped; otherwise 0.
  std::uint32_t number = 0;
  wire::MoveCodes moves{}; ///< codes of the moves from the root to the son
  TopLine line{};          ///< line of play above the son, for observers only

  [[nodiscard]] static Son blank(const wire::Reader& reader) {
    return {.position = reader.root<wire::RootOf<P>>().position()};
  }
  /// Form of the son in a message. The position is sent as the moves that lead there. The number is
  /// sent unless it is 0.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    int reduction = self.depths.full - self.depths.first;
    bool numbered = self.number != 0;
    wire::word<4>(wire, wire::tag<8>(wire), wire::depth(self.depths.full),
                  wire::part<0, max_depth>(reduction), wire::flag(numbered),
                  wire::iteration(self.iteration));
    wire::word<4>(wire, wire::ply(self.ply));
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
    if (numbered)
      wire::word<4>(wire, wire::number(self.number));
    if constexpr (Wire::reads) {
      if (numbered && self.number == 0)
        wire.reject("sons are counted from 1 on");
    }
    wire::line(wire, self.moves, static_cast<std::size_t>(self.ply), self.position);
    if constexpr (Wire::reads)
      self.depths.first = self.depths.full - reduction;
  }

  bool operator==(const Son&) const = default;
};

/// Value of a son for its father.
using given_work::Result;

using given_work::NewBound;

/// Order to send a son's result at once, whatever it is, because the father has been cut off.
struct Recall : given_work::TwoWords {};

/// Order to accept a helper for the search of a PV node's son.
struct Help {
  std::uint32_t number = 0; ///< number of the son
  int helper = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire, wire::number(self.number));
    wire::word<4>(wire, wire::rank(self.helper));
  }

  bool operator==(const Help&) const = default;
};

using given_work::Dismissal;

template <Position P>
using Content = Protocol<8, Son<P>, Result, NewBound, Recall, Help, Dismissal>;

} // namespace eldest::pv_split
