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

TraceRecording::TraceRecording(const std::string& path, int processors, std::string title,
                               std::size_t cells)
    : title_(std::move(title)), file_(path), trace_(processors, cells) {}

void TraceRecording::write(std::vector<TraceMark> marks,
                           std::function<std::vector<std::string>(const TopLine&)> line_text) {
  for (auto& recorder : trace_.recorders)
    recorder.close();

  file_.write(trace_, {title_, std::move(marks), std::move(line_text)});
}

std::string
TraceRecording::try_to_write(std::vector<TraceMark> marks,
                             std::function<std::vector<std::string>(const TopLine&)> line_text) {
  try {
    write(std::move(marks), std::move(line_text));
    return "";
  } catch (const RunError& error) {
    return error.message();
  }
}

std::vector<TraceMark> iteration_marks(const std::vector<Iteration>& iterations) {
  std::vector<TraceMark> marks;
  for (const auto& iteration : iterations)
    marks.push_back(
        {iteration.time, fmt::format("depth {}: value {}", iteration.depth, iteration.value)});
  return marks;
}

} // namespace eldest
