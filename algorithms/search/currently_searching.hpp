#pragma once

#include "trees/score.hpp"

#include <bit>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

namespace eldest {

/// The ways of one set, each of which holds a move being searched; 0 is a free way.
using MoveSet = std::span<Key>;

/// Kerrigan's `currently_searching`: an n-way hash table of the moves that some processor is
/// searching (Simplified ABDADA, 2017). Nothing bad happens if an entry is lost, so access needs no
/// lock.
class CurrentlySearching {
public:
  /// With no `sets` the table is empty and has no room; `ways` is at least 1. The memory must live
  /// as long.
  CurrentlySearching(std::size_t sets, std::size_t ways, std::pmr::memory_resource* memory)
      : sets_(sets), ways_(ways), keys_(sets * ways, memory) {}

  [[nodiscard]] bool empty() const { return keys_.empty(); }

  [[nodiscard]] MoveSet set(Key move) {
    return MoveSet(keys_).subspan(set_index(move) * ways_, ways_);
  }

  /// The one of so many homes that keeps a move's set.
  [[nodiscard]] int home(Key move, int homes) const {
    return static_cast<int>(set_index(move) % static_cast<std::size_t>(homes));
  }

  [[nodiscard]] std::size_t set_index(Key move) const {
    // Of the usual sizes, powers of two, without a division: every mark asks for this.
    return static_cast<std::size_t>(std::has_single_bit(sets_) ? move & (sets_ - 1) : move % sets_);
  }

  /// Prefetches a move's set into the cache: see TranspositionTable::prefetch. It may have ways
  /// in further lines of the cache, which are seldom in use.
  [[gnu::always_inline]] void prefetch(Key move) const {
    __builtin_prefetch(keys_.data() + set_index(move) * ways_);
  }

private:
  std::size_t sets_;
  std::size_t ways_;
  std::pmr::vector<Key> keys_;
};

} // namespace eldest
