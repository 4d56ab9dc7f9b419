#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace eldest {

/// The locks of table entries that are held: few at a time, one for each processor at most.
class HeldLocks {
public:
  explicit HeldLocks(std::size_t processors) : at_homes_(processors) {}

  [[nodiscard]] bool is_held(int home, std::size_t entry) const {
    const auto& held = at(home);
    return std::ranges::find(held, entry, &Lock::entry) != held.end();
  }

  /// Takes the lock of an entry, if nobody holds it; whether it has.
  [[nodiscard]] bool take(int home, std::size_t entry) {
    if (is_held(home, entry))
      return false;
    at(home).push_back({entry, {}});
    return true;
  }

  /// Precondition: the lock is held, by somebody else.
  void wait_for(int home, std::size_t entry, int rank) {
    std::ranges::find(at(home), entry, &Lock::entry)->waiting.push_back(rank);
  }

  /// Releases the lock of an entry. Returns who has waited for it, in that order.
  std::vector<int> release(int home, std::size_t entry) {
    auto& held = at(home);
    const auto lock = std::ranges::find(held, entry, &Lock::entry);
    auto waiting = std::move(lock->waiting);
    held.erase(lock);
    return waiting;
  }

private:
  struct Lock {
    std::size_t entry;
    std::vector<int> waiting; ///< ranks of those who have the entry in their own memory
  };

  [[nodiscard]] std::vector<Lock>& at(int home) {
    return at_homes_[static_cast<std::size_t>(home)];
  }
  [[nodiscard]] const std::vector<Lock>& at(int home) const {
    return at_homes_[static_cast<std::size_t>(home)];
  }

  std::vector<std::vector<Lock>> at_homes_; ///< by rank
};

} // namespace eldest
