#include "sim/experiments/trace/slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <optional>

namespace eldest {
namespace {

/// Returns the possible states in a phase, in the order of Use.
std::array<ProcessorState, use_looks.size()> states_of(Phase phase) {
  return {{{phase, &TimeAccount::work, false},
           {phase, &TimeAccount::work, true},
           {phase, &TimeAccount::communication, false},
           {phase, &TimeAccount::idle, false}}};
}

/// Adds the seconds of a cell, multiplied by `share` in [0, 1], to `shares`.
void add_share(Shares& shares, const Timeline::Cell& cell, double share) {
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    for (const auto& state : states_of(static_cast<Phase>(phase))) {
      const double seconds = share * cell.seconds_in(state);
      shares.uses[static_cast<std::size_t>(use_of(state))] += seconds;
      if (use_of(state) != Use::idle)
        shares.phases[phase] += seconds;
    }
  }
}

/// Returns a line of text on the nodes visited, or nothing if the log does not tell useful visits
/// from wasted ones.
std::optional<std::string> visits_text(const SearchLog& searched) {
  const auto* const alone = searched.sequential();
  if (alone == nullptr)
    return std::nullopt;
  const auto percent = [](std::uint64_t part, std::uint64_t all) {
    return all == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(all);
  };
  const auto useful = searched.useful_visits();
  const auto wasted = searched.wasted_visits();
  auto text = fmt::format("{} visits of nodes, {:.1f} % of them wasted; {} by one processor",
                          searched.visits(), percent(wasted, useful + wasted), alone->visits());
  if (alone->one_in() == 1)
    text += fmt::format(", {:.1f} % of them not made here",
                        percent(alone->visits() - useful, alone->visits()));
  return text;
}

} // namespace

Nanoseconds nanoseconds(double seconds) { return std::llround(seconds * 1e9); }
std::string as_microseconds(Nanoseconds time) {
  return fmt::format("{}.{:03}", time / 1000, time % 1000);
}
std::string as_seconds(Nanoseconds time) {
  return fmt::format("{}.{:09}", time / 1'000'000'000, time % 1'000'000'000);
}

Use use_of(const ProcessorState& state) {
  if (state.category == &TimeAccount::work)
    return state.wasted ? Use::wasted_work : Use::work;
  return state.category == &TimeAccount::communication ? Use::communication : Use::idle;
}
std::string_view name_of(Use use) { return use_looks[static_cast<std::size_t>(use)].name; }
std::string_view name_of(Phase phase) { return phase_looks[static_cast<std::size_t>(phase)].name; }

std::vector<Slice> slices_of(const Timeline::Cell& cell) {
  std::vector<Slice> slices;
  const auto add = [&](const Slice& slice) {
    if (slice.end > slice.begin)
      slices.push_back(slice);
  };
  const Slice whole{nanoseconds(cell.begin), nanoseconds(cell.end), cell.state};
  if (!cell.mixed) {
    add(whole);
    return slices;
  }
  double until = cell.begin;
  Nanoseconds begin = whole.begin;
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    for (const auto& state : states_of(static_cast<Phase>(phase))) {
      until += cell.seconds_in(state);
      const auto end = std::clamp(nanoseconds(until), begin, whole.end);
      add({begin, end, state, whole.end - whole.begin});
      begin = end;
    }
  }
  return slices;
}

std::vector<Slice> slices(const Timeline& timeline) {
  std::vector<Slice> slices;
  for (const auto& cell : timeline.cells()) {
    const auto parts = slices_of(cell);
    slices.insert(slices.end(), parts.begin(), parts.end());
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

double end_of(const Trace& trace) {
  double end = 0;
  for (const auto& timeline : trace.timelines)
    end = std::max(end, timeline.end());
  return end;
}

UseSeconds total_uses(const Trace& trace) {
  Shares shares;
  for (const auto& timeline : trace.timelines) {
    for (const auto& cell : timeline.cells())
      add_share(shares, cell, 1);
  }
  return shares.uses;
}

std::vector<Shares> in_intervals(const Timeline& timeline, double end, std::size_t intervals) {
  std::vector<Shares> all(intervals);
  const double width = end / static_cast<double>(intervals);
  for (const auto& cell : timeline.cells()) {
    const double length = cell.end - cell.begin;
    const auto last = std::min(intervals - 1, static_cast<std::size_t>(cell.end / width));
    for (auto i = static_cast<std::size_t>(cell.begin / width); length > 0 && i <= last; ++i) {
      const double begin = static_cast<double>(i) * width;
      const double overlap = std::min(cell.end, begin + width) - std::max(cell.begin, begin);
      add_share(all[i], cell, overlap / length);
    }
  }
  return all;
}

std::vector<std::string> totals(const Trace& trace) {
  const auto uses = total_uses(trace);
  const double all = std::accumulate(uses.begin(), uses.end(), 0.0);
  const auto percent = [&](Use use) {
    return all == 0 ? 0.0 : 100 * uses[static_cast<std::size_t>(use)] / all;
  };
  const auto visits = visits_text(trace.searched);
  const auto work = visits ? fmt::format("useful work {:.1f} %, wasted work {:.1f} %",
                                         percent(Use::work), percent(Use::wasted_work))
                           : fmt::format("work {:.1f} %", percent(Use::work));
  std::vector<std::string> totals{
      fmt::format("the processors' time: {}, communication {:.1f} %, idle {:.1f} %", work,
                  percent(Use::communication), percent(Use::idle))};
  if (visits)
    totals.push_back(*visits);
  return totals;
}

std::vector<std::string> omissions(const Trace& trace, Arrows arrows) {
  std::vector<std::string> omissions;
  if (const auto resolution = nanoseconds(trace.resolution()); resolution > 0)
    omissions.push_back(fmt::format(
        "states shorter than {} us are shown by their shares of cells of at most that length",
        as_microseconds(resolution)));
  if (arrows == Arrows::with && trace.messages.one_in() > 1)
    omissions.push_back(fmt::format("1 of every {} messages is shown", trace.messages.one_in()));
  if (const auto* const alone = trace.searched.sequential();
      alone != nullptr && alone->one_in() > 1)
    omissions.push_back(fmt::format("useful work is told from wasted work at 1 of every {} nodes, "
                                    "and the work up to the next counts as the same",
                                    alone->one_in()));
  if (const auto resolution = nanoseconds(trace.searched.resolution()); resolution > 0)
    omissions.push_back(fmt::format("searches of moves shorter than {} us are left out",
                                    as_microseconds(resolution)));
  return omissions;
}

} // namespace eldest
