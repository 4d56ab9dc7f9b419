#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace eldest {

/// The locks of table entries that are held. They are few, at most one for each processor.
class HeldLocks {
public:
  explicit HeldLocks(std::size_t processors) : at_homes_(processors) {}

  [[nodiscard]] bool is_held(int home, std::size_t entry) const {
    const auto& held = at(home);
    return std::ranges::find(held, entry) != held.end();
  }

  /// Takes the lock of an entry, unless it is held. Returns true if the lock was free.
  [[nodiscard]] bool take(int home, std::size_t entry) {
    if (is_held(home, entry))
      return false;
    at(home).push_back(entry);
    return true;
  }

  /// Adds a processor to those that wait for a lock. Precondition: another processor holds the
  /// lock.
  void wait_for(int home, std::size_t entry, int rank) { waiting_.push_back({home, entry, rank}); }

  /// Releases the lock of an entry, which must be held. Returns the ranks of the processors that
  /// have waited for the lock, in the order in which they came.
  std::vector<int> release(int home, std::size_t entry) {
    auto& held = at(home);
    *std::ranges::find(held, entry) = held.back();
    held.pop_back();
    std::vector<int> ranks;
    std::erase_if(waiting_, [&](const Waiting& waiting) {
      const bool is_released = waiting.home == home && waiting.entry == entry;
      if (is_released)
        ranks.push_back(waiting.rank);
      return is_released;
    });
    return ranks;
  }

private:
  /// A processor that waits for the lock of an entry in the memory of its own host.
  struct Waiting {
    int home;
    std::size_t entry;
    int rank;
  };

  [[nodiscard]] std::vector<std::size_t>& at(int home) {
    return at_homes_[static_cast<std::size_t>(home)];
  }
  [[nodiscard]] const std::vector<std::size_t>& at(int home) const {
    return at_homes_[static_cast<std::size_t>(home)];
  }

  std::vector<std::vector<std::size_t>> at_homes_; ///< entries with held locks, by home
  std::vector<Waiting> waiting_;                   ///< in the order in which they came
};

} // namespace eldest
