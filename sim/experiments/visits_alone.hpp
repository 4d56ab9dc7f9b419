#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/trace/visit_tally.hpp"

namespace eldest {

/// Runs a search on one processor and counts its visits of nodes. It runs on a thread of this
/// computer, because time plays no part in it.
[[nodiscard]] VisitTally visits_alone(const Algorithm& algorithm, const SearchSettings& settings,
                                      const TableSettings& tables, const Problem& problem);

} // namespace eldest
