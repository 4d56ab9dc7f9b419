#include "sim/experiments/trace/writers.hpp"

#include "sim/experiments/trace/slices.hpp"
#include "sim/system/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {
namespace {

std::string json_text(std::string_view text) { return serialize(Json(text)); }

class TraceEventWriter {
public:
  explicit TraceEventWriter(std::ostream& out) : out_(out) {}

  void write(const Trace& trace, const TraceSubject& subject) {
    out_ << fmt::format(
        "{{\"displayTimeUnit\": \"ms\",\n\"otherData\": {{\"title\": {}, \"totals\": {}, "
        "\"omissions\": {}}},\n\"traceEvents\": [\n",
        json_text(subject.title), json_text(fmt::format("{}", fmt::join(totals(trace), "; "))),
        json_text(fmt::format("{}", fmt::join(omissions(trace), "; "))));
    write_names(trace, subject);
    for (std::size_t rank = 0; rank < trace.timelines.size(); ++rank)
      write_timeline(rank, slices(trace.timelines[rank]));
    write_searches(trace, subject);
    write_counters(trace);
    for (const auto& message : received_messages(trace)) {
      write_end_of_message('s', message, message.from, message.sent);
      write_end_of_message('f', message, message.to, message.arrived);
    }
    for (const auto& [time, text] : subject.marks)
      event(fmt::format(R"("name": {}, "cat": "mark", "ph": "i", "s": "g", "ts": {}, "tid": {})",
                        json_text(text), as_microseconds(nanoseconds(time)), thread(0)));
    out_ << "\n]}\n";
  }

private:
  // Perfetto takes process 0 and thread 0 for the idle task.
  static constexpr int process = 1;
  static constexpr std::size_t samples = 1000; ///< of a counter, over the whole time
  [[nodiscard]] static std::size_t thread(std::size_t rank) { return rank + 1; }
  /// Returns the thread that shows the searches of processor `rank`.
  [[nodiscard]] static std::size_t search_thread(const Trace& trace, std::size_t rank) {
    return trace.timelines.size() + thread(rank);
  }

  void event(std::string_view fields) {
    out_ << (std::exchange(first_, false) ? "" : ",\n")
         << fmt::format(R"({{"pid": {}, {}}})", process, fields);
  }

  void name(std::string_view kind, std::string_view fields) {
    event(fmt::format(R"("name": "{}", "ph": "M", {})", kind, fields));
  }

  void write_names(const Trace& trace, const TraceSubject& subject) {
    name("process_name", fmt::format(R"("args": {{"name": {}}})", json_text(subject.title)));
    if (const auto missing = omissions(trace); !missing.empty())
      name("process_labels", fmt::format(R"("args": {{"labels": {}}})",
                                         json_text(fmt::format("{}", fmt::join(missing, "; ")))));
    for (std::size_t rank = 0; rank < trace.timelines.size(); ++rank) {
      name_thread(thread(rank), fmt::format("processor {}", rank), 2 * rank);
      if (!trace.searched.stretches().empty())
        name_thread(search_thread(trace, rank), fmt::format("processor {}: searches", rank),
                    2 * rank + 1);
    }
  }

  void name_thread(std::size_t thread, std::string_view words, std::size_t place) {
    name("thread_name", fmt::format(R"("tid": {}, "args": {{"name": "{}"}})", thread, words));
    name("thread_sort_index",
         fmt::format(R"("tid": {}, "args": {{"sort_index": {}}})", thread, place));
  }

  /// Writes every phase before the states inside it.
  void write_timeline(std::size_t rank, const std::vector<Slice>& slices) {
    const auto phases = phase_slices(slices);
    auto phase = phases.begin();
    for (const auto& [begin, end, state, mixed_over] : slices) {
      if (phase != phases.end() && phase->begin == begin) {
        write_slice(thread(rank), json_text(name_of(phase->phase)), "phase", phase->begin,
                    phase->end, "");
        ++phase;
      }
      write_slice(thread(rank), json_text(name_of(use_of(state))), "state", begin, end,
                  mixed_over == 0 ? ""
                                  : fmt::format(R"(, "args": {{"mixed_over_us": {}}})",
                                                as_microseconds(mixed_over)));
    }
  }

  /// Writes a slice. `name` includes its quotes. `rest`: further fields, each after a comma, or
  /// empty.
  void write_slice(std::size_t thread, std::string_view name, std::string_view category,
                   Nanoseconds begin, Nanoseconds end, std::string_view rest) {
    event(fmt::format(R"("name": {}, "cat": "{}", "ph": "X", "ts": {}, "dur": {}, "tid": {}{})",
                      name, category, as_microseconds(begin), as_microseconds(end - begin), thread,
                      rest));
  }

