#pragma once

#include "sim/experiments/trace/writers.hpp"
#include "sim/machines/trace/trace.hpp"
#include "sim/system/output_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace eldest {

/// The way in which a trace is written to its file.
enum class TraceWriting : std::uint8_t {
  alone,
  beside, ///< added to the page that the file is, beside the search there
};

/// A file for a trace. Its extension gives the format: `.json` for the Trace Event Format, `.paje`
/// for Paje, `.svg` for a picture, `.html` for a page.
class TraceFile {
public:
  /// Throws InputError if the extension of `path` is none of these.
  static void check_extension(const std::string& path);
  /// Returns true if files with the extension of `path` can show several searches.
  [[nodiscard]] static bool shows_several(const std::string& path);

  /// Checks that the file can be written, so that a mistake is known before a long simulation.
  /// Throws InputError for its extension, RunError if it cannot be written.
  explicit TraceFile(std::string path, TraceWriting writing = TraceWriting::alone);

  /// Writes the trace; call it once. Throws RunError if the file cannot be written, or if it is not
  /// the page to which the trace is to be added.
  void write(const Trace& trace, const TraceSubject& subject);

private:
  [[nodiscard]] std::string text(const Trace& trace, const TraceSubject& subject) const;

  std::string path_;
  TraceWriting writing_;
  OutputFile file_;
};

/// A recording of a machine's run. It is made before the run and written to a file afterwards, even
/// if the run was not completed.
class TraceRecording {
public:
  /// Checks the file, and limits the cells of all timelines together to about `cells`, or fewer if
  /// the format asks for that. Throws InputError or RunError like TraceFile.
  TraceRecording(const std::string& path, int processors, TraceWriting writing,
                 std::size_t cells = TraceLimits().cells);

  /// Returns the trace, into which the machine records.
  [[nodiscard]] Trace& trace() { return trace_; }

  /// Makes the trace tell useful work from wasted work. `alone`: visits of a sequential search; see
  /// SearchLog.
  void compare_with(VisitTally alone) { trace_.searched.compare_with(std::move(alone)); }

  /// Writes the file. Call it once, while the machine exists. Throws RunError like TraceFile.
  void write(const TraceSubject& subject);
  /// Writes the file like `write`. Returns an empty text or, if writing fails, the file and the
  /// reason.
  [[nodiscard]] std::string try_to_write(const TraceSubject& subject);

private:
  TraceFile file_;
  Trace trace_;
};

} // namespace eldest
