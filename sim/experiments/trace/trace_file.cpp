#include "sim/experiments/trace/trace_file.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>
#include <utility>

namespace eldest {
namespace {

TraceFile::Writer writer_for(const std::string& path) {
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

TraceFile::TraceFile(const std::string& path)
    : writer_(writer_for(path)), file_(Subject::trace, path) {}

void TraceFile::write(const Trace& trace, const TraceSubject& subject) {
  std::ostringstream text;
  text.exceptions(std::ios::badbit); // otherwise the text would be cut off without memory
  writer_(text, trace, subject);
  file_.write(text.view());
}

TraceRecording::TraceRecording(const std::string& path, int processors, std::string title,
                               std::size_t cells)
    : title_(std::move(title)), file_(path), trace_(processors, {.cells = cells}) {}

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

} // namespace eldest
