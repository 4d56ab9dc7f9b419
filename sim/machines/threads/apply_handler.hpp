#pragma once

#include "algorithms/search/bound_handler.hpp"
#include "algorithms/search/tables.hpp"
#include "sim/machines/threads/spin_lock.hpp"

#include <mutex>

namespace eldest {

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
