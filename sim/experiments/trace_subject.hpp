#pragma once

#include "sim/experiments/problem.hpp"
#include "sim/experiments/trace/writers.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// Returns the texts for the trace of a search of `problem`, which must outlive them. `machine`:
/// one or several words on the processors.
[[nodiscard]] TraceSubject trace_subject(const Problem& problem, std::string_view algorithm,
                                         int depth, const std::string& machine,
                                         std::vector<TraceMark> marks);

} // namespace eldest
