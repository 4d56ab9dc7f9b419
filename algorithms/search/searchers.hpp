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

/// A set of processors in a message: one bit for each of the search's `processors`.
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

/// The processors in the nodes of one bucket, in addition to their number in each entry (Weill
/// 1996, footnote 12). They are kept apart from the entries so that these stay small. Few nodes are
/// being searched at any time, so most of these lists are empty.
class Searchers {
public:
  /// Adds processor `rank` to a node. A node is the position of `key` in one generation of its
  /// entry.
  void enter(Key key, std::uint16_t generation, int rank) {
    present_.push_back({key, generation, static_cast<std::uint16_t>(rank)});
  }

  /// Removes processor `rank` once from a node, which it may have entered several times. Does
  /// nothing if the processor is not there.
  void leave(Key key, std::uint16_t generation, int rank) {
    const auto found = std::find(present_.begin(), present_.end(),
                                 Presence{key, generation, static_cast<std::uint16_t>(rank)});
    if (found != present_.end())
      present_.erase(found);
  }

  /// The processors in a node other than `rank`.
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
