#pragma once

#include "algorithms/search/granularity.hpp"
#include "algorithms/search/running_mean.hpp"

#include <cstdint>

namespace eldest {

/// Decides at which nodes one processor makes one kind of exchange with others, by the measured
/// times of nodes and of exchanges. All times are seconds on the processor's own clock. The time of
/// a node includes that of the exchanges made meanwhile.
class Payoff {
public:
  /// Exchanges concern nodes of `least_depth` or more, or no nodes if it is 0. They pay where a
  /// node's search takes at least `granularity` times as long as an exchange, or everywhere if
  /// `granularity` is 0. With a granularity, a single processor makes no exchanges.
  Payoff(int least_depth, double granularity, int processors)
      : least_depth_(granularity > 0 && processors == 1 ? 0 : least_depth),
        granularity_(granularity),
        measured_(granularity) {}

  [[nodiscard]] bool concerns(int depth) const { return least_depth_ > 0 && depth >= least_depth_; }
  /// Returns true if an exchange about a node of `depth` is to be made. It is made where exchanges
  /// pay, and in one of 64 other cases. So the time of exchanges stays known, and a single slow one
  /// does not end them for good.
  [[nodiscard]] bool chooses(int depth) {
    return concerns(depth) && (pays(depth) || refused_++ % 64 == 0);
  }
  /// Returns true if exchanges pay at nodes of `depth`, as far as is known. They do not as long as
  /// no node up to that depth has been measured.
  [[nodiscard]] bool pays(int depth) const {
    return granularity_ == 0 || measured_.long_up_to(depth);
  }

  /// Returns true if the search of a node of `depth` is to be measured. Of a depth with many
  /// measurements, that is one node in 16.
  [[nodiscard]] bool measures_node(int depth) {
    return granularity_ > 0 && concerns(depth) &&
           (!measured_.has_many(depth) || nodes_known_++ % 16 == 0);
  }
  void add_node(int depth, double seconds) { measured_.add_search(depth, seconds); }

  /// Returns true if an exchange about a node of `depth` is to be measured. Once there are many
  /// measurements, that is one in 16 where exchanges pay, and each one elsewhere.
  [[nodiscard]] bool measures_exchange(int depth) {
    return granularity_ > 0 &&
           (!exchange_.has_many() || !pays(depth) || exchanges_known_++ % 16 == 0);
  }
  void add_exchange(double seconds) {
    exchange_.add(seconds);
    measured_.set_cost(exchange_.value());
  }

private:
  int least_depth_;
  double granularity_;
  Granularity measured_;
  RunningMean exchange_;              ///< seconds of an exchange
  std::uint32_t refused_ = 0;         ///< cases in which exchanges did not pay
  std::uint32_t nodes_known_ = 0;     ///< nodes of depths with many measurements
  std::uint32_t exchanges_known_ = 0; ///< exchanges after many measurements
};

} // namespace eldest
