#include "sim/experiments/trace/writers.hpp"

#include "sim/experiments/trace/slices.hpp"
#include "trees/base/one_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace eldest {
namespace {

/// The events used, with their fields, and the types of the containers, states, links and events in
/// the file.
constexpr std::string_view definitions = R"(%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineEventType 2
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 3
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeDefineEntityValue 4
% Alias string
% Type string
% Name string
% Color color
%EndEventDef
%EventDef PajeCreateContainer 5
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajeDestroyContainer 6
% Time date
% Type string
% Name string
%EndEventDef
%EventDef PajeSetState 7
% Time date
% Type string
% Container string
% Value string
% MixedOver double
%EndEventDef
%EventDef PajePushState 8
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePopState 9
% Time date
% Type string
% Container string
%EndEventDef
%EventDef PajeStartLink 10
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
% Bytes int
%EndEventDef
%EventDef PajeEndLink 11
% Time date
% Type string
% Container string
% EndContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajeNewEvent 12
% Time date
% Type string
% Container string
% Value string
%EndEventDef
0 Machine 0 "machine"
0 Processor Machine "processor"
1 Activity Processor "activity"
1 Phase Processor "phase"
2 Mark Machine "mark"
3 Message Machine Processor Processor "message"
)";

/// Returns a text for use in quotes. Replaces its double quotes by single ones, because Paje cannot
/// escape them.
std::string without_quotes(std::string_view text) {
  auto line = on_one_line(text);
  std::ranges::replace(line, '"', '\'');
  return line;
}

/// Writes all lines in order of time, and lines of the same time in the order of `Kind`.
class PajeWriter {
public:
  explicit PajeWriter(std::ostream& out) : out_(out) {}

  void write(const Trace& trace, const TraceSubject& subject) {
    out_ << "# " << on_one_line(subject.title) << '\n';
    for (const auto& line : totals(trace))
      out_ << "# " << line << '\n';
    for (const auto& omission : omissions(trace))
      out_ << "# " << omission << '\n';
    out_ << definitions;
    define_values("Activity", use_looks);
    define_values("Phase", phase_looks);
    add(0, Kind::creation, fmt::format("5 {} machine Machine 0 \"machine\"", as_seconds(0)));
    for (std::size_t rank = 0; rank < trace.timelines.size(); ++rank)
      add_processor(rank, trace.timelines[rank]);
    for (const auto& message : received_messages(trace))
      add_message(message);
    for (const auto& [time, text] : subject.marks)
      add(nanoseconds(time), Kind::mark,
          fmt::format("12 {} Mark machine \"{}\"", as_seconds(nanoseconds(time)),
                      without_quotes(text)));
    write_events();
  }

private:
  enum class Kind : std::uint8_t {
    creation,
    pop,
    push,
    state,
    departure,
    arrival,
    mark,
    destruction,
  };

  struct Event {
    Nanoseconds time;
    Kind kind;
    std::string line;
  };

  template <class Looks> void define_values(std::string_view type, const Looks& looks) {
    for (const auto& [name, colour] : looks) {
      if (!name.empty())
        out_ << fmt::format("4 \"{}\" {} \"{}\" \"{}\"\n", name, type, name, colour);
    }
  }

  void add(Nanoseconds time, Kind kind, std::string line) {
    events_.push_back({time, kind, std::move(line)});
  }

  void add_processor(std::size_t rank, const Timeline& timeline) {
    add(0, Kind::creation,
        fmt::format("5 {} p{} Processor machine \"processor {}\"", as_seconds(0), rank, rank));
    const auto states = slices(timeline);
    for (const auto& [begin, end, phase] : phase_slices(states)) {
      add(begin, Kind::push,
          fmt::format("8 {} Phase p{} \"{}\"", as_seconds(begin), rank, name_of(phase)));
      add(end, Kind::pop, fmt::format("9 {} Phase p{}", as_seconds(end), rank));
    }
    for (const auto& [begin, end, state, mixed_over] : states)
      add(begin, Kind::state,
          fmt::format("7 {} Activity p{} \"{}\" {}", as_seconds(begin), rank,
                      name_of(use_of(state)), as_seconds(mixed_over)));
    const auto end = nanoseconds(timeline.end());
    add(end, Kind::destruction, fmt::format("6 {} Processor p{}", as_seconds(end), rank));
  }

  void add_message(const MessageLog::Entry& message) {
    const auto sent = nanoseconds(message.sent);
    const auto arrived = nanoseconds(message.arrived);
    add(sent, Kind::departure,
        fmt::format("10 {} Message machine p{} message {} {}", as_seconds(sent), message.from,
                    message.ordinal, message.bytes));
    add(arrived, Kind::arrival,
        fmt::format("11 {} Message machine p{} message {}", as_seconds(arrived), message.to,
                    message.ordinal));
  }

  void write_events() {
    std::stable_sort(events_.begin(), events_.end(), [](const Event& left, const Event& right) {
      return std::tie(left.time, left.kind) < std::tie(right.time, right.kind);
    });
    for (const auto& event : events_)
      out_ << event.line << '\n';
    out_ << fmt::format("6 {} Machine machine\n", as_seconds(events_.back().time));
  }

  std::ostream& out_;
  std::vector<Event> events_;
};

} // namespace

void write_paje(std::ostream& out, const Trace& trace, const TraceSubject& subject) {
  PajeWriter(out).write(trace, subject);
}

} // namespace eldest
