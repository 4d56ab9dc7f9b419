#pragma once

#include "algorithms/search/currently_searching.hpp"
#include "algorithms/search/notices.hpp"
#include "algorithms/search/searchers.hpp"
#include "algorithms/search/transposition_table.hpp"
#include "trees/base/huge_pages.hpp"
#include "trees/base/wire.hpp"

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
  local,  ///< each processor has its own part to itself
  none,   ///< no table
};

/// Size and kind of the tables of a search.
struct TableSettings {
  std::size_t entries = 1 << 20; ///< of the transposition tables of all processors together
  TableSharing sharing = TableSharing::global;
  // Needed by some algorithms only:
  std::size_t searching_sets = 0; ///< of CurrentlySearching; 0: there is none
  std::size_t searching_ways = 1; ///< of each set, 1 or more
  bool record_searchers = false;  ///< keep Searchers beside the buckets of transposition tables
  bool notices = false;           ///< every processor has a Notice; its key is the rank
};

/// A small function that runs where a key is kept, atomically on the entries there: an active
/// message. `request_fields(handler, wire)` describes what goes there (see trees/base/wire.hpp),
/// without which handler it is for: that is in the machine's own header.
template <class H>
concept TableHandler =
    (std::invocable<H&, Bucket&> || std::invocable<H&, Bucket&, Searchers&> ||
     std::invocable<H&, MoveSet> ||
     std::invocable<H&, Notice&>)&&std::is_trivially_copyable_v<H>&& requires(const H handler,
                                                                              wire::Size size) {
  H::request_fields(handler, size);
};

/// A handler whose sender waits for the answer, which is kept in the handler itself.
/// `answer_fields(handler, wire)` describes what comes back; its size may depend on the request.
template <class H>
concept AskedHandler = TableHandler<H> && requires(const H handler, wire::Size size) {
  H::answer_fields(handler, size);
};

/// The number of bytes in which a handler's request travels.
template <TableHandler H> [[nodiscard]] constexpr std::size_t request_bytes(const H& handler) {
  wire::Size size;
  H::request_fields(handler, size);
  return size.bytes();
}

/// The number of bytes in which its answer travels.
template <AskedHandler H> [[nodiscard]] constexpr std::size_t answer_bytes(const H& handler) {
  wire::Size size;
  H::answer_fields(handler, size);
  return size.bytes();
}

