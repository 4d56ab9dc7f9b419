#pragma once

#include "sim/experiments/trace/writers.hpp"

#include <string>

namespace eldest {

/// Returns a trace as the JSON that a page reads. `page/data.js` reads it and says what each field
/// means. The JSON has no "<", so that no text can end the element of HTML around it.
[[nodiscard]] std::string page_data(const Trace& trace, const TraceSubject& subject);

} // namespace eldest