  /// Writes the searches of root moves, of the replies to them, and of jobs. Those of each
  /// processor are on a thread of their own.
  void write_searches(const Trace& trace, const TraceSubject& subject) {
    std::map<TopLine, std::string> lines;
    for (const auto& stretch : trace.searched.stretches()) {
      const auto rank = static_cast<std::size_t>(stretch.rank);
      const auto end = std::min(nanoseconds(stretch.end), nanoseconds(trace.timelines[rank].end()));
      const auto begin = nanoseconds(stretch.begin);
      if (end <= begin)
        continue;
      auto& line = lines[stretch.line];
      if (line.empty())
        line = fmt::format("{}", fmt::join(subject.line_text(stretch.line), " "));
      write_slice(search_thread(trace, rank),
                  json_text(search_name(stretch, trace.searched.plies(), line)), "search", begin,
                  end, search_arguments(stretch));
    }
  }

  /// Returns the name of a stretch. Nodes more than `plies` moves below the root have no name.
  [[nodiscard]] static std::string search_name(const NodeStretch& stretch, int plies,
                                               const std::string& line) {
    if (stretch.ply > plies)
      return fmt::format("job below {}", line);
    return (stretch.depth ? "" : "below ") + line;
  }

  [[nodiscard]] static std::string search_arguments(const NodeStretch& stretch) {
    if (!stretch.depth)
      return "";
    return fmt::format(R"(, "args": {{"ply": {}, "depth": {}, "job": {}, "ended": "{}"}})",
                       stretch.ply, *stretch.depth, stretch.job, end_text(stretch));
  }

  [[nodiscard]] static std::string_view end_text(const NodeStretch& stretch) {
    if (!stretch.how)
      return stretch.depth <= 0 ? "evaluated" : "left";
    switch (*stretch.how) {
    case NodeEnd::answered:
      return "the table knew the value";
    case NodeEnd::cut_off:
      return "cut-off";
    case NodeEnd::searched:
      break;
    }
    return "all sons searched";
  }

  void write_counters(const Trace& trace) {
    const double end = end_of(trace);
    if (end == 0)
      return;
    std::vector<Shares> all(samples);
    for (const auto& timeline : trace.timelines) {
      const auto own = in_intervals(timeline, end, samples);
      for (std::size_t i = 0; i < samples; ++i)
        std::transform(own[i].uses.begin(), own[i].uses.end(), all[i].uses.begin(),
                       all[i].uses.begin(), std::plus());
    }
    const double width = end / static_cast<double>(samples);
    write_counter("processors that work", width, samples, [&](std::size_t i) {
      return fmt::format(R"("work": {:.3f}, "wasted work": {:.3f})", all[i].in(Use::work) / width,
                         all[i].in(Use::wasted_work) / width);
    });
    const auto& counts = trace.accesses.counts();
    const double interval = trace.accesses.interval();
    write_counter("table accesses a second", interval, counts.size(), [&](std::size_t i) {
      return fmt::format(R"("accesses": {:.0f})", static_cast<double>(counts[i]) / interval);
    });
  }

  /// Writes the values of a counter in successive intervals of `interval` seconds, where the values
  /// change.
  template <class Values>
  void write_counter(std::string_view name, double interval, std::size_t count, Values values) {
    std::string before;
    for (std::size_t i = 0; i < count; ++i) {
      auto now = values(i);
      if (now != before)
        event(fmt::format(R"("name": "{}", "ph": "C", "ts": {}, "args": {{{}}})", name,
                          as_microseconds(nanoseconds(interval * static_cast<double>(i))), now));
      before = std::move(now);
    }
  }

  /// Writes one end of a message's arrow. `kind`: s for the sender's end, f for the receiver's.
  /// Viewers attach the end to the slice at its time.
  void write_end_of_message(char kind, const MessageLog::Entry& message, int rank, double time) {
    event(fmt::format(R"("name": "message", "cat": "message", "ph": "{}"{}, "id": {}, "ts": {}, )"
                      R"("tid": {}, "args": {{"bytes": {}}})",
                      kind, kind == 'f' ? R"(, "bp": "e")" : "", message.ordinal,
                      as_microseconds(nanoseconds(time)), thread(static_cast<std::size_t>(rank)),
                      message.bytes));
  }

  std::ostream& out_;
  bool first_ = true;
};

} // namespace

void write_trace_events(std::ostream& out, const Trace& trace, const TraceSubject& subject) {
  TraceEventWriter(out).write(trace, subject);
}

} // namespace eldest
