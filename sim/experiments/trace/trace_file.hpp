#pragma once

#include "sim/experiments/trace/writers.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/machines/trace/trace.hpp"

#include <fstream>
#include <string>
#include <vector>

namespace eldest {

/// A file for a trace, whose extension says how it is written: `.json` for the Trace Event Format,
/// `.paje` for Paje.
class TraceFile {
public:
  /// Throws InputError for any other extension.
  static void check_extension(const std::string& path);

  /// Opens the file at once, so that a mistake is known before a long simulation. Throws
  /// InputError for its extension, RunError if it cannot be written.
  explicit TraceFile(std::string path);

  /// To be called once. Throws RunError if the file cannot be written.
  void write(const Trace& trace, const TraceSubject& subject);

private:
  [[noreturn]] void fail() const;

  std::string path_;
  std::ofstream file_;
};

/// Traces a machine from before its run, and writes that to a file after it, whether it has come to
/// its end or not.
class TraceRecording {
public:
  /// Opens the file. The machine must live as long as this. Throws InputError, RunError as
  /// TraceFile.
  TraceRecording(const std::string& path, SimulatedMachine& machine, std::string title);

  /// To be called once, with the marks that are not about processors. Throws RunError as TraceFile.
  void write(std::vector<TraceMark> marks);

private:
  const SimulatedMachine& machine_;
  std::string title_;
  TraceFile file_;
  Trace trace_;
};

} // namespace eldest
