// The text of trace files. A change in it affects every reader of these files.

#include "sim/experiments/trace/writers.hpp"

#include "sim/experiments/trace/trace_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/files.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/trace_checks.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using namespace eldest;

namespace {

/// Fills a trace in which processor 1 helps for a while, and processor 0 stops earlier.
void fill_small(Trace& trace) {
  trace.timeline(0).add(1e-3, {Phase::searching, &TimeAccount::work});
  trace.timeline(0).add(1.0025e-3, {Phase::searching, &TimeAccount::communication});
  trace.timeline(1).add(1.01e-3, {Phase::searching, &TimeAccount::idle});
  trace.timeline(1).add(1.5e-3, {Phase::helping, &TimeAccount::work});
  trace.timeline(1).add(2e-3, {Phase::helping, &TimeAccount::idle});
  trace.messages.sent(0, 1, 0, 24, 1e-3);
  trace.messages.arrived(0, 1, 0, 1.01e-3);
  trace.messages.sent(1, 0, 0, 8, 1.5e-3);
  trace.messages.arrived(1, 0, 0, 1.6e-3); // after the end of its receiver
}

const TraceSubject subject{"a \"test\"", {{1.25e-3, "depth 1: value -7"}}};

using Write = void(std::ostream&, const Trace&, const TraceSubject&);

std::string written(Write* write, const Trace& trace, const TraceSubject& of = subject) {
  std::ostringstream out;
  write(out, trace, of);
  return out.str();
}

std::string small_trace(Write* write) {
  Trace trace(2);
  fill_small(trace);
  return written(write, trace);
}

/// Writes a trace in which processor 0 searches 14 moves of the root, for a millisecond each. A
/// sequential search would make the first two of these visits, and a visit that is not made here.
/// Processor 1 has a job below the first move.
std::string searched_trace(Write* write) {
  Trace trace(2);
  VisitTally alone;
  for (const Key key : {101U, 102U, 999U})
    alone.add(key, 3);
  trace.searched.compare_with(alone);
  double now = 0;
  auto& first = trace.search(0);
  first.set_clock([&] { return now; });
  for (Key key = 101; key <= 114; ++key) {
    first.visit({key, 3, 1});
    const double work = key == 114 ? 0.1e-3 : 1e-3;
    first.worked(work);
    trace.timeline(0).add(now + work, {Phase::searching, &TimeAccount::work, first.is_wasted()});
    now = 1e-3 * static_cast<double>(key - 100);
    trace.timeline(0).add(now, {Phase::searching, &TimeAccount::idle});
    if (key == 101)
      first.end(key, 3, NodeEnd::cut_off);
  }
  first.close();
  auto& second = trace.search(1);
  now = 0;
  second.set_clock([&] { return now; });
  second.take_up({101, 0});
  second.visit({50, 2, 4});
  now = 2e-3;
  second.end(50, 2, NodeEnd::searched);
  second.close();
  trace.timeline(1).add(14e-3, {Phase::searching, &TimeAccount::communication});
  return written(write, trace, {"a search", {}, [](const TopLine& line) {
                                  return std::vector<std::string>{fmt::format("move {}", line[0])};
                                }});
}

/// Writes a trace of short steps of work and communication, with a long wait and many messages
/// between them.
std::string coarse_trace(Write* write) {
  Trace trace(2, {.cells = 40, .messages = 10});
  for (int i = 0; i < 1000; ++i) {
    const double time = 1e-6 * i;
    const auto phase = i % 10 < 3 ? Phase::deferred : Phase::searching;
    trace.timeline(0).add(time + 0.7e-6, {phase, &TimeAccount::work});
    trace.timeline(0).add(time + 1e-6, {phase, &TimeAccount::communication});
    trace.messages.sent(0, 1, static_cast<std::uint64_t>(i), 8, time);
    trace.messages.arrived(0, 1, static_cast<std::uint64_t>(i), time + 0.1e-6);
  }
  trace.timeline(1).add(1e-3, {Phase::searching, &TimeAccount::idle});
  return written(write, trace);
}

void check_coarse_trace(const test::ReadTrace& read) {
  CHECK(read.accounts[0].work == Approx(700e-6).margin(1e-7));
  CHECK(read.accounts[0].communication == Approx(300e-6).margin(1e-7));
  CHECK(read.accounts[1].idle == Approx(1e-3));
  CHECK(read.phases.at("deferred search") == Approx(300e-6).margin(1e-6));
  CHECK(read.messages > 0);
  CHECK(read.messages <= 10);
  CHECK_THAT(read.omissions, Catch::Contains("us are shown by their shares of cells") &&
                                 Catch::Contains("1 of every 128 messages is shown"));
}

} // namespace

