#pragma once

#include "algorithms/tables.hpp"
#include "algorithms/transposition_table.hpp"
#include "sim/machines/threads/ticks.hpp"

#include <atomic>
#include <concepts>
#include <thread>

namespace eldest {

/// A guard that holds the lock of a bucket for its lifetime. It is a spin lock, since a handler
/// takes some tens of nanoseconds, but yields to other threads if the holder seems to have lost its
/// core.
class BucketLock {
public:
  explicit BucketLock(Bucket& bucket) : lock_(bucket.entries.front().bucket_lock) {
    while (lock_.exchange(1, std::memory_order_acquire) != 0)
      wait();
  }
  ~BucketLock() { lock_.store(0, std::memory_order_release); }
  BucketLock(const BucketLock&) = delete;
  BucketLock& operator=(const BucketLock&) = delete;

private:
  static constexpr int patience = 1000; ///< looks at the lock, of some tens of cycles each

  void wait() const {
    int looks = 0;
    while (lock_.load(std::memory_order_relaxed) != 0) {
      if (++looks < patience)
        pause_spinning();
      else
        std::this_thread::yield();
    }
  }

  std::atomic_ref<std::uint8_t> lock_;
};

/// Runs a handler of processor `rank` on the bucket or set of a key; with `locked`, under the lock
/// of the bucket, if the handler needs one.
template <TableHandler H>
void apply_handler(Tables& tables, Key key, int rank, H& handler, bool locked) {
  if constexpr (!std::invocable<H&, MoveSet> && needs_lock<H>) {
    if (locked) {
      const BucketLock lock(tables.transpositions(rank).bucket(key));
      tables.apply(key, rank, handler);
      return;
    }
  }
  tables.apply(key, rank, handler);
}

} // namespace eldest
