#pragma once

#include "sim/simulated_machine.hpp"
#include "sim/trace/trace.hpp"
#include "sim/trace/trace_file.hpp"

#include <string>
#include <vector>

namespace eldest {

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
