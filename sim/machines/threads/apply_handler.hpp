#pragma once

#include "algorithms/search/bound_handler.hpp"
#include "algorithms/search/tables.hpp"
#include "sim/machines/threads/spin_lock.hpp"

#include <concepts>
#include <mutex>

namespace eldest {

/// Runs a handler of processor `rank` on the bucket, set or notice of `key`. If `locked` is true
/// and the handler needs a lock, holds the bucket's lock while the handler runs. Sets have no
/// locks.
template <TableHandler H>
void apply_handler(Tables& tables, Key key, int rank, H& handler, bool locked) {
  if constexpr (!std::invocable<H&, MoveSet> && needs_lock<H>) {
    if (locked) {
      Bucket& bucket = tables.transpositions(rank).bucket(key);
      const SpinLock lock(bucket.entries.front().bucket_lock);
      const std::lock_guard guard(lock);
      tables.apply_to(bucket, key, rank, handler);
      return;
    }
  }
  tables.apply(key, rank, handler);
}

/// Runs a handler on what is kept at its key. If `locked` is true and the handler needs a lock,
/// holds the bucket's lock while the handler runs.
inline void apply_handler(Tables& tables, const BoundHandler& handler, bool locked) {
  if (locked) {
    if (auto* const byte = handler.lock(tables)) {
      const SpinLock lock(*byte);
      const std::lock_guard guard(lock);
      handler(tables);
      return;
    }
  }
  handler(tables);
}

} // namespace eldest
