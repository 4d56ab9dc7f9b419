#pragma once

#include "sim/experiments/search_result.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace eldest {

class SimulatedMachine;

/// Lesser depths than a search's own, whose results the search has, too.
struct LesserDepths {
  std::vector<int> depths; ///< ascending; each is less than the search's nominal depth
  /// Receives the result of a depth. This is the result that a search to that depth has, except the
  /// real time and the memory. Receives nothing for a depth that must be searched on its own. May
  /// be called in a copy of this process that ends afterwards.
  std::function<void(int depth, const std::optional<SearchResult>& result)> take;
};

/// Takes the results of lesser depths from a search. Searches to different depths are the same
/// until a processor asks whether the search continues beyond the lesser depth; see continues_to.
/// At that moment this process is copied. In the copy the search ends at the lesser depth, and the
/// copy hands over its result. Then the search continues in this process.
///
/// So these results need no assumptions about the ends of searches, such as messages in flight. The
/// copy costs little, because usually hardly anything is left to do.
class LesserDepthSearch {
public:
  /// `lesser` must outlive this object.
  explicit LesserDepthSearch(const LesserDepths& lesser) : lesser_(lesser) {}

  /// Returns true if the search on `machine` continues to `depth` in this process. Makes a copy of
  /// the process for each of the lesser depths that ends before `depth`.
  [[nodiscard]] bool continues_to(int depth, SimulatedMachine& machine);

  /// Returns the result of `search`, which asks `continues_to`, or throws its exception. Hands over
  /// the results of the other depths. Does not return in a copy.
  [[nodiscard]] SearchResult finish(const std::function<SearchResult()>& search);

private:
  void take_rest(const SearchResult& result);

  const LesserDepths& lesser_;
  std::size_t next_ = 0;    ///< index of the least depth that has not ended
  std::optional<int> last_; ///< the depth at which the search ends, in a copy only
};

} // namespace eldest
