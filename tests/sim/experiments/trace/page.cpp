// Pages of traces. What a browser makes of them is tested by tests/pages/watch.py.

#include "sim/experiments/trace/number_column.hpp"
#include "sim/experiments/trace/writers.hpp"
#include "sim/system/json.hpp"
#include "tests/support/catch.hpp"

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace eldest;

namespace {

/// Returns the bytes that base64 stands for.
std::string bytes_of(std::string_view text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  REQUIRE(text.size() % 4 == 0);
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    const auto digit = digits.find(c);
    REQUIRE(digit != std::string_view::npos);
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xff);
    }
  }
  return bytes;
}

/// Returns the numbers of a column from its text.
std::vector<std::uint64_t> numbers_of(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  std::uint64_t number = 0;
  int shift = 0;
  for (const char c : bytes_of(text)) {
    const auto byte = static_cast<unsigned char>(c);
    number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    shift += 7;
    if (byte < 0x80) {
      numbers.push_back(number);
      number = 0;
      shift = 0;
    }
  }
  CHECK(shift == 0);
  return numbers;
}

using Numbers = std::vector<std::uint64_t>;

/// Returns the data of the searches on a page.
std::vector<Json> searches_of(const std::string& page) {
  constexpr std::string_view begin = "<script type=\"application/json\">";
  std::vector<Json> searches;
  for (auto at = page.find(begin); at != std::string::npos; at = page.find(begin, at + 1)) {
    const auto from = at + begin.size();
    searches.push_back(Json::parse(page.substr(from, page.find("</script>", from) - from)));
  }
  return searches;
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

/// Fills a trace in which processor 0 works for 1 ms, half of it wasted, and searches two nodes.
/// Processor 1 is idle, and then has a job below the second node.
void fill(Trace& trace) {
  trace.timeline(0).add(0.5e-3, {Phase::searching, &TimeAccount::work});
  trace.timeline(0).add(1e-3, {Phase::searching, &TimeAccount::work, true});
  trace.timeline(1).add(0.6e-3, {Phase::searching, &TimeAccount::idle});
  trace.timeline(1).add(1e-3, {Phase::helping, &TimeAccount::communication});
  double now = 0;
  auto& first = trace.search(0);
  first.set_clock([&] { return now; });
  first.visit({101, 3, 1, -infinity, infinity});
  now = 0.2e-3;
  first.visit({102, 2, 2, -7, -6});
  now = 0.9e-3;
  first.end(102, 2, NodeEnd::cut_off);
  now = 1e-3;
  first.close();
  auto& second = trace.search(1);
  second.set_clock([&] { return now; });
  now = 0.6e-3;
  second.take_up({101, 102, 103, 104});
  second.visit({105, 1, 5, 6, 9});
  now = 1e-3;
  second.close();
}

TraceSubject subject_named(const std::string& title) {
  return {title,
          {{1e-3, "depth 1: value 5"}},
          [](const TopLine& line) {
            std::vector<std::string> moves;
            for (std::size_t i = 0; i < line.size() && line[i] != 0; ++i)
              moves.push_back("m" + std::to_string(line[i]));
            return moves;
          },
          "abdada"};
}

std::string page_named(const std::string& title) {
  Trace trace(2, {.plies = 4});
  fill(trace);
  std::ostringstream out;
  write_page(out, trace, subject_named(title));
  return out.str();
}

} // namespace

TEST_CASE("numbers in a column take as many bytes as they need") {
  NumberColumn column;
  for (const std::uint64_t number : {0ULL, 127ULL, 128ULL, 300ULL, 1ULL << 40, ~0ULL})
    column.add(number);
  CHECK(numbers_of(column.text()) == Numbers{0, 127, 128, 300, 1ULL << 40, ~0ULL});
  NumberColumn with_signs;
  for (const std::int64_t number : {0, -1, 1, -2, -1000})
    with_signs.add_signed(number);
  CHECK(numbers_of(with_signs.text()) == Numbers{0, 1, 2, 3, 1999});
}

TEST_CASE("base64 is that of RFC 4648") {
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64("\xff\xfe\xfd") == "//79");
}

