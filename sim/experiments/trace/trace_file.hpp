#pragma once

#include "sim/experiments/trace/writers.hpp"
#include "sim/machines/trace/trace.hpp"
#include "sim/system/output_file.hpp"

#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace eldest {

/// A file for a trace, whose extension gives its format: `.json` for the Trace Event Format,
/// `.paje` for Paje, `.svg` for a picture.
class TraceFile {
public:
  /// Throws InputError for any other extension.
  static void check_extension(const std::string& path);

  /// Checks the file at once, so that a mistake is known before a long simulation. Throws
  /// InputError for its extension, RunError if it cannot be written.
  explicit TraceFile(const std::string& path);

  /// Writes the trace; call it once. Throws RunError if the file cannot be written.
  void write(const Trace& trace, const TraceSubject& subject);

  /// A function that writes a trace in a format.
  using Writer = void (*)(std::ostream&, const Trace&, const TraceSubject&);

private:
  Writer writer_;
  OutputFile file_;
};

/// A recording of a machine's run. It is made before the run and written to a file afterwards, even
/// if the run was not completed.
class TraceRecording {
public:
  /// Checks the file, and makes room for `cells` cells. Throws InputError or RunError like
  /// TraceFile.
  TraceRecording(const std::string& path, int processors, std::string title,
                 std::size_t cells = Trace::max_cells);

  /// Returns the trace, into which the machine records.
  [[nodiscard]] Trace& trace() { return trace_; }

  /// Tells useful work from wasted work. `alone`: visits of a sequential search; see SearchLog.
  void compare_with(VisitTally alone) { trace_.searched.compare_with(std::move(alone)); }

  /// Writes the file, with marks for the whole machine, and with lines of play in the notation of
  /// `line_text`. Call it once, while the machine exists. Throws RunError like TraceFile.
  void write(std::vector<TraceMark> marks,
             std::function<std::vector<std::string>(const TopLine&)> line_text);
  /// Writes the file like `write`. If that fails, returns the file and the reason; otherwise an
  /// empty text.
  [[nodiscard]] std::string
  try_to_write(std::vector<TraceMark> marks,
               std::function<std::vector<std::string>(const TopLine&)> line_text);

private:
  std::string title_;
  TraceFile file_;
  Trace trace_;
};

} // namespace eldest
