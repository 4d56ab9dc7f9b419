#pragma once

#include "trees/base/huge_pages.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace eldest {

/// The relation of a stored score to the minimax value.
enum class Bound : std::uint8_t {
  unset, ///< none yet: the position is being searched for the first time at this depth
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
  Bound bound : 4 = Bound::unset;
  /// True if a lower and an upper bound at this depth were both `score`, and `move` is the lower
  /// bound's. In an exact search `score` is then the value, and `move` a best move. Searches ignore
  /// it; the principal variation is read by it.
  bool bounds_met : 4 = false;
  std::uint8_t bucket_lock = 0; ///< the bucket's, in its first entry, for machines with threads
  std::uint16_t processors = 0; ///< nproc: processors searching the position at this depth
  std::uint16_t generation = 0; ///< counts the positions and depths that the entry has served, so
                                ///< that a processor leaves only what it has entered

  /// Gives the entry to a position of which nothing is known yet.
  void vacate_for(Key new_key);

  /// Starts another depth of the same position, which no processor is searching yet.
  void begin(int new_depth);
};

/// The entries that may hold a position, by its key. One processor keeps them, and one handler at a
/// time reads and writes them.
struct Bucket {
  std::array<Entry, 4> entries;

  /// The entry of a position, or null.
  [[nodiscard]] Entry* find(Key key);
  [[nodiscard]] const Entry* find(Key key) const;

  /// The entry of a position. If the position has none, vacates for it the shallowest entry that no
  /// processor is searching; a vacant entry is shallower than any other. Returns null if processors
  /// are searching the positions of all entries. So the count of processors in an entry can neither
  /// be lost nor go to another position.
  [[nodiscard]] Entry* find_or_replace(Key key);

private:
  template <class Entries> [[nodiscard]] static auto* find_in(Entries& entries, Key key) {
    const auto found = std::find_if(entries.begin(), entries.end(), [key](const Entry& entry) {
      return entry.depth != Entry::vacant && entry.key == key;
    });
    return found == entries.end() ? nullptr : &*found;
  }
};

/// A transposition table that may be divided over processors. A key's bucket does not depend on the
/// number of processors. So a table of constant size replaces the same entries on any number of
/// processors.
class TranspositionTable {
public:
  /// `entries`, at least 1, is rounded up to whole buckets. `memory` must outlive the table.
  explicit TranspositionTable(std::size_t entries,
                              std::pmr::memory_resource* memory = huge_pages());

  /// The number of buckets of a table of `entries` entries.
  [[nodiscard]] static std::size_t buckets_for(std::size_t entries);
  /// The bytes of memory that a table of `entries` entries takes.
  [[nodiscard]] static std::size_t bytes_for(std::size_t entries);

  [[nodiscard]] std::size_t entries() const;
  [[nodiscard]] std::size_t buckets() const { return buckets_.size(); }
  [[nodiscard]] std::size_t bucket_index(Key key) const;
  [[nodiscard]] Bucket& bucket(Key key) { return buckets_[bucket_index(key)]; }
  [[nodiscard]] const Bucket& bucket(Key key) const { return buckets_[bucket_index(key)]; }

  /// Prefetches into the cache a key's bucket that will be needed soon. This function and its
  /// callers are always inlined. Otherwise, with link-time optimisation, GCC 12 takes a function
  /// that only prefetches for one without any effect, and drops its calls.
  [[gnu::always_inline]] void prefetch(Key key) const {
    const Bucket& soon = bucket(key);
    __builtin_prefetch(&soon.entries.front());
    __builtin_prefetch(&soon.entries.back());
  }

  /// The processor that keeps the entry of a key, in [0, processors).
  [[nodiscard]] int home(Key key, int processors) const;

  /// Sum of `processors` over all entries; 0 between searches.
  [[nodiscard]] std::size_t processors_searching() const;

private:
  std::pmr::vector<Bucket> buckets_;
};

inline void Entry::vacate_for(Key new_key) {
  key = new_key;
  move = 0;
  begin(vacant);
}

inline void Entry::begin(int new_depth) {
  depth = static_cast<std::int16_t>(new_depth);
  bound = Bound::unset;
  bounds_met = false;
  processors = 0;
  ++generation;
}

inline Entry* Bucket::find(Key key) { return find_in(entries, key); }

inline const Entry* Bucket::find(Key key) const { return find_in(entries, key); }

inline Entry* Bucket::find_or_replace(Key key) {
  if (Entry* const entry = find(key))
    return entry;
  Entry* shallowest = nullptr;
  for (Entry& entry : entries) {
    if (entry.processors == 0 && (shallowest == nullptr || entry.depth < shallowest->depth))
      shallowest = &entry;
  }
  if (shallowest != nullptr)
    shallowest->vacate_for(key);
  return shallowest;
}

inline std::size_t TranspositionTable::bucket_index(Key key) const {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::size_t>((Wide{key} * buckets_.size()) >> 64U);
}

inline int TranspositionTable::home(Key key, int processors) const {
  return static_cast<int>(bucket_index(key) % static_cast<std::size_t>(processors));
}

} // namespace eldest
