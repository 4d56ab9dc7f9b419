#include "sim/experiments/lesser_depths.hpp"

#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/system/process_copy.hpp"

namespace eldest {

bool LesserDepthSearch::continues_to(int depth, SimulatedMachine& machine) {
  if (last_)
    return depth <= *last_;
  for (; next_ < lesser_.depths.size() && lesser_.depths[next_] < depth; ++next_) {
    const auto outcome = machine.copy();
    if (outcome == CopyOutcome::in_copy) {
      last_ = lesser_.depths[next_];
      return false;
    }
    if (outcome == CopyOutcome::failed)
      lesser_.take(lesser_.depths[next_], std::nullopt);
  }
  return true;
}

SearchResult LesserDepthSearch::finish(const std::function<SearchResult()>& search) {
  try {
    auto result = search();
    if (!last_) {
      take_rest(result);
      return result;
    }
    lesser_.take(*last_, result);
  } catch (...) {
    if (!last_)
      throw;
    end_copy(false);
  }
  end_copy(true);
}

/// Hands over the depths that have not ended. If the search has been stopped before it completed
/// such a depth, a search to that depth would have been stopped in the same way.
void LesserDepthSearch::take_rest(const SearchResult& result) {
  for (; next_ < lesser_.depths.size(); ++next_) {
    const int depth = lesser_.depths[next_];
    lesser_.take(depth, result.depth() < depth ? std::optional(result) : std::nullopt);
  }
}

} // namespace eldest
