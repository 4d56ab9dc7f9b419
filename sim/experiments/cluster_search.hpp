#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/sequential/settings.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/machines/cluster/cluster_layout.hpp"
#include "sim/machines/cluster/cluster_network.hpp"
#include "sim/system/task.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace eldest {

/// Returns the results of a task that each process has run, by rank. `own`: this process's result
/// or error. All processes must call this together. If tasks have failed, all processes throw the
/// error of the first of them.
[[nodiscard]] std::vector<Json> results_of_all(ClusterNetwork& network, const TaskResult& own);

/// Compares the programs and the settings of all processes of a network before they search. `own`:
/// this process's settings as JSON, or its error. All processes must call this together. On all
/// processes, throws the error of the first process that has one. Throws an InputError if the
/// program or settings of a process differ from those of the first. The error says where.
void meet(ClusterNetwork& network, const TaskResult& own);

/// The computers on which processes search together, as a report gives them.
struct ClusterSize {
  int hosts = 0;
  int cores = 0; ///< of all hosts together
};

/// Counts the computers of a network and their cores. All processes must call this together.
[[nodiscard]] ClusterSize cluster_size(ClusterNetwork& network);

/// One search by processes of a network.
struct ClusterSearch {
  ClusterLayout layout; ///< places of the processors; processes without a processor take no part
  Algorithm algorithm = NegaScoutSettings{};
  SearchSettings settings;
  TableSettings tables;
  RemoteAccess access = RemoteAccess::messages;
  std::optional<double> time_limit{}; ///< seconds after which the search is stopped
  /// Called with each iteration that is over, by processor 0, unless empty.
  std::function<void(const IterationResult&)> on_iteration{};
};

/// Searches to the nominal depth, or until the time limit or a signal to one of the processes. All
/// processes must call this together. Returns the same result, or throws the same InputError or
/// RunError, on all of them.
[[nodiscard]] SearchResult search_on_cluster(ClusterNetwork& network, const ClusterSearch& search,
                                             const Problem& problem);

} // namespace eldest
