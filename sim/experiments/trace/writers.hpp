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

/// The texts that a file adds to a trace.
struct TraceSubject {
  std::string title; ///< one line
  std::vector<TraceMark> marks{};
  /// Returns the moves of a line of play as texts; see Problem::line_text.
  std::function<std::vector<std::string>(const TopLine&)> line_text = [](const TopLine&) {
    return std::vector<std::string>();
  };
  std::string algorithm{}; ///< name
  /// Returns a value as text, without its unit.
  std::function<std::string(Score)> value_text = [](Score value) { return std::to_string(value); };
  std::string value_unit{}; ///< such as "pawns", or empty
};

// Times are in whole nanoseconds, which is the resolution of Perfetto.

/// Writes JSON in the Trace Event Format, which Perfetto and Chrome show. Each processor is a
/// thread. Its slices are states, inside slices for the phases of the algorithm. Flows are
/// messages, and instants are marks.
void write_trace_events(std::ostream& out, const Trace& trace, const TraceSubject& subject);

/// Writes Paje (Schnorr, Paje trace file format), which PajeNG and ViTE read. Each processor is a
/// container with the states Activity and Phase. Links are messages, and events are marks.
void write_paje(std::ostream& out, const Trace& trace, const TraceSubject& subject);

/// Writes a picture as SVG. At the top, it shows how many processors work at a time. Below, it has
/// a row for each processor, whose colours are the processor's states. Marks are lines through all
/// rows. Messages are not shown.
void write_svg(std::ostream& out, const Trace& trace, const TraceSubject& subject);

/// Writes a page of HTML on which the search can be watched. The page needs nothing else. Each
/// processor has a row with its states. The top of the tree shows where the processors are at the
/// time of the page's clock. Messages are not shown.
void write_page(std::ostream& out, const Trace& trace, const TraceSubject& subject);

/// Returns the page, which `write_page` has written, with another search beside the first. Returns
/// an empty text if `page` is not such a page.
[[nodiscard]] std::string with_search(std::string page, const Trace& trace,
                                      const TraceSubject& subject);

} // namespace eldest
