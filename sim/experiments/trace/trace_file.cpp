#include "sim/experiments/trace/trace_file.hpp"

#include "trees/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace eldest {
namespace {

using Writer = void (*)(std::ostream&, const Trace&, const TraceSubject&);

Writer writer_for(const std::string& path) {
  const auto extension = std::filesystem::path(path).extension();
  if (extension == ".json")
    return write_trace_events;
  if (extension == ".paje")
    return write_paje;
  if (extension == ".svg")
    return write_svg;
  throw InputError(
      Subject::trace,
      fmt::format("{}: must end in .json, for Perfetto and Chrome, .paje or .svg", path));
}

} // namespace

void TraceFile::check_extension(const std::string& path) { (void)writer_for(path); }

TraceFile::TraceFile(std::string path) : path_(std::move(path)) {
  check_extension(path_);
  errno = 0;
  file_.open(path_);
  if (!file_)
    fail();
}

void TraceFile::write(const Trace& trace, const TraceSubject& subject) {
  errno = 0;
  writer_for(path_)(file_, trace, subject);
  file_.close();
  if (!file_)
    fail();
}

void TraceFile::fail() const {
  throw RunError(Subject::trace,
                 fmt::format("{}: cannot be written{}{}", path_, errno == 0 ? "" : ": ",
                             errno == 0 ? "" : std::strerror(errno)));
}

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
    if (processor->activity() == MachineProcessor::Activity::failed)
      marks.push_back(
          {processor->finished_at(), fmt::format("processor {} fails", processor->rank())});
  }
  file_.write(trace_, {title_, std::move(marks)});
}

} // namespace eldest
