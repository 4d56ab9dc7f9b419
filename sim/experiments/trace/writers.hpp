#pragma once

#include "sim/machines/trace/trace.hpp"

#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace eldest {

/// An event that concerns the whole machine.
struct TraceMark {
  double time = 0; ///< seconds since the start
  std::string text;
};

/// The subject of a trace.
struct TraceSubject {
  std::string title; ///< one line
  std::vector<TraceMark> marks;
  /// The moves of a line of play as texts, as many as there are.
  std::function<std::vector<std::string>(const TopLine&)> line_text = [](const TopLine&) {
    return std::vector<std::string>();
  };
};

// Times are to the nanosecond, which is as fine as Perfetto has them.

/// Writes JSON in the Trace Event Format, which Perfetto and Chrome show: a thread for each
/// processor, whose slices are its states, inside slices for the phases of its algorithm; flows are
/// messages, instants are marks.
void write_trace_events(std::ostream& out, const Trace& trace, const TraceSubject& subject);

/// Writes Paje (Schnorr, Paje trace file format), which PajeNG and ViTE read: a container for each
/// processor with the states Activity and Phase; links are messages, events are marks.
void write_paje(std::ostream& out, const Trace& trace, const TraceSubject& subject);

/// Writes a picture, as SVG: how many processors work at a time, and below it a row for each
/// processor, whose colours are its states; marks are lines through all rows. Messages are not
/// shown.
void write_svg(std::ostream& out, const Trace& trace, const TraceSubject& subject);

} // namespace eldest