/// Whether a handler needs a lock, on machines that have locks; a handler that tolerates races has
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
  /// common and so many of its processors each, except perhaps the last: handlers are run on keys
  /// only of which it is the home. All parts together have the entries of the whole, rounded up to
  /// as many buckets for each. The same settings lay out the same part: what is kept for a key is
  /// at the same place in the memory of every process. The memory must live as long.
  [[nodiscard]] static Tables part(const TableSettings& settings, int processors,
                                   int processors_each = 1,
                                   std::pmr::memory_resource* memory = huge_pages());

  /// The bytes of memory that a part takes at most.
  [[nodiscard]] static std::size_t bytes_of_part(const TableSettings& settings, int processors,
                                                 int processors_each);

  /// Whether there is a table that a handler can run on.
  template <TableHandler H> [[nodiscard]] bool has() const {
    if constexpr (on_searchers<H>)
      return !searchers_.empty() && sharing_ != TableSharing::none;
    else if constexpr (on_notices<H>)
      return !notices_.empty();
    else
      return on_transpositions<H> ? sharing_ != TableSharing::none : !searching_.empty();
  }

  /// Where the bucket or set of a key is kept on which a handler of processor `rank` runs: the
  /// number of the part or, of the whole, of the processor.
  template <TableHandler H> [[nodiscard]] int home(Key key, int rank) const {
    if constexpr (on_transpositions<H> || on_searchers<H>)
      return sharing_ == TableSharing::local ? rank / processors_each_ : shared_home(key);
    else if constexpr (on_notices<H>)
      return static_cast<int>(key) / processors_each_;
    else
      return searching_.home(key, parts_);
  }

  /// Whether other processors use the table, too, that a handler runs on.
  template <TableHandler H> [[nodiscard]] bool is_shared() const {
    if constexpr (on_transpositions<H> || on_searchers<H>)
      return sharing_ != TableSharing::local;
    else
      return true;
  }

  /// The index of the bucket or set of a key on which a handler of processor `rank` runs, in its
  /// table.
  template <TableHandler H> [[nodiscard]] std::size_t index(Key key, int rank) const {
    if constexpr (on_transpositions<H> || on_searchers<H>)
      return transpositions(rank).bucket_index(key);
    else if constexpr (on_notices<H>)
      return static_cast<std::size_t>(key);
    else
      return searching_.set_index(key);
  }

  /// Prefetches the bucket or set of a key on which a handler of processor `rank` will run soon.
  template <TableHandler H> [[gnu::always_inline]] void prefetch(Key key, int rank) const {
    if constexpr (on_transpositions<H>)
      transpositions(rank).prefetch(key);
    else if constexpr (std::invocable<H&, MoveSet>)
      searching_.prefetch(key);
  }

  /// What is kept for a key, and a handler of processor `rank` runs on: a Bucket, a MoveSet or a
  /// Notice.
  template <TableHandler H> [[nodiscard]] decltype(auto) kept(Key key, int rank) {
    if constexpr (on_transpositions<H> || on_searchers<H>)
      return transpositions(rank).bucket(key);
    else if constexpr (on_notices<H>)
      return notices_.of(key);
    else
      return searching_.set(key);
  }

  /// Runs a handler of processor `rank` on what is kept for a key.
  template <TableHandler H> void apply(Key key, int rank, H& handler) {
    apply_to(kept<H>(key, rank), key, rank, handler);
  }
  /// The same, where that has been found.
  template <class Kept, TableHandler H> void apply_to(Kept&& kept, Key key, int rank, H& handler) {
    if constexpr (on_searchers<H>)
      handler(kept, searchers_[table_index(rank)][transpositions(rank).bucket_index(key)]);
    else
      handler(kept);
  }

  /// The transposition table that a processor uses.
  [[nodiscard]] TranspositionTable& transpositions(int rank) {
    return transpositions_[table_index(rank)];
  }
  [[nodiscard]] const TranspositionTable& transpositions(int rank) const {
    return transpositions_[table_index(rank)];
  }

  /// Sum of `processors` over all entries: 0 when no search is going on.
  [[nodiscard]] std::size_t processors_searching() const;

private:
  /// `processors_each`: of a part; nothing: it is the whole.
  Tables(const TableSettings& settings, int processors, std::optional<int> processors_each,
         std::pmr::memory_resource* memory);

  template <class H> static constexpr bool on_transpositions = std::invocable<H&, Bucket&>;
  template <class H> static constexpr bool on_searchers = std::invocable<H&, Bucket&, Searchers&>;
  template <class H> static constexpr bool on_notices = std::invocable<H&, Notice&>;

  [[nodiscard]] std::size_t table_index(int rank) const {
    if (sharing_ != TableSharing::local)
      return 0;
    return static_cast<std::size_t>(part_ ? rank % processors_each_ : rank);
  }
  /// The home of a bucket of the table that is divided over the processors. Of the buckets of the
  /// whole, that with index i is the bucket i / P of processor i mod P, and a part finds it with
  /// its own number of buckets: floor(floor(x) / P) = floor(x / P).
  [[nodiscard]] int shared_home(Key key) const;

  TableSharing sharing_;
  bool part_;
  int processors_each_; ///< of a part
  int parts_;           ///< or, of the whole, processors
  std::vector<TranspositionTable>
      transpositions_;                            ///< one or, if local, one for each processor here
  std::vector<std::vector<Searchers>> searchers_; ///< if recorded: by table, by bucket
  CurrentlySearching searching_;
  Notices notices_;
};

} // namespace eldest
