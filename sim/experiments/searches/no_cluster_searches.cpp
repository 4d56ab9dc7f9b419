#include "sim/experiments/searches/cluster_searches.hpp"
#include "trees/base/errors.hpp"

namespace eldest {

SearchOutcome search_in_cluster(const Problem& /*problem*/, const Algorithm& /*algorithm*/,
                                const SearchSettings& /*settings*/,
                                ClusterProcessor& /*processor*/) {
  throw InputError("the searches of this program have not been compiled for a cluster");
}

} // namespace eldest