TEST_CASE("a page has the states of every processor, and what it searched") {
  const auto page = page_named("a search");
  const auto searches = searches_of(page);
  REQUIRE(searches.size() == 1);
  const auto& data = searches[0];
  CHECK(data["title"] == "a search");
  CHECK(data["algorithm"] == "abdada");
  CHECK(data["time_unit"] == 1);
  CHECK(data["tells_waste"] == false);
  CHECK(data["marks"] == Json::parse(R"([[1000000, "depth 1: value 5"]])"));
  // Pairs of a length in ns and a state: a phase times 4, and a use.
  CHECK(numbers_of(data["states"][0].get<std::string>()) == Numbers{500'000, 0, 500'000, 1});
  CHECK(numbers_of(data["states"][1].get<std::string>()) == Numbers{600'000, 3, 400'000, 10});
  CHECK(data["moves"] == Json::parse(R"(["m101", "m102", "m103", "m104"])"));
  CHECK(numbers_of(data["fathers"].get<std::string>()) == Numbers{1, 1, 1, 1});
  CHECK(numbers_of(data["node_moves"].get<std::string>()) == Numbers{0, 1, 2, 3});
  CHECK(data["values"] == Json::parse(R"(["−∞", "∞", "-7", "-6", "6", "9"])"));
  // The time since the last beginning, the length, twice the step to the node, the end, the depth
  // twice, alpha, beta, and 1 for a null window.
  CHECK(numbers_of(data["searches"][0].get<std::string>()) ==
        Numbers{0, 1'000'000, 2, 0, 6, 0, 1, 0, 200'000, 700'000, 2, 2, 4, 2, 3, 1});
  // The line above the job, which was visited elsewhere; then the job, at ply 5.
  const auto second = numbers_of(data["searches"][1].get<std::string>());
  REQUIRE(second.size() == 4 * 4 + 9);
  CHECK(Numbers(second.begin(), second.begin() + 4) == Numbers{600'000, 400'000, 2, 5});
  CHECK(Numbers(second.end() - 9, second.end()) == Numbers{0, 400'000, 0, 24, 5, 2, 4, 5, 0});
}

TEST_CASE("no text ends the elements of a page") {
  const auto plain = page_named("a search");
  const auto odd = page_named("</script><script>alert(1)</script> {{script}} <!-- \"\xff\x01");
  for (const auto* const part : {"<script", "</script", "<!--", "alert(1)"})
    CHECK(count(odd, part) == count(plain, part) + (std::string_view(part) == "alert(1)" ? 1 : 0));
  CHECK(searches_of(odd)[0]["title"] ==
        "</script><script>alert(1)</script> {{script}} <!-- \"\xEF\xBF\xBD\x01");
}

TEST_CASE("a page needs nothing else, and says so to the browser") {
  const auto page = page_named("a search");
  CHECK_THAT(page, Catch::Contains("http-equiv=\"Content-Security-Policy\" "
                                   "content=\"default-src 'none'; script-src 'sha256-"));
  for (const auto* const part : {"http://", "https://", " src=", "@import", "url("})
    CHECK(count(page, part) == (std::string_view(part) == "http://" ? 1 : 0)); // the name of SVG
  CHECK(page.find("{{") == std::string::npos);
  CHECK(page.size() < 100'000);
}

TEST_CASE("a second search comes beside the first on a page") {
  Trace trace(2, {.plies = 4});
  fill(trace);
  const auto both = with_search(page_named("one"), trace, subject_named("other"));
  const auto searches = searches_of(both);
  REQUIRE(searches.size() == 2);
  CHECK(searches[0]["title"] == "one");
  CHECK(searches[1]["title"] == "other");
  CHECK(with_search("<html></html>", trace, subject_named("other")).empty());
}

TEST_CASE("the times on a page of a long search are in a longer unit") {
  Trace trace(1);
  trace.timeline(0).add(1.0, {Phase::searching, &TimeAccount::work});
  trace.timeline(0).add(1.0 + 4e-8, {Phase::searching, &TimeAccount::communication}); // too short
  trace.timeline(0).add(2.0, {Phase::searching, &TimeAccount::idle});
  std::ostringstream out;
  write_page(out, trace, {});
  const auto data = searches_of(out.str()).front();
  CHECK(data["time_unit"] == 100);
  CHECK(numbers_of(data["states"][0].get<std::string>()) == Numbers{10'000'000, 0, 10'000'000, 3});
}

TEST_CASE("a cell of several states has their times on a page") {
  Trace trace(1, {.cells = 20});
  for (int i = 0; i < 1000; ++i) {
    trace.timeline(0).add(1e-6 * i + 0.7e-6, {Phase::searching, &TimeAccount::work});
    trace.timeline(0).add(1e-6 * (i + 1), {Phase::deferred, &TimeAccount::communication});
  }
  std::ostringstream out;
  write_page(out, trace, {});
  const auto data = searches_of(out.str()).front();
  CHECK_THAT(data["omissions"].dump(), Catch::Contains("are shown by their shares of cells"));
  const auto states = numbers_of(data["states"][0].get<std::string>());
  std::vector<std::uint64_t> times(20);
  for (std::size_t at = 0; at < states.size();) {
    const auto length = states[at++];
    if (states[at] != 20) {
      times.at(states[at++]) += length;
      continue;
    }
    const auto parts = states.at(at + 1);
    at += 2;
    std::uint64_t whole = 0;
    for (std::size_t part = 0; part < parts; ++part, at += 2) {
      times.at(states.at(at)) += states.at(at + 1);
      whole += states.at(at + 1);
    }
    CHECK(whole == length);
  }
  CHECK(times[0] == Approx(700'000).margin(100));
  CHECK(times[6] == Approx(300'000).margin(100));
}
