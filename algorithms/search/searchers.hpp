#pragma once

#include "trees/base/wire.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest {

/// A set of processors, by rank.
using Ranks = std::bitset<4096>;

/// Form of a set of processors in a message: a bit for each of the search's `processors`, in whole
/// bytes.
template <class Wire, class Set> constexpr void rank_set(Wire& wire, Set& set, int processors) {
  const auto count = static_cast<std::size_t>(processors);
  if constexpr (!Wire::reads && !Wire::writes) {
    wire.add((count + 7) / 8);
  } else {
    for (std::size_t first = 0; first < count; first += 8) {
      unsigned members = 0;
      for (std::size_t rank = first; rank < std::min(first + 8, count); ++rank)
        members |= (set.test(rank) ? 1U : 0U) << (rank - first);
      wire::word<1>(wire, wire::part<0, 255>(members));
      if constexpr (Wire::reads) {
        if (members >> std::min<std::size_t>(count - first, 8) != 0)
          wire.reject("there is no such processor");
        for (std::size_t rank = first; rank < std::min(first + 8, count); ++rank)
          set.set(rank, (members >> (rank - first) & 1U) != 0);
      }
    }
  }
}

/// The ranks of the processors that are searching the positions of one bucket (Weill 1996, footnote
/// 12). An entry itself holds only the number of its processors. The ranks are kept apart so that
/// entries stay small. Few nodes are being searched at any time, so most of these lists are empty.
class Searchers {
public:
  /// Adds processor `rank` to those searching a node. The node is identified by its position's key
  /// and the generation of its entry.
  void enter(Key key, std::uint16_t generation, int rank) {
    present_.push_back({key, generation, static_cast<std::uint16_t>(rank)});
  }

  /// Removes processor `rank` once from those searching a node, which it may have entered several
  /// times. Does nothing if the processor is not among them.
  void leave(Key key, std::uint16_t generation, int rank) {
    const auto found = std::find(present_.begin(), present_.end(),
                                 Presence{key, generation, static_cast<std::uint16_t>(rank)});
    if (found != present_.end())
      present_.erase(found);
  }

  /// The processors that are searching a node, other than `rank`.
  [[nodiscard]] Ranks others(Key key, std::uint16_t generation, int rank) const {
    Ranks ranks;
    for (const auto& presence : present_) {
      if (presence.key == key && presence.generation == generation && presence.rank != rank)
        ranks.set(presence.rank);
    }
    return ranks;
  }

private:
  struct Presence {
    Key key;
    std::uint16_t generation;
    std::uint16_t rank;

    bool operator==(const Presence&) const = default;
  };

  std::vector<Presence> present_;
};

} // namespace eldest
