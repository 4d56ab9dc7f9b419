#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace eldest {

/// The locks of table entries that are held: few at a time, one for each processor at most.
class HeldLocks {
public:
  explicit HeldLocks(std::size_t processors) : at_homes_(processors) {}

  [[nodiscard]] bool is_held(int home, std::size_t entry) const {
    const auto& held = at(home);
    return std::ranges::find(held, entry) != held.end();
  }

  /// Takes the lock of an entry, if nobody holds it; whether it has.
  [[nodiscard]] bool take(int home, std::size_t entry) {
    if (is_held(home, entry))
      return false;
    at(home).push_back(entry);
    return true;
  }

  /// Has a processor wait for a lock. Precondition: somebody else holds it.
  void wait_for(int home, std::size_t entry, int rank) { waiting_.push_back({home, entry, rank}); }

  /// Releases the lock of an entry, which is held. Returns who has waited for it, in that order.
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
  /// Who waits for a lock, having the entry in its own memory.
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

  std::vector<std::vector<std::size_t>> at_homes_; ///< entries whose locks are held, by rank
  std::vector<Waiting> waiting_;                   ///< in the order in which they came
};

} // namespace eldest
