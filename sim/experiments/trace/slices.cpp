#include "sim/experiments/trace/slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace eldest {

Nanoseconds nanoseconds(double seconds) { return std::llround(seconds * 1e9); }
std::string as_microseconds(Nanoseconds time) {
  return fmt::format("{}.{:03}", time / 1000, time % 1000);
}
std::string as_seconds(Nanoseconds time) {
  return fmt::format("{}.{:09}", time / 1'000'000'000, time % 1'000'000'000);
}

std::string_view name_of(TimeCategory category) {
  const auto* const found = std::find(time_categories.begin(), time_categories.end(), category);
  return category_looks[static_cast<std::size_t>(found - time_categories.begin())].name;
}
std::string_view name_of(Phase phase) { return phase_looks[static_cast<std::size_t>(phase)].name; }

std::vector<Slice> slices(const Timeline& timeline) {
  std::vector<Slice> slices;
  const auto add = [&](const Slice& slice) {
    if (slice.end > slice.begin)
      slices.push_back(slice);
  };
  for (const auto& cell : timeline.cells()) {
    const Slice whole{nanoseconds(cell.begin), nanoseconds(cell.end), cell.state};
    if (!cell.mixed) {
      add(whole);
      continue;
    }
    double until = cell.begin;
    Nanoseconds begin = whole.begin;
    for (std::size_t phase = 0; phase < phase_count; ++phase) {
      for (const auto category : time_categories) {
        until += cell.seconds[phase].*category;
        const auto end = std::clamp(nanoseconds(until), begin, whole.end);
        add({begin, end, {static_cast<Phase>(phase), category}, whole.end - whole.begin});
        begin = end;
      }
    }
  }
  return slices;
}

std::vector<PhaseSlice> phase_slices(const std::vector<Slice>& slices) {
  std::vector<PhaseSlice> phases;
  for (const auto& [begin, end, state, mixed_over] : slices) {
    if (state.phase == Phase::searching)
      continue;
    if (!phases.empty() && phases.back().phase == state.phase && phases.back().end == begin)
      phases.back().end = end;
    else
      phases.push_back({begin, end, state.phase});
  }
  return phases;
}

std::vector<MessageLog::Entry> received_messages(const Trace& trace) {
  std::vector<MessageLog::Entry> received;
  std::copy_if(trace.messages.entries().begin(), trace.messages.entries().end(),
               std::back_inserter(received), [&](const MessageLog::Entry& message) {
                 const auto& receiver = trace.timelines[static_cast<std::size_t>(message.to)];
                 return nanoseconds(message.arrived) < nanoseconds(receiver.end());
               });
  return received;
}

std::vector<std::string> omissions(const Trace& trace) {
  std::vector<std::string> omissions;
  if (const auto resolution = nanoseconds(trace.resolution()); resolution > 0)
    omissions.push_back(
        fmt::format("states shorter than {} us are shown by their shares of cells up to as long",
                    as_microseconds(resolution)));
  if (trace.messages.one_in() > 1)
    omissions.push_back(fmt::format("1 of every {} messages is shown", trace.messages.one_in()));
  return omissions;
}

} // namespace eldest
