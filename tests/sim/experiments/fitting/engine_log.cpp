#include "sim/experiments/fitting/engine_log.hpp"

#include "sim/experiments/json.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <string>
#include <utility>
#include <vector>

namespace eldest {
namespace {

EngineLog parse(std::string_view text) { return parse_engine_log(text, "my.log"); }

std::string error_of_log(std::string_view text) {
  try {
    static_cast<void>(parse(text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST_CASE("a log in CSV has what was counted in each iteration alone") {
  const auto log = parse("# of my engine\n"
                         "position, depth,nodes,quiescence,cutoffs,first_cutoffs,value,seconds\r\n"
                         "\n"
                         "a,1,30,10,4,3,12,0.25\n"
                         "a,2,130,40,24,21,-8,0.75\n"
                         "b,3,50,,,,,\n"
                         "b,4,80,7,,,-1.5,1\n");
  REQUIRE(log.size() == 2);
  CHECK(log[0].position == "a");
  REQUIRE(log[0].iterations.size() == 2);
  CHECK(log[0].iterations[0].nodes == 20);
  const auto& second = log[0].iterations[1];
  CHECK(second.depth == 2);
  CHECK(second.nodes == 70);
  CHECK(second.quiescence == 30);
  CHECK(second.cutoffs == 20);
  CHECK(second.first_move_cutoffs == 18);
  CHECK(second.value == -8);
  CHECK(second.seconds == 0.5);
  CHECK(!second.expanded);
  const auto& last = log[1].iterations.back();
  CHECK(log[1].iterations.front().nodes == 50);
  CHECK(last.depth == 4);
  CHECK(last.nodes == 30); // their number in quiescence search is unknown
  CHECK(!last.quiescence);
  CHECK(last.value == -1.5);
}

TEST_CASE("the last line of a position for a depth counts") {
  const auto log = parse("position,depth,nodes\na,1,10\na,2,30\na,2,45\na,3,100\n");
  REQUIRE(log.front().iterations.size() == 3);
  CHECK(log.front().iterations[1].nodes == 35);
  CHECK(log.front().iterations[2].nodes == 55);
}

TEST_CASE("mistakes in a log are told with their line") {
  const std::string head = "position,depth,nodes,moves,expanded,cutoffs,first_cutoffs,quiescence\n";
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"", "my.log: has no line of figures"},
      {"position,depth,nodes\n", "my.log: has no line of figures"},
      {"position,depth\n", "my.log:1: there is no column nodes"},
      {"position,depth,node\n", "my.log:1: node: no such column (did you mean nodes?)"},
      {"position,depth,nodes,depth\n", "my.log:1: depth: the column is given twice"},
      {"position,depth,nodes\na,1\n", "my.log:2: there must be 3 fields"},
      {"position,depth,nodes\na,1,\n", "my.log:2: nodes: '' must be a whole number"},
      {"position,depth,nodes\na,1,-3\n", "my.log:2: nodes: '-3' must be a whole number"},
      {"position,depth,nodes\na,1,1e400\n", "my.log:2: nodes: '1e400' must be"},
      {"position,depth,nodes\na,1,1.5\n", "my.log:2: nodes: '1.5' must be a whole number"},
      {"position,depth,nodes\na,0,1\n", "my.log:2: depth: '0' must be from 1 to 64"},
      {"position,depth,nodes\na,x,1\n", "my.log:2: depth: 'x' must be"},
      {"position,depth,nodes\n,1,1\n", "my.log:2: position: is empty"},
      {"position,depth,nodes\na,2,9\na,1,10\n", "my.log:3: depth: 1 comes after 2"},
      {"position,depth,nodes\na,1,9\nb,1,1\na,2,8\n", "my.log:4: nodes: 8 is less than 9"},
      {"position,depth,nodes,seconds\na,1,9,2\na,2,10,1\n", "my.log:3: seconds: 1 is less"},
      {"position,depth,nodes,value\na,1,9,mate\n", "my.log:2: value: 'mate' must be a number"},
      {"position,depth,nodes,value\na,1,9,nan\n", "my.log:2: value: 'nan' must be a number"},
      {head + "a,1,90,,,3,4,\n", "my.log:2: first_cutoffs: 4 is more than 3 cutoffs"},
      {head + "a,1,90,3,4,,,\n", "my.log:2: expanded: 4 is more than 3 moves"},
      {"position,depth,nodes,expanded,forced\na,1,9,3,4\n",
       "my.log:2: forced: 4 is more than 3 expanded"},
      {"position,depth,nodes,cutoffs,deep_cutoffs\na,1,9,3,4\n",
       "my.log:2: deep_cutoffs: 4 is more than 3 cutoffs"},
      {"position,depth,nodes,deep_cutoffs,deep_first_cutoffs\na,1,9,3,4\n",
       "my.log:2: deep_first_cutoffs: 4 is more than 3 deep_cutoffs"},
      {head + "a,1,90,,,,,91\n", "my.log:2: quiescence: 91 is more than 90 nodes"},
      {"position,depth,nodes,quiescence\na,1,9,2\na,2,12,8\n",
       "my.log:3: nodes without quiescence: 4 is less than 7"},
      {R"({"command": "check"})", "my.log: field position: is missing; should be CSV, or the JSON"},
      {R"({"position": 1})", "my.log: field position: should be text, not 1; should be CSV"},
      {"{", "my.log: line 1, column 1, at '{': the JSON breaks off; should be CSV"},
      {R"({"runs": []})", "my.log: has no iteration"},
  };
  for (const auto& [text, message] : mistakes) {
    CAPTURE(text);
    CHECK_THAT(error_of_log(text), Catch::StartsWith(message));
  }
}

TEST_CASE("a report with other searches than one processor's is no log") {
  const auto report = [](std::string_view changes) {
    auto run = Json::parse(R"({"position": "p", "processors": 1})");
    run.update(Json::parse(changes));
    return serialize(run);
  };
  CHECK_THAT(error_of_log(report(R"({"error": "lost"})")),
             Catch::StartsWith("my.log: the search of p has failed; "));
  CHECK_THAT(
      error_of_log(report(R"({"id": "BK.01", "processors": 4})")),
      Catch::StartsWith("my.log: the search of BK.01 is by 4 processors; it must be by one; "));
}

TEST_CASE("bytes of a log do nothing to a terminal") {
  CHECK(error_of_log("position,depth,nodes\na,1,\x1b[2J\n").find('\x1b') == std::string::npos);
}

} // namespace
} // namespace eldest
