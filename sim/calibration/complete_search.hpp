#pragma once

#include "sim/run_error.hpp"
#include "sim/search_result.hpp"

namespace eldest {

/// A search on threads that was to be measured. Throws RunError if it was interrupted.
[[nodiscard]] inline const SearchResult& complete(const SearchResult& search) {
  if (!search.real_time->stopped_by.empty())
    throw RunError("interrupted");
  return search;
}

} // namespace eldest
