#pragma once

#include "algorithms/given_work/messages.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/wire.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/position.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest::uidpabs {

/// Moves of the root, best first, and the root's value.
template <class Move> struct Deal {
  std::vector<Move> moves;
  Score value = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    std::size_t count = self.moves.size();
    wire::word<4>(wire, wire::tag<8>(wire), wire::part<0, max_moves>(count));
    wire::word<4>(wire, wire::score(self.value));
    wire::moves_of_root(wire, self.moves, count);
  }

  bool operator==(const Deal&) const = default;
};

/// A processor's result of an iteration.
struct Result {
  int depth = 0;
  Score value = 0;
  bool exact = false; ///< true if the value is exact, false if it is an upper bound
  std::uint32_t move = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire, wire::iteration(self.depth), wire::flag(self.exact));
    wire::word<4>(wire, wire::score(self.value));
    wire::word<4>(wire, wire::number(self.move));
  }

  bool operator==(const Result&) const = default;
};

/// Order to search an iteration again, with a window.
struct Reopening {
  int depth = 0;
  Score alpha = 0;
  Score beta = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire, wire::iteration(self.depth));
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
  }

  bool operator==(const Reopening&) const = default;
};

/// Lower bound of the root's value at `depth`.
struct NewBound {
  int depth = 0;
  Score alpha = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire, wire::iteration(self.depth));
    wire::word<4>(wire, wire::score(self.alpha));
  }

  bool operator==(const NewBound&) const = default;
};

using given_work::Dismissal;

template <class Move>
using Content = Protocol<7, Deal<Move>, Result, Reopening, NewBound, Dismissal>;

} // namespace eldest::uidpabs
