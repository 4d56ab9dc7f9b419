#pragma once

#include "algorithms/huge_pages.hpp"
#include "trees/score.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest {

/// What a stored score says of the minimax value.
enum class Bound : std::uint8_t {
  unset, ///< nothing yet: the position is being searched for the first time at this depth
  lower, ///< the value is at least the score
  upper, ///< the value is at most the score
  exact,
};

/// One position's entry (Weill 1996, Figure 2).
struct Entry {
  static constexpr std::int16_t vacant = -1; ///< `depth` of an entry that holds no position

  Key key = 0;
  Score score = 0;
  std::uint32_t move = 0; ///< code of the best move known, 0 if none; survives a new depth
  std::int16_t depth = vacant;
  Bound bound = Bound::unset;
  std::uint8_t bucket_lock = 0; ///< of a bucket, in its first entry: for machines with real threads
  std::uint16_t processors = 0; ///< nproc: how many are searching the position at this depth
  std::uint16_t generation = 0; ///< counts the positions and depths that the entry has served: a
                                ///< processor leaves what it entered or, if that is gone, nothing

  /// Gives the entry to a position of which nothing is known yet.
  void vacate_for(Key new_key);

  /// Starts another depth of the same position; nobody is searching that yet.
  void begin(int new_depth);
};

/// The entries among which a position's key may be found. They live on one home and are read and
/// written by one handler at a time.
struct Bucket {
  std::array<Entry, 4> entries;

  /// The entry of a position, or null.
  [[nodiscard]] Entry* find(Key key);
  [[nodiscard]] const Entry* find(Key key) const;

  /// The entry of a position or else the one to give to it: a vacant one, or the shallowest that no
  /// processor is searching. An entry with processors on it is never taken away, so their count can
  /// neither be lost nor be passed on to another position. Such an entry has just been vacated for
  /// the position. Null when all are busy.
  [[nodiscard]] Entry* find_or_replace(Key key);
};

/// The table of all processors. Where a bucket lives is a function of the key, and which bucket a
/// key goes to does not depend on the number of processors, so that a table of constant size
/// replaces alike on any number of them.
class TranspositionTable {
public:
  /// `entries` is rounded up to whole buckets; at least 1.
  explicit TranspositionTable(std::size_t entries);

  [[nodiscard]] std::size_t entries() const;
  [[nodiscard]] std::size_t buckets() const { return buckets_.size(); }
  [[nodiscard]] std::size_t bucket_index(Key key) const;
  [[nodiscard]] Bucket& bucket(Key key) { return buckets_[bucket_index(key)]; }
  [[nodiscard]] const Bucket& bucket(Key key) const { return buckets_[bucket_index(key)]; }

  /// Has the cache fetch what a key's bucket is in, which will be looked at soon.
  void prefetch(Key key) const {
    const Bucket& soon = bucket(key);
    __builtin_prefetch(&soon.entries.front());
    __builtin_prefetch(&soon.entries.back());
  }

  /// The processor that keeps the entry of a key, in [0, processors).
  [[nodiscard]] int home(Key key, int processors) const;

  /// Sum of `processors` over all entries: 0 when no search is going on.
  [[nodiscard]] std::size_t processors_searching() const;

private:
  std::vector<Bucket, HugePages<Bucket>> buckets_;
};

} // namespace eldest
