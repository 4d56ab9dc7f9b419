#include "sim/machines/threads/thread_processor.hpp"
#include "tests/support/synthetic_searches.hpp"

namespace eldest::test {

extern const decltype(SyntheticSearches<ThreadProcessor>::of(Algorithms{})) thread_searches;
const decltype(thread_searches) thread_searches =
    SyntheticSearches<ThreadProcessor>::of(Algorithms{});

} // namespace eldest::test
