#pragma once

#include "sim/experiments/trace/writers.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/machines/trace/trace.hpp"

#include <fstream>
#include <string>
#include <vector>

namespace eldest {

/// A file for a trace, whose extension gives its format: `.json` for the Trace Event Format,
/// `.paje` for Paje, `.svg` for a picture.
class TraceFile {
public:
  /// Throws InputError for any other extension.
  static void check_extension(const std::string& path);

  /// Opens the file at once, so that a mistake is known before a long simulation. Throws
  /// InputError for its extension, RunError if it cannot be written.
  explicit TraceFile(std::string path);

  /// Writes the trace; call it once. Throws RunError if the file cannot be written.
  void write(const Trace& trace, const TraceSubject& subject);

private:
  [[noreturn]] void fail() const;

  std::string path_;
  std::ofstream file_;
};

/// A recording of a machine's run, from before it on, that is written to a file after it, whether
/// or not the run was completed.
class TraceRecording {
public:
  /// Opens the file. The machine must outlive this. Throws InputError, RunError as TraceFile.
  TraceRecording(const std::string& path, SimulatedMachine& machine, std::string title);

  /// Writes the file, with marks for the whole machine; call it once. Throws RunError as
  /// TraceFile.
  void write(std::vector<TraceMark> marks);

private:
  const SimulatedMachine& machine_;
  std::string title_;
  TraceFile file_;
  Trace trace_;
};

} // namespace eldest
