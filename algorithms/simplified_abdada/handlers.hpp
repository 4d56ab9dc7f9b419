#pragma once

#include "algorithms/search/currently_searching.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "trees/position.hpp"

#include <algorithm>
#include <atomic>

namespace eldest {

/// The hash of a move for CurrentlySearching: the position's key, mixed with the move's code. One
/// step of a linear congruential generator first scatters the code (Kerrigan's note 4). Kerrigan
/// uses 32 bits and the generator of Numerical Recipes. Keys here have 64 bits and use the
/// generator of Knuth's MMIX, whose multiplier reaches the upper half of the word.
template <Position P> [[nodiscard]] Key move_hash(const P& position, const typename P::Move& move) {
  constexpr Key multiplier = 6364136223846793005U;
  constexpr Key increment = 1442695040888963407U;
  return position.key() ^ (Key{move.code()} * multiplier + increment);
}

/// Reads a way of a set, in one access. Writes by others between two accesses do no harm, so none
/// of the handlers below needs a lock.
[[nodiscard]] inline Key read_way(Key& way) {
  return std::atomic_ref(way).load(std::memory_order_relaxed);
}
inline void write_way(Key& way, Key move) {
  std::atomic_ref(way).store(move, std::memory_order_relaxed);
}

/// A handler that asks whether a move is being searched: Kerrigan's defer_move.
struct DeferMove {
  static constexpr bool locked = false;

  Key move = 0;
  bool searching = false; ///< the answer

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.move);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<8>(wire, wire::flag(self.searching));
  }

  void operator()(MoveSet set) {
    searching =
        std::any_of(set.begin(), set.end(), [&](Key& way) { return read_way(way) == move; });
  }
};

/// A handler that marks a move about to be searched: Kerrigan's starting_search. In a full set the
/// mark replaces that in the first way. Another processor may have marked the same move since this
/// processor asked (note 3.1).
struct StartingSearch {
  static constexpr bool locked = false;

  Key move = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.move);
  }

  void operator()(MoveSet set) const {
    for (Key& way : set) {
      const Key marked = read_way(way);
      if (marked == move)
        return;
      if (marked == 0) {
        write_way(way, move);
        return;
      }
    }
    write_way(set.front(), move);
  }
};

/// A handler that removes all marks of a move: Kerrigan's finished_search. Two processors may have
/// set a mark each (note 3.2).
struct FinishedSearch {
  static constexpr bool locked = false;

  Key move = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.move);
  }

  void operator()(MoveSet set) const {
    for (Key& way : set) {
      if (read_way(way) == move)
        write_way(way, 0);
    }
  }
};

} // namespace eldest
