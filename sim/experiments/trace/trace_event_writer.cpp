#include "sim/experiments/trace/writers.hpp"

#include "sim/experiments/json.hpp"
#include "sim/experiments/trace/slices.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace eldest {
namespace {

std::string quoted(const std::string& text) { return serialize(Json(text)); }

class TraceEventWriter {
public:
  explicit TraceEventWriter(std::ostream& out) : out_(out) {}

  void write(const Trace& trace, const TraceSubject& subject) {
    out_ << fmt::format(
        "{{\"displayTimeUnit\": \"ms\",\n\"otherData\": {{\"title\": {}, \"omissions\": "
        "{}}},\n\"traceEvents\": [\n",
        quoted(subject.title), quoted(fmt::format("{}", fmt::join(omissions(trace), "; "))));
    write_names(trace, subject);
    for (std::size_t rank = 0; rank < trace.timelines.size(); ++rank)
      write_timeline(rank, slices(trace.timelines[rank]));
    for (const auto& message : received_messages(trace)) {
      write_end_of_message('s', message, message.from, message.sent);
      write_end_of_message('f', message, message.to, message.arrived);
    }
    for (const auto& [time, text] : subject.marks)
      event(fmt::format(R"("name": {}, "cat": "mark", "ph": "i", "s": "g", "ts": {}, "tid": {})",
                        quoted(text), as_microseconds(nanoseconds(time)), thread(0)));
    out_ << "\n]}\n";
  }

private:
  // Process and thread 0 are the idle task's in Perfetto.
  static constexpr int process = 1;
  [[nodiscard]] static std::size_t thread(std::size_t rank) { return rank + 1; }

  void event(std::string_view fields) {
    out_ << (std::exchange(first_, false) ? "" : ",\n")
         << fmt::format(R"({{"pid": {}, {}}})", process, fields);
  }

  void name(std::string_view kind, std::string_view fields) {
    event(fmt::format(R"("name": "{}", "ph": "M", {})", kind, fields));
  }

  void write_names(const Trace& trace, const TraceSubject& subject) {
    name("process_name", fmt::format(R"("args": {{"name": {}}})", quoted(subject.title)));
    if (const auto missing = omissions(trace); !missing.empty())
      name("process_labels", fmt::format(R"("args": {{"labels": {}}})",
                                         quoted(fmt::format("{}", fmt::join(missing, "; ")))));
    for (std::size_t rank = 0; rank < trace.timelines.size(); ++rank) {
      name("thread_name",
           fmt::format(R"("tid": {}, "args": {{"name": "processor {}"}})", thread(rank), rank));
      name("thread_sort_index",
           fmt::format(R"("tid": {}, "args": {{"sort_index": {}}})", thread(rank), rank));
    }
  }

  /// Every phase goes before the states inside it.
  void write_timeline(std::size_t rank, const std::vector<Slice>& slices) {
    const auto phases = phase_slices(slices);
    auto phase = phases.begin();
    for (const auto& [begin, end, state, mixed_over] : slices) {
      if (phase != phases.end() && phase->begin == begin) {
        write_slice(rank, name_of(phase->phase), "phase", phase->begin, phase->end, "");
        ++phase;
      }
      write_slice(rank, name_of(state.category), "state", begin, end,
                  mixed_over == 0 ? ""
                                  : fmt::format(R"(, "args": {{"mixed_over_us": {}}})",
                                                as_microseconds(mixed_over)));
    }
  }

  void write_slice(std::size_t rank, std::string_view name, std::string_view category,
                   Nanoseconds begin, Nanoseconds end, std::string_view rest) {
    event(fmt::format(R"("name": "{}", "cat": "{}", "ph": "X", "ts": {}, "dur": {}, "tid": {}{})",
                      name, category, as_microseconds(begin), as_microseconds(end - begin),
                      thread(rank), rest));
  }

  /// An arrow binds to the slices that its ends are in.
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
