#pragma once

#include "trees/score.hpp"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest {

/// A set of processors, by rank.
using Ranks = std::bitset<4096>;

/// The size in bytes of a set of processors in a message: a bit each.
[[nodiscard]] constexpr std::size_t rank_set_bytes(int processors) {
  return (static_cast<std::size_t>(processors) + 7) / 8;
}

/// The processors in the nodes of one bucket, beside their number in each entry (Weill 1996,
/// footnote 12); kept apart so that entries stay small. Few nodes are being searched at any time,
/// so most of these lists are empty.
class Searchers {
public:
  /// Adds a processor that enters a node: the position of a key, in one generation of its entry.
  void enter(Key key, std::uint16_t generation, int rank) {
    present_.push_back({key, generation, static_cast<std::uint16_t>(rank)});
  }

  /// Removes a processor once, which may have entered several times; does nothing if it is not
  /// there.
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
