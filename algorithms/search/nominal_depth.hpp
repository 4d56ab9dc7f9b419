#pragma once

#include <concepts>

namespace eldest {

/// A machine that may end a search before its nominal depth, for the results of lesser depths.
/// `continues_to(depth)`: returns true if the search continues to `depth`, which is at most the
/// nominal depth.
template <class M>
concept EndsEarlier = requires(M& machine, int depth) {
  { machine.continues_to(depth) } -> std::same_as<bool>;
};

/// Returns true if a search with the nominal depth `nominal` continues to `depth`. Searches to two
/// nominal depths must be the same until they get different answers to this question. Algorithms
/// whose searches are not declare `plans_for_depth`: see AlgorithmSettings.
template <class M>
[[nodiscard]] bool continues_to(int depth, int nominal, [[maybe_unused]] M& machine) {
  if constexpr (EndsEarlier<M>)
    return depth <= nominal && machine.continues_to(depth);
  else
    return depth <= nominal;
}

} // namespace eldest
