#include "sim/experiments/trace_subject.hpp"

#include "sim/experiments/value_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace eldest {

TraceSubject trace_subject(const Problem& problem, std::string_view algorithm, int depth,
                           const std::string& machine, std::vector<TraceMark> marks) {
  TraceSubject subject;
  subject.title =
      fmt::format("{} to depth {} on {}: {}", algorithm, depth, machine, problem.position);
  subject.marks = std::move(marks);
  subject.line_text = problem.line_text;
  subject.algorithm = algorithm;
  subject.value_text = [&problem](Score value) { return value_text(problem, value); };
  subject.value_unit = problem.value_words.unit;
  return subject;
}

} // namespace eldest
