#pragma once

#include "sim/experiments/problem.hpp"

namespace eldest {

/// Runs one processor's part of a search on a machine of several processes. The library that a
/// program links decides which games have compiled searches:
/// - eldest_cluster_searches: the project's games,
/// - eldest_no_cluster_searches: none.
///
/// Throws InputError for a game without compiled searches.
[[nodiscard]] SearchOutcome search_in_cluster(const Problem& problem, const Algorithm& algorithm,
                                              const SearchSettings& settings,
                                              ClusterProcessor& processor);

} // namespace eldest
