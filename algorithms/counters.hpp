#pragma once

#include <cstdint>

namespace eldest {

/// What one processor did during a search.
struct Counters {
  std::uint64_t interior = 0;   ///< nodes whose sons were, or would have been, searched
  std::uint64_t leaves = 0;     ///< nodes evaluated at depth 0
  std::uint64_t quiescence = 0; ///< nodes below them, searched over captures only

  std::uint64_t cutoffs = 0;            ///< nodes that a son's value cut off
  std::uint64_t first_move_cutoffs = 0; ///< those where it was the first son's

  std::uint64_t table_hits = 0; ///< reads that made a search unnecessary
  std::uint64_t deferred = 0;   ///< sons put off because another processor was searching them

  /// Nodes searched. A son that was deferred is not one (Weill 1996, footnote 4).
  [[nodiscard]] std::uint64_t nodes() const { return interior + leaves + quiescence; }

  Counters& operator+=(const Counters& other) {
    interior += other.interior;
    leaves += other.leaves;
    quiescence += other.quiescence;
    cutoffs += other.cutoffs;
    first_move_cutoffs += other.first_move_cutoffs;
    table_hits += other.table_hits;
    deferred += other.deferred;
    return *this;
  }
};

} // namespace eldest
