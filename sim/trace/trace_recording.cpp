#include "sim/trace/trace_recording.hpp"

#include <fmt/format.h>

#include <utility>

namespace eldest {

TraceRecording::TraceRecording(const std::string& path, SimulatedMachine& machine,
                               std::string title)
    : machine_(machine),
      title_(std::move(title)),
      file_(path),
      trace_(static_cast<int>(machine.processors().size())) {
  machine.record(trace_);
}

void TraceRecording::write(std::vector<TraceMark> marks) {
  for (const auto& processor : machine_.processors()) {
    if (processor->activity() == SimulatedProcessor::Activity::failed)
      marks.push_back(
          {processor->finished_at(), fmt::format("processor {} fails", processor->rank())});
  }
  file_.write(trace_, {title_, std::move(marks)});
}

} // namespace eldest
