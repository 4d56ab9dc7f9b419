#pragma once

#include "sim/experiments/problem.hpp"

namespace eldest {

/// Runs one processor's part of a search on a machine of several processes. A program has it from
/// the library that it is linked with: of eldest_cluster_searches, for the project's games; of
/// eldest_no_cluster_searches, none. Throws InputError if there is none.
[[nodiscard]] SearchOutcome search_in_cluster(const Problem& problem, const Algorithm& algorithm,
                                              const SearchSettings& settings,
                                              ClusterProcessor& processor);

} // namespace eldest
