#pragma once

#include "algorithms/given_work/messages.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/wire.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <cstddef>

namespace eldest::tree_splitting {

// All messages have at least two words.

/// A son of a split node, to be searched with its father's window.
template <Position P> struct Son {
  P position;
  Score alpha = 0;
  Score beta = 0;
  SonDepths depths{};
  bool open = false; ///< true if no brother has a value yet, so that the son is not scouted
  int ply = 0;
  int iteration = 0;
  wire::MoveCodes moves{}; ///< codes of the moves from the root to the son
  TopLine line{};          ///< line of play above the son, for observers only

  [[nodiscard]] static Son blank(const wire::Reader& reader) {
    return {.position = reader.root<wire::RootOf<P>>().position()};
  }
  /// Form of the son in a message. The position is sent as the moves that lead there.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    int reduction = self.depths.full - self.depths.first;
    wire::word<4>(wire, wire::tag<8>(wire), wire::depth(self.depths.full),
                  wire::part<0, max_depth>(reduction), wire::flag(self.open),
                  wire::iteration(self.iteration));
    wire::word<4>(wire, wire::ply(self.ply));
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
    wire::line(wire, self.moves, static_cast<std::size_t>(self.ply), self.position);
    if constexpr (Wire::reads)
      self.depths.first = self.depths.full - reduction;
  }

  bool operator==(const Son&) const = default;
};

/// Value of a son for its father. It means nothing if the son has been recalled.
using given_work::Result;

/// The father's new window. It is never wider than the one before.
struct NewWindow {
  Score alpha = 0;
  Score beta = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
  }

  bool operator==(const NewWindow&) const = default;
};

/// Order to give up a son's search, and to send a result at once, whatever it is.
struct Recall : given_work::TwoWords {};

using given_work::Dismissal;

template <Position P> using Content = Protocol<14, Son<P>, Result, NewWindow, Recall, Dismissal>;

} // namespace eldest::tree_splitting
