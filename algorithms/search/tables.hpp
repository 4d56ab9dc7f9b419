#pragma once

#include "algorithms/search/currently_searching.hpp"
#include "algorithms/search/notices.hpp"
#include "algorithms/search/searchers.hpp"
#include "algorithms/search/shared_split_point.hpp"
#include "algorithms/search/transposition_table.hpp"
#include "trees/base/huge_pages.hpp"
#include "trees/base/wire.hpp"

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <type_traits>
#include <vector>

namespace eldest {

/// The way in which the processors share the transposition table.
enum class TableSharing : std::uint8_t {
  global, ///< one table, divided over the processors
  local,  ///< each processor has a table of its own, with its share of the entries
  none,   ///< no table
};

/// Size and kind of the tables of a search.
struct TableSettings {
  std::size_t entries = 1 << 20; ///< of the transposition tables of all processors together
  TableSharing sharing = TableSharing::global;
  /// The number of processors over which a global table is divided, from the first on; 0: all. Only
  /// on machines whose processors are not parts (see Tables::part).
  int homes = 0;
  // Needed by some algorithms only:
  std::size_t searching_sets = 0; ///< of CurrentlySearching; 0 for no such table
  std::size_t searching_ways = 1; ///< of each set, 1 or more
  bool record_searchers = false;  ///< keep Searchers beside the buckets of transposition tables
  bool notices = false;      ///< every processor has a Notice, whose key is the processor's rank
  bool split_points = false; ///< every processor has places for split points: see SharedSplitPoints
};

/// A small function that runs where a key is kept, atomically on the entries there: an active
/// message. `request_fields(handler, wire)` describes the fields that are sent there (see
/// trees/base/wire.hpp). These fields do not say which handler is to run, because the machine's own
/// header does.
template <class H>
concept TableHandler = (std::invocable<H&, Bucket&> || std::invocable<H&, Bucket&, Searchers&> ||
                        std::invocable<H&, MoveSet> || std::invocable<H&, Notice&> ||
                        std::invocable<H&, SharedSplitPoint&>)&&std::
    is_trivially_copyable_v<H>&& requires(const H handler, wire::Size size) {
  H::request_fields(handler, size);
};

/// A handler whose sender waits for the answer, which is kept in the handler itself.
/// `answer_fields(handler, wire)` describes the fields that come back. Their size may depend on the
/// request.
template <class H>
concept AskedHandler = TableHandler<H> && requires(const H handler, wire::Size size) {
  H::answer_fields(handler, size);
};

/// The size of a handler's request in bytes.
template <TableHandler H> [[nodiscard]] constexpr std::size_t request_bytes(const H& handler) {
  wire::Size size;
  H::request_fields(handler, size);
  return size.bytes();
}

/// The size of a handler's answer in bytes.
template <AskedHandler H> [[nodiscard]] constexpr std::size_t answer_bytes(const H& handler) {
  wire::Size size;
  H::answer_fields(handler, size);
  return size.bytes();
}

/// True if a handler needs a lock, on machines that have locks. A handler that tolerates races has
/// `static constexpr bool locked = false`.
template <TableHandler H>
inline constexpr bool needs_lock = [] {
  if constexpr (requires { H::locked; })
    return H::locked;
  else
    return true;
}();

/// The tables that the processors of a search keep by key.
class Tables {
public:
  Tables(const TableSettings& settings, int processors);

  /// The part of the tables that one process keeps, on a machine whose processes have no memory in
  /// common. Each process has `processors_each` of the machine's processors; the last may have
  /// fewer. Handlers run only on keys whose home is this part. All parts together have the entries
  /// of the whole, rounded up to the same number of buckets for each. The same settings give every
  /// part the same layout. So what is kept for a key is at the same place in the memory of every
  /// process. `memory` must outlive the part.
  [[nodiscard]] static Tables part(const TableSettings& settings, int processors,
                                   int processors_each = 1,
                                   std::pmr::memory_resource* memory = huge_pages());

  /// Upper bound on the bytes of memory that a part takes.
  [[nodiscard]] static std::size_t bytes_of_part(const TableSettings& settings, int processors,
                                                 int processors_each);

  /// Returns true if there is a table that the handler can run on.
  template <TableHandler H> [[nodiscard]] bool has() const {
    if constexpr (on_searchers<H>)
      return !searchers_.empty() && sharing_ != TableSharing::none;
    else if constexpr (on_notices<H>)
      return !notices_.empty();
    else if constexpr (on_split_points<H>)
      return !split_points_.empty();
    else
      return on_transpositions<H> ? sharing_ != TableSharing::none : !searching_.empty();
  }

