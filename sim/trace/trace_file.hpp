#pragma once

#include "sim/trace/writers.hpp"

#include <fstream>
#include <string>

namespace eldest {

/// A file for a trace, whose extension says how it is written: `.json` for the Trace Event Format,
/// `.paje` for Paje.
class TraceFile {
public:
  /// Throws InputError naming --trace for any other extension.
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

} // namespace eldest
