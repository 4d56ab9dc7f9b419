#include "sim/experiments/trace/trace_file.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

/// A format of traces.
struct Format {
  std::string_view extension;
  void (*write)(std::ostream&, const Trace&, const TraceSubject&);
  TraceLimits limits{};
};

/// The formats. With the limits of a page, two searches take less than 2 MB.
constexpr std::array<Format, 4> formats{
    {{".json", write_trace_events},
     {".paje", write_paje},
     {".svg", write_svg},
     {".html", write_page, {.cells = 56'000, .node_stretches = 28'000, .plies = 4}}}};

/// Returns the format of a file. Throws InputError.
const Format& format_of(const std::string& path) {
  const auto extension = std::filesystem::path(path).extension();
  const auto* const found = std::ranges::find_if(
      formats, [&](const Format& format) { return format.extension == extension; });
  if (found == formats.end())
    throw InputError(
        Subject::trace,
        fmt::format("{}: must end in .json, for Perfetto and Chrome, .paje, .svg or .html", path));
  return *found;
}

TraceLimits limits_of(const std::string& path, std::size_t cells) {
  auto limits = format_of(path).limits;
  limits.cells = std::min(limits.cells, cells);
  return limits;
}

/// Returns the content of the page to which a search is to be added. Throws RunError.
std::string read_page(const std::string& path) {
  try {
    return read_input_file(path);
  } catch (const InputError& error) {
    throw RunError(Subject::trace, error.what());
  }
}

} // namespace

void TraceFile::check_extension(const std::string& path) { (void)format_of(path); }

bool TraceFile::shows_several(const std::string& path) {
  return format_of(path).write == write_page;
}

TraceFile::TraceFile(std::string path, TraceWriting writing)
    : path_((check_extension(path), std::move(path))),
      writing_(writing),
      file_(Subject::trace, path_) {}

void TraceFile::write(const Trace& trace, const TraceSubject& subject) {
  file_.write(text(trace, subject));
}

std::string TraceFile::text(const Trace& trace, const TraceSubject& subject) const {
  if (writing_ == TraceWriting::beside) {
    auto page = with_search(read_page(path_), trace, subject);
    if (page.empty())
      throw RunError(Subject::trace,
                     fmt::format("{}: is not the page that was written before", path_));
    return page;
  }
  std::ostringstream text;
  text.exceptions(std::ios::badbit); // otherwise the text would be cut off without memory
  format_of(path_).write(text, trace, subject);
  return std::move(text).str();
}

TraceRecording::TraceRecording(const std::string& path, int processors, TraceWriting writing,
                               std::size_t cells)
    : file_(path, writing), trace_(processors, limits_of(path, cells)) {}

void TraceRecording::write(const TraceSubject& subject) {
  for (auto& recorder : trace_.recorders)
    recorder.close();
  file_.write(trace_, subject);
}

std::string TraceRecording::try_to_write(const TraceSubject& subject) {
  try {
    write(subject);
    return "";
  } catch (const RunError& error) {
    return error.message();
  }
}

} // namespace eldest
