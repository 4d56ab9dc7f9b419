#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/trace/visit_tally.hpp"

namespace eldest {

/// Runs a search on one processor, and counts the visits of each node. The processor is a thread of
/// this computer even if the visits are for a simulated machine, because they do not depend on
/// time.
[[nodiscard]] VisitTally visits_alone(const Algorithm& algorithm, const SearchSettings& settings,
                                      const TableSettings& tables, const Problem& problem);

} // namespace eldest