TEST_CASE("names with anything in them leave every kind of trace well-formed") {
  Trace trace(2);
  fill_small(trace);
  const TraceSubject odd{"a\n7 \"b\" <c> & \x1b \xff", {{1.25e-3, "d\n\"e\" <f> & \x01 \xff"}}};
  const auto paje = test::check_paje(written(write_paje, trace, odd), 2);
  REQUIRE(paje.marks.size() == 1);
  CHECK(paje.marks[0].second == "d\\n'e' <f> & \\x01 \\xff");
  const auto events = test::check_trace_events(written(write_trace_events, trace, odd), 2);
  CHECK(events.title == "a\n7 \"b\" <c> & \x1b \xEF\xBF\xBD");
  const auto svg = written(write_svg, trace, odd);
  CHECK_THAT(svg, Catch::Contains("a\\n7 \"b\" &lt;c&gt; &amp; \\x1b \\xff<"));
  CHECK(std::none_of(svg.begin(), svg.end(),
                     [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n'; }));
}

TEST_CASE("a picture shows as much of a long title as there is room for") {
  Trace trace(2);
  fill_small(trace);
  const std::string title(200, 'x');
  const auto svg = written(write_svg, trace, {title, {}});
  CHECK_THAT(svg, Catch::Contains("<title>" + title + "</title>"));
  CHECK_THAT(svg, Catch::Contains(">" + std::string(110, 'x') + "…</text>"));
}

TEST_CASE("a trace is written in the Trace Event Format") {
  CHECK(small_trace(write_trace_events) == R"({"displayTimeUnit": "ms",
"otherData": {"title": "a \"test\"", "totals": "the processors' time: work 49.6 %, communication 0.1 %, idle 50.3 %", "omissions": ""},
"traceEvents": [
{"pid": 1, "name": "process_name", "ph": "M", "args": {"name": "a \"test\""}},
{"pid": 1, "name": "thread_name", "ph": "M", "tid": 1, "args": {"name": "processor 0"}},
{"pid": 1, "name": "thread_sort_index", "ph": "M", "tid": 1, "args": {"sort_index": 0}},
{"pid": 1, "name": "thread_name", "ph": "M", "tid": 2, "args": {"name": "processor 1"}},
{"pid": 1, "name": "thread_sort_index", "ph": "M", "tid": 2, "args": {"sort_index": 2}},
{"pid": 1, "name": "work", "cat": "state", "ph": "X", "ts": 0.000, "dur": 1000.000, "tid": 1},
{"pid": 1, "name": "communication", "cat": "state", "ph": "X", "ts": 1000.000, "dur": 2.500, "tid": 1},
{"pid": 1, "name": "idle", "cat": "state", "ph": "X", "ts": 0.000, "dur": 1010.000, "tid": 2},
{"pid": 1, "name": "helping", "cat": "phase", "ph": "X", "ts": 1010.000, "dur": 990.000, "tid": 2},
{"pid": 1, "name": "work", "cat": "state", "ph": "X", "ts": 1010.000, "dur": 490.000, "tid": 2},
{"pid": 1, "name": "idle", "cat": "state", "ph": "X", "ts": 1500.000, "dur": 500.000, "tid": 2},
{"pid": 1, "name": "processors that work", "ph": "C", "ts": 0.000, "args": {"work": 1.000, "wasted work": 0.000}},
{"pid": 1, "name": "processors that work", "ph": "C", "ts": 1000.000, "args": {"work": 0.000, "wasted work": 0.000}},
{"pid": 1, "name": "processors that work", "ph": "C", "ts": 1010.000, "args": {"work": 1.000, "wasted work": 0.000}},
{"pid": 1, "name": "processors that work", "ph": "C", "ts": 1500.000, "args": {"work": 0.000, "wasted work": 0.000}},
{"pid": 1, "name": "message", "cat": "message", "ph": "s", "id": 0, "ts": 1000.000, "tid": 1, "args": {"bytes": 24}},
{"pid": 1, "name": "message", "cat": "message", "ph": "f", "bp": "e", "id": 0, "ts": 1010.000, "tid": 2, "args": {"bytes": 24}},
{"pid": 1, "name": "depth 1: value -7", "cat": "mark", "ph": "i", "s": "g", "ts": 1250.000, "tid": 1}
]}
)");
}

TEST_CASE("a trace is written in Paje") {
  const auto text = small_trace(write_paje);
  const auto body = text.find("0 Machine 0");
  REQUIRE(body != std::string::npos);
  CHECK(text.substr(body) == R"(0 Machine 0 "machine"
0 Processor Machine "processor"
1 Activity Processor "activity"
1 Phase Processor "phase"
2 Mark Machine "mark"
3 Message Machine Processor Processor "message"
4 "work" Activity "work" "0.00 0.24 0.47"
4 "wasted work" Activity "wasted work" "0.94 0.63 0.16"
4 "communication" Activity "communication" "0.78 0.31 0.55"
4 "idle" Activity "idle" "0.63 0.63 0.63"
4 "deferred search" Phase "deferred search" "0.25 0.45 0.80"
4 "helping" Phase "helping" "0.60 0.35 0.70"
4 "searching ahead" Phase "searching ahead" "0.45 0.70 0.40"
4 "repeated search" Phase "repeated search" "0.80 0.55 0.25"
5 0.000000000 machine Machine 0 "machine"
5 0.000000000 p0 Processor machine "processor 0"
5 0.000000000 p1 Processor machine "processor 1"
7 0.000000000 Activity p0 "work" 0.000000000
7 0.000000000 Activity p1 "idle" 0.000000000
7 0.001000000 Activity p0 "communication" 0.000000000
10 0.001000000 Message machine p0 message 0 24
6 0.001002500 Processor p0
8 0.001010000 Phase p1 "helping"
7 0.001010000 Activity p1 "work" 0.000000000
11 0.001010000 Message machine p1 message 0
12 0.001250000 Mark machine "depth 1: value -7"
7 0.001500000 Activity p1 "idle" 0.000000000
9 0.002000000 Phase p1
6 0.002000000 Processor p1
6 0.002000000 Machine machine
)");
}

TEST_CASE("a trace that had to be made coarser says so, and keeps its sums") {
  check_coarse_trace(test::check_trace_events(coarse_trace(write_trace_events), 2));
  check_coarse_trace(test::check_paje(coarse_trace(write_paje), 2));
}

TEST_CASE("a trace goes to a file that can be written, in the format of its extension") {
  CHECK_THROWS_AS(TraceFile("trace.txt"), InputError);
  CHECK_THROWS_AS(TraceFile("/no/such/folder/trace.json"), RunError);
}

TEST_CASE("a trace is added only to a page that was written before") {
  const test::TemporaryFile file("<html></html>", ".html");
  Trace trace(1);
  CHECK_THROWS_AS(TraceFile(file.path(), TraceWriting::beside).write(trace, subject), RunError);
  TraceFile(file.path()).write(trace, subject);
  TraceFile(file.path(), TraceWriting::beside).write(trace, subject);
  CHECK_THAT(test::read(file.path()), Catch::Contains("a \\\"test\\\""));
}

TEST_CASE("a picture has the states of every processor as far as its timeline goes") {
  const auto svg = small_trace(write_svg);
  CHECK_THAT(svg, Catch::StartsWith("<svg ") && Catch::EndsWith("</svg>\n"));
  const auto has = [&](const std::string& part) { return svg.find(part) != std::string::npos; };
  CHECK(has(">a \"test\"</text>"));
  CHECK(has(">depth 1</text>"));
  CHECK(has(">helping</text>"));
  CHECK_FALSE(has("deferred"));
  // 900 columns show 2 ms. Processor 0 works for half of them. Processor 1 waits until 1.01 ms,
  // helps until 1.5 ms, and waits again.
  CHECK(has("<rect x=\"96\" y=\"240.00\" width=\"450\" height=\"17.00\" fill=\"#003c78\"/>"));
  CHECK(has("<rect x=\"96\" y=\"258.00\" width=\"454\" height=\"17.00\" fill=\"#a0a0a0\"/>"));
  CHECK(has("<rect x=\"551\" y=\"258.00\" width=\"220\" height=\"17.00\" fill=\"#003c78\"/>"));
  CHECK(has("height=\"5.10\" fill=\"#cc79a7\"/>")); // helping
  CHECK(has("<rect x=\"771\" y=\"258.00\" width=\"225\" height=\"17.00\" fill=\"#a0a0a0\"/>"));
}

TEST_CASE("a picture shows who searched below the moves of the root") {
  const auto svg = searched_trace(write_svg);
  const auto has = [&](const std::string& part) { return svg.find(part) != std::string::npos; };
  CHECK(has(">useful work: one processor would do it, too</text>"));
  CHECK(has("useful work 7.1 %, wasted work 39.6 %, communication 50.0 %, idle 3.2 %"));
  CHECK(has(">15 visits of nodes, 86.7 % of them wasted; 3 by one processor, 33.3 % of them "
            "not made here</text>"));
  // Each of 14 moves is searched for 1 ms, and 12 of them are shown. All have 1/14 of the work
  // except the last, in which the processor is idle for most of the time.
  CHECK(has("2 more moves, with 8.4 % of it, are left out."));
  CHECK(has(">move 101</text>"));
  CHECK(has(">move 112</text>"));
  CHECK_FALSE(has(">move 113</text>"));
  CHECK_FALSE(has(">move 114</text>"));
  CHECK(has(">7.6 %</text>"));
  // The line of processor 0 in the row of the first move, for the first 14th of the time.
  CHECK(has("<rect x=\"96\" y=\"406.00\" width=\"64\" height=\"16.00\" fill=\"#440154\"/>"));
}

TEST_CASE("slices show what was searched, and how that ended") {
  const auto text = searched_trace(write_trace_events);
  CHECK_THAT(text,
             Catch::Contains(R"({"pid": 1, "name": "thread_name", "ph": "M", "tid": 3, )"
                             R"("args": {"name": "processor 0: searches"}})") &&
                 Catch::Contains(R"({"pid": 1, "name": "move 101", "cat": "search", "ph": "X", )"
                                 R"("ts": 0.000, "dur": 1000.000, "tid": 3, "args": {"ply": 1, )"
                                 R"("depth": 3, "job": false, "ended": "cut-off"}})") &&
                 Catch::Contains(R"("name": "move 114", "cat": "search", "ph": "X", )"
                                 R"("ts": 13000.000, "dur": 1000.000, "tid": 3, "args": )"
                                 R"({"ply": 1, "depth": 3, "job": false, "ended": "left"}})") &&
                 Catch::Contains(R"({"pid": 1, "name": "job below move 101", "cat": "search", )"
                                 R"("ph": "X", "ts": 0.000, "dur": 2000.000, "tid": 4, "args": )"
                                 R"({"ply": 4, "depth": 2, "job": true, )"
                                 R"("ended": "all sons searched"}})") &&
                 Catch::Contains(R"("name": "below move 101", "cat": "search")"));
  const auto read = test::check_trace_events(text, 2);
  CHECK(read.searches == 16);
}

TEST_CASE("a picture of a trace with merged cells mixes the colours") {
  const auto svg = coarse_trace(write_svg);
  CHECK_THAT(svg, Catch::Contains(">deferred search</text>"));
  CHECK_THAT(svg, Catch::Contains("fill=\"#a0a0a0\""));
}
