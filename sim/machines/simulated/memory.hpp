#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace eldest {

/// The memories of a machine's hosts. Each has banks that serve one access at a time, in the order
/// in which the accesses come. Times are in seconds since the start.
class Memory {
public:
  /// `hosts`: index of each rank's host. `banks`: number of banks of each host. If it is 0, each
  /// processor has one bank, for the part of the tables that it keeps.
  Memory(const std::vector<int>& hosts, std::size_t banks)
      : processors_(hosts.size()), banks_(banks), first_banks_(hosts.size()) {
    std::size_t count = 0;
    for (std::size_t rank = 0; rank < processors_; ++rank) {
      first_banks_[rank] = banks == 0 ? rank : static_cast<std::size_t>(hosts[rank]) * banks;
      count = std::max(count, first_banks_[rank] + std::max<std::size_t>(banks, 1));
    }
    busy_until_.resize(count);
  }

  /// Serves an access to an entry that `home` keeps, which occupies the entry's bank for `seconds`.
  /// Returns the time when the bank begins to serve it. Calls must be in order of `arrival`.
  double serve(int home, std::size_t entry, double arrival, double seconds) {
    auto bank = first_banks_[static_cast<std::size_t>(home)];
    if (banks_ > 1)
      bank += entry / processors_ % banks_;
    double& busy_until = busy_until_[bank];
    const double begin = std::max(arrival, busy_until);
    busy_until = begin + seconds;
    return begin;
  }

private:
  std::size_t processors_;
  std::size_t banks_;
  std::vector<std::size_t> first_banks_; ///< by rank: first bank of its host or of the processor
  std::vector<double> busy_until_;       ///< by bank
};

} // namespace eldest
