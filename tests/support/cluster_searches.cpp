#include "sim/machines/cluster/cluster_processor.hpp"
#include "tests/support/synthetic_searches.hpp"

namespace eldest::test {

extern const decltype(SyntheticSearches<ClusterProcessor>::of(Algorithms{})) cluster_searches;
const decltype(cluster_searches) cluster_searches =
    SyntheticSearches<ClusterProcessor>::of(Algorithms{});

} // namespace eldest::test
