#pragma once

#include "sim/machines/trace/trace.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// A time since the start, in whole nanoseconds, so that one slice begins exactly where another
/// ends.
using Nanoseconds = std::int64_t;

[[nodiscard]] Nanoseconds nanoseconds(double seconds);
[[nodiscard]] std::string as_microseconds(Nanoseconds time);
[[nodiscard]] std::string as_seconds(Nanoseconds time);

/// The name and colour of a use or a phase in a trace.
struct Look {
  std::string_view name;
  std::string_view colour; ///< three numbers from 0 to 1: red, green and blue
};
/// The use of a processor's time.
enum class Use : std::uint8_t { work, wasted_work, communication, idle };
/// The names and colours of the uses, by Use. Useful work is called just work.
inline constexpr std::array<Look, 4> use_looks{{
    {"work", "0.00 0.24 0.47"},
    {"wasted work", "0.94 0.63 0.16"},
    {"communication", "0.78 0.31 0.55"},
    {"idle", "0.63 0.63 0.63"},
}};
/// The names and colours of the phases, by Phase. Phase::searching is not shown.
inline constexpr std::array<Look, phase_count> phase_looks{{
    {},
    {"deferred search", "0.25 0.45 0.80"},
    {"helping", "0.60 0.35 0.70"},
    {"searching ahead", "0.45 0.70 0.40"},
    {"repeated search", "0.80 0.55 0.25"},
}};
[[nodiscard]] Use use_of(const ProcessorState& state);
[[nodiscard]] std::string_view name_of(Use use);
[[nodiscard]] std::string_view name_of(Phase phase);

/// A stretch of time that a processor spent in one state.
struct Slice {
  Nanoseconds begin;
  Nanoseconds end;
  ProcessorState state;
  Nanoseconds mixed_over = 0; ///< length of the mixed cell that the slice is part of, or 0
};

/// Returns a cell as slices without gaps. A mixed cell becomes one slice for each of its states.
[[nodiscard]] std::vector<Slice> slices_of(const Timeline::Cell& cell);
/// Returns a timeline as slices without gaps.
[[nodiscard]] std::vector<Slice> slices(const Timeline& timeline);

/// A stretch of time that a processor spent in one phase.
struct PhaseSlice {
  Nanoseconds begin;
  Nanoseconds end;
  Phase phase;
};

/// Returns the phases of slices as slices, without Phase::searching. Adjacent slices of a phase are
/// joined.
[[nodiscard]] std::vector<PhaseSlice> phase_slices(const std::vector<Slice>& slices);

/// Returns the messages that arrived before the end of their receivers' timelines.
[[nodiscard]] std::vector<MessageLog::Entry> received_messages(const Trace& trace);

/// Seconds, by Use. `total_uses` returns those of all processors together.
using UseSeconds = std::array<double, use_looks.size()>;
[[nodiscard]] UseSeconds total_uses(const Trace& trace);
/// Returns the end of the last timeline, in seconds.
[[nodiscard]] double end_of(const Trace& trace);

/// A processor's seconds in an interval of time, by use and by phase.
struct Shares {
  UseSeconds uses{};
  std::array<double, phase_count> phases{}; ///< without idle time

  [[nodiscard]] double in(Use use) const { return uses[static_cast<std::size_t>(use)]; }
  [[nodiscard]] double total() const { return std::accumulate(uses.begin(), uses.end(), 0.0); }
};
/// Divides the time from 0 to `end` seconds into `intervals` equal ones, and returns the shares of
/// each. Spreads the seconds of a mixed cell evenly.
[[nodiscard]] std::vector<Shares> in_intervals(const Timeline& timeline, double end,
                                               std::size_t intervals);

/// Returns a line on the uses of the processors' time. If known, a second line says how many of the
/// visited nodes a sequential search would have visited, too.
[[nodiscard]] std::vector<std::string> totals(const Trace& trace);

/// True if a file shows the messages between processors, as arrows.
enum class Arrows : bool { without, with };
/// Returns a line of text for each kind of detail that a file leaves out of a trace.
[[nodiscard]] std::vector<std::string> omissions(const Trace& trace, Arrows arrows = Arrows::with);

} // namespace eldest
