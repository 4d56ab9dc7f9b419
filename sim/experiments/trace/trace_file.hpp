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

/// A file for a trace. Its extension gives the format: `.json` for the Trace Event Format, `.paje`
/// for Paje, `.svg` for a picture.
class TraceFile {
public:
  /// Throws InputError if the extension of `path` is none of these.
  static void check_extension(const std::string& path);

  /// Checks that the file can be written, so that a mistake is known before a long simulation.
  /// Throws InputError for its extension, RunError if it cannot be written.
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
  /// Checks the file, and limits the cells of all timelines together to about `cells`. Throws
  /// InputError or RunError like TraceFile.
  TraceRecording(const std::string& path, int processors, std::string title,
                 std::size_t cells = TraceLimits().cells);

  /// Returns the trace, into which the machine records.
  [[nodiscard]] Trace& trace() { return trace_; }

  /// Makes the trace tell useful work from wasted work. `alone`: visits of a sequential search; see
  /// SearchLog.
  void compare_with(VisitTally alone) { trace_.searched.compare_with(std::move(alone)); }

  /// Writes the file, with `marks`, and with lines of play in the notation of `line_text`. Call it
  /// once, while the machine exists. Throws RunError like TraceFile.
  void write(std::vector<TraceMark> marks,
             std::function<std::vector<std::string>(const TopLine&)> line_text);
  /// Writes the file like `write`. Returns an empty text or, if writing fails, the file and the
  /// reason.
  [[nodiscard]] std::string
  try_to_write(std::vector<TraceMark> marks,
               std::function<std::vector<std::string>(const TopLine&)> line_text);

private:
  std::string title_;
  TraceFile file_;
  Trace trace_;
};

} // namespace eldest
