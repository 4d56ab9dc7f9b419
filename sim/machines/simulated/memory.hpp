#pragma once

#include "sim/machines/simulated/ranks_on_hosts.hpp"

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
      : processors_(hosts.size()), banks_(banks), parts_(hosts.size()) {
    const auto counts = count_by_host(hosts);
    const auto places = places_on_hosts(hosts);
    std::size_t count = 0;
    for (std::size_t rank = 0; rank < processors_; ++rank) {
      const auto host = static_cast<std::size_t>(hosts[rank]);
      parts_[rank] = {banks == 0 ? rank : host * banks, static_cast<std::size_t>(places[rank]),
                      static_cast<std::size_t>(counts[host])};
      count = std::max(count, parts_[rank].first_bank + std::max<std::size_t>(banks, 1));
    }
    busy_until_.resize(count);
  }

  /// Serves an access to an entry that `home` keeps, which occupies the entry's bank for `seconds`.
  /// Returns the time when the bank begins to serve it. Calls must be in order of `arrival`.
  double serve(int home, std::size_t entry, double arrival, double seconds) {
    const auto& part = parts_[static_cast<std::size_t>(home)];
    auto bank = part.first_bank;
    if (banks_ > 1)
      bank += (entry / processors_ * part.processors + part.place) % banks_;
    double& busy_until = busy_until_[bank];
    const double begin = std::max(arrival, busy_until);
    busy_until = begin + seconds;
    return begin;
  }

private:
  /// The part of the tables that a processor keeps. Entry i of a table is kept by processor i mod
  /// P, as entry i / P of its part. P is the number of processors. The parts of a host's processors
  /// alternate in the host's memory.
  struct Part {
    std::size_t first_bank; ///< of the host or, with 0 banks, of the processor
    std::size_t place;      ///< index of the processor among those of the host
    std::size_t processors; ///< number of processors of the host
  };

  std::size_t processors_;
  std::size_t banks_;
  std::vector<Part> parts_;        ///< by rank
  std::vector<double> busy_until_; ///< by bank
};

} // namespace eldest
