#pragma once

#include "trees/score.hpp"

#include <bit>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

namespace eldest {

/// The ways of one set of CurrentlySearching. Each holds the hash of a move being searched, or 0 if
/// it is free.
using MoveSet = std::span<Key>;

/// Kerrigan's `currently_searching`: an n-way hash table of the moves that some processor is
/// searching (Simplified ABDADA, 2017). The loss of an entry does no harm, so access needs no lock.
class CurrentlySearching {
public:
  /// `ways`, at least 1, is the number of moves that a set holds. If `sets` is 0, the table is
  /// empty and must not be accessed. `memory` must outlive the table.
  CurrentlySearching(std::size_t sets, std::size_t ways, std::pmr::memory_resource* memory)
      : sets_(sets), ways_(ways), keys_(sets * ways, memory) {}

  [[nodiscard]] bool empty() const { return keys_.empty(); }

  [[nodiscard]] MoveSet set(Key move) {
    return MoveSet(keys_).subspan(set_index(move) * ways_, ways_);
  }

  /// The processor or part that keeps a move's set, in [0, homes).
  [[nodiscard]] int home(Key move, int homes) const {
    return static_cast<int>(set_index(move) % static_cast<std::size_t>(homes));
  }

  [[nodiscard]] std::size_t set_index(Key move) const {
    // Avoids a division for the usual sizes, powers of two, because every mark needs the index.
    return static_cast<std::size_t>(std::has_single_bit(sets_) ? move & (sets_ - 1) : move % sets_);
  }

  /// Prefetches the first cache line of a move's set: see TranspositionTable::prefetch. Further
  /// lines may hold more ways, which are seldom in use.
  [[gnu::always_inline]] void prefetch(Key move) const {
    __builtin_prefetch(keys_.data() + set_index(move) * ways_);
  }

private:
  std::size_t sets_;
  std::size_t ways_;
  std::pmr::vector<Key> keys_;
};

} // namespace eldest
