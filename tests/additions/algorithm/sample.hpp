#pragma once

#include "algorithms/sample/settings.hpp"
#include "algorithms/shared_table/shared_table.hpp"

namespace eldest {

/// Runs one processor's part of a search with a shared table.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const SampleSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  const SharedTableSettings base{own.random ? HelperOrder::random : HelperOrder::same, false};
  return SharedTable<P, M>(processor, settings, base).run(root);
}

} // namespace eldest
