#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/sequential/settings.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/machines/cluster/cluster_layout.hpp"
#include "sim/machines/cluster/cluster_network.hpp"
#include "sim/system/task.hpp"

#include <optional>
#include <vector>

namespace eldest {

/// Returns what the tasks of all processes, of which this one has its own, have come to, by rank.
/// Collective. Throws the error of the first that has one, on all of them.
[[nodiscard]] std::vector<Json> results_of_all(ClusterNetwork& network, const TaskResult& own);

/// Has all processes of a network say who they are and how they are going to search, before they
/// do. `own` holds this process's settings, in words, or its error. Collective. On all processes,
/// throws the error of the first that has one; or an InputError that says where the program or the
/// settings of one differ from those of the first.
void meet(ClusterNetwork& network, const TaskResult& own);

/// The processes that search together, as a report says it.
struct ClusterSize {
  int hosts = 0;
  int cores = 0; ///< of these, together
};

/// Counts the computers of a network. Collective.
[[nodiscard]] ClusterSize cluster_size(ClusterNetwork& network);

/// Runs one processor's part of a search.
using ClusterPart = SearchOutcome(const Problem&, const Algorithm&, const SearchSettings&,
                                  ClusterProcessor&);

/// One search by processes of a network.
struct ClusterSearch {
  ClusterPart* part = nullptr; ///< as the program has been compiled for
  ClusterLayout layout;        ///< on the processes that there are; the others take no part
  Algorithm algorithm = NegaScoutSettings{};
  SearchSettings settings;
  TableSettings tables;
  RemoteAccess access = RemoteAccess::messages;
  std::optional<double> time_limit{}; ///< seconds after which the search is stopped
};

/// Searches to the nominal depth, or until the time limit or an interrupt of one of the processes.
/// Collective; returns the same result, or throws the same InputError or RunError, on all of them.
[[nodiscard]] SearchResult search_on_cluster(ClusterNetwork& network, const ClusterSearch& search,
                                             const Problem& problem);

} // namespace eldest
