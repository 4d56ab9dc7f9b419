#pragma once

#include "sim/machines/trace/trace.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// A time since the start: a whole number, so that one slice begins exactly where another ends.
using Nanoseconds = std::int64_t;

[[nodiscard]] Nanoseconds nanoseconds(double seconds);
[[nodiscard]] std::string as_microseconds(Nanoseconds time);
[[nodiscard]] std::string as_seconds(Nanoseconds time);

/// The name and colour of something in a trace.
struct Look {
  std::string_view name;
  std::string_view colour; ///< red, green and blue from 0 to 1
};
/// The looks of the time categories, in the order of `time_categories`.
inline constexpr std::array<Look, time_categories.size()> category_looks{{
    {"work", "0.30 0.65 0.35"},
    {"communication", "0.90 0.60 0.20"},
    {"idle", "0.80 0.80 0.80"},
}};
/// The looks of the phases, by Phase. Mere searching is not shown.
inline constexpr std::array<Look, phase_count> phase_looks{{
    {},
    {"deferred search", "0.25 0.45 0.80"},
    {"helping", "0.60 0.35 0.70"},
    {"searching ahead", "0.45 0.70 0.40"},
    {"repeated search", "0.80 0.55 0.25"},
}};
[[nodiscard]] std::string_view name_of(TimeCategory category);
[[nodiscard]] std::string_view name_of(Phase phase);

/// A stretch of time that a processor spent in one state.
struct Slice {
  Nanoseconds begin;
  Nanoseconds end;
  ProcessorState state;
  Nanoseconds mixed_over = 0; ///< length of the mixed cell that it is part of; 0 if none
};

/// Returns a timeline as slices without gaps; the states of a mixed cell come one after another.
[[nodiscard]] std::vector<Slice> slices(const Timeline& timeline);

/// A stretch of time that a processor spent in one phase.
struct PhaseSlice {
  Nanoseconds begin;
  Nanoseconds end;
  Phase phase;
};

/// The phases other than mere searching.
[[nodiscard]] std::vector<PhaseSlice> phase_slices(const std::vector<Slice>& slices);

/// The messages that came before the timelines of their receivers end.
[[nodiscard]] std::vector<MessageLog::Entry> received_messages(const Trace& trace);

/// The omissions of a trace, a line each.
[[nodiscard]] std::vector<std::string> omissions(const Trace& trace);

} // namespace eldest
