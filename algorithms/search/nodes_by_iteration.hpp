#pragma once

#include "algorithms/search/counters.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest {

/// The number of one processor's nodes by iteration, for searches in which the processor may change
/// to work of another iteration at any time.
class NodesByIteration {
public:
  /// `counters` are the processor's, and must outlive this object.
  explicit NodesByIteration(const Counters& counters) : counters_(counters) {}

  /// The iteration whose nodes are counted; 0 before the first.
  [[nodiscard]] int iteration() const { return iteration_; }

  /// Counts all further nodes for `iteration`.
  void enter(int iteration) {
    if (iteration == iteration_)
      return;
    count();
    iteration_ = iteration;
    nodes_.resize(std::max(nodes_.size(), static_cast<std::size_t>(iteration)));
  }

  /// The number of nodes counted in each iteration until now, from iteration 1 to the last
  /// one entered.
  [[nodiscard]] const std::vector<std::uint64_t>& until_now() {
    count();
    return nodes_;
  }

private:
  void count() {
    if (iteration_ > 0)
      nodes_[static_cast<std::size_t>(iteration_ - 1)] += counters_.nodes() - counted_;
    counted_ = counters_.nodes();
  }

  const Counters& counters_;
  int iteration_ = 0;
  std::uint64_t counted_ = 0; ///< nodes in `counters_` when it was last read
  std::vector<std::uint64_t> nodes_;
};

} // namespace eldest