  /// Home of the bucket, set, notice or split point of a key on which a handler of processor `rank`
  /// runs. It is the number of a part or, if this object is the whole, of a processor.
  template <TableHandler H> [[nodiscard]] int home(Key key, int rank) const {
    if constexpr (on_transpositions<H> || on_searchers<H>)
      return sharing_ == TableSharing::local ? rank / processors_each_ : shared_home(key);
    else if constexpr (on_notices<H>)
      return static_cast<int>(key) / processors_each_;
    else if constexpr (on_split_points<H>)
      return static_cast<int>(key / SharedSplitPoints::of_each) / processors_each_;
    else
      return searching_.home(key, parts_);
  }

  /// Returns true if other processors also use the table that the handler runs on.
  template <TableHandler H> [[nodiscard]] bool is_shared() const {
    if constexpr (on_transpositions<H> || on_searchers<H>)
      return sharing_ != TableSharing::local;
    else
      return true;
  }

  /// Index in its table of the bucket, set, notice or split point of a key on which a handler of
  /// processor `rank` runs.
  template <TableHandler H> [[nodiscard]] std::size_t index(Key key, int rank) const {
    if constexpr (on_transpositions<H> || on_searchers<H>)
      return transpositions(rank).bucket_index(key);
    else if constexpr (on_notices<H> || on_split_points<H>)
      return static_cast<std::size_t>(key);
    else
      return searching_.set_index(key);
  }

  /// Prefetches the bucket or set of a key on which a handler of processor `rank` will run soon.
  /// Does nothing for other handlers.
  template <TableHandler H> [[gnu::always_inline]] void prefetch(Key key, int rank) const {
    if constexpr (on_transpositions<H>)
      transpositions(rank).prefetch(key);
    else if constexpr (std::invocable<H&, MoveSet>)
      searching_.prefetch(key);
  }

  /// Storage of a key on which a handler of processor `rank` runs: a Bucket, a MoveSet, a Notice or
  /// a SharedSplitPoint.
  template <TableHandler H> [[nodiscard]] decltype(auto) kept(Key key, int rank) {
    if constexpr (on_transpositions<H> || on_searchers<H>)
      return transpositions(rank).bucket(key);
    else if constexpr (on_notices<H>)
      return notices_.of(key);
    else if constexpr (on_split_points<H>)
      return split_points_.at(key);
    else
      return searching_.set(key);
  }

  /// The word that processors watch at a key: that of the notice, or the state of the split point,
  /// on which a handler H runs.
  template <TableHandler H> [[nodiscard]] Key watched_word(Key key) {
    auto& word = [&]() -> Key& {
      if constexpr (on_notices<H>)
        return notices_.of(key).word;
      else
        return split_points_.at(key).state;
    }();
    return std::atomic_ref(word).load(std::memory_order_acquire);
  }

  /// Runs a handler of processor `rank` on the storage of a key.
  template <TableHandler H> void apply(Key key, int rank, H& handler) {
    if constexpr (on_searchers<H>)
      handler(kept<H>(key, rank),
              searchers_[table_index(rank)][transpositions(rank).bucket_index(key)]);
    else
      handler(kept<H>(key, rank));
  }

  /// The transposition table that a processor uses.
  [[nodiscard]] TranspositionTable& transpositions(int rank) {
    return transpositions_[table_index(rank)];
  }
  [[nodiscard]] const TranspositionTable& transpositions(int rank) const {
    return transpositions_[table_index(rank)];
  }

  /// Sum of `processors` over all entries of all tables here; 0 between searches.
  [[nodiscard]] std::size_t processors_searching() const;

private:
  /// `processors_each` is the number of processors of a part, or nothing for the whole.
  Tables(const TableSettings& settings, int processors, std::optional<int> processors_each,
         std::pmr::memory_resource* memory);

  template <class H> static constexpr bool on_transpositions = std::invocable<H&, Bucket&>;
  template <class H> static constexpr bool on_searchers = std::invocable<H&, Bucket&, Searchers&>;
  template <class H> static constexpr bool on_notices = std::invocable<H&, Notice&>;
  template <class H> static constexpr bool on_split_points = std::invocable<H&, SharedSplitPoint&>;

  [[nodiscard]] std::size_t table_index(int rank) const {
    if (sharing_ != TableSharing::local)
      return 0;
    return static_cast<std::size_t>(part_ ? rank % processors_each_ : rank);
  }
  /// The home of a key's bucket in the table that is divided over P processors or parts. The bucket
  /// with index i of the whole is the bucket i / P of processor i mod P. A part finds the bucket by
  /// the number of buckets in the part, because floor(floor(x) / P) = floor(x / P).
  [[nodiscard]] int shared_home(Key key) const;

  TableSharing sharing_;
  bool part_;
  int processors_each_; ///< of a part; 1 for the whole
  int parts_;           ///< number of parts or, for the whole, of processors
  int homes_;           ///< of the transposition table: parts, or processors of the whole
  /// One table; with TableSharing::local, one for each processor of the part.
  std::vector<TranspositionTable> transpositions_;
  std::vector<std::vector<Searchers>> searchers_; ///< by table and bucket; empty if not recorded
  CurrentlySearching searching_;
  Notices notices_;
  SharedSplitPoints split_points_;
};

} // namespace eldest
