#include "trees/checkers/position_file.hpp"

#include "input_errors.hpp"
#include "trees/checkers/notation.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

namespace eldest::checkers::test {
namespace {

/// The reason why the only record of a file is bad.
std::string reason(std::string_view text) {
  const auto list = list_positions(text);
  CHECK(list.positions.empty());
  REQUIRE(list.bad.size() == 1);
  return list.bad[0].reason;
}

} // namespace

TEST_CASE("a file of positions is read line by line", "[position file]") {
  const auto list =
      list_positions("# positions\r\n\nB:W32:B1; id \"first\"\r\nstartpos ;id second\n"
                     "w:w32:b 1\nB:W32:B1; moves 3; id \"first\" # end");
  REQUIRE(list.bad.empty());
  REQUIRE(list.positions.size() == 4);
  CHECK(list.positions[0].id == "first");
  CHECK(list.positions[0].position == "B:W32:B1");
  CHECK(list.positions[0].line == 3);
  CHECK(list.positions[1].id == "second");
  CHECK(list.positions[1].position == fen(Position{}));
  CHECK(list.positions[2].id == "#3");
  CHECK(list.positions[2].position == "W:W32:B1");
  CHECK(list.games == 0);
}

TEST_CASE("bad records of a file of positions are named", "[position file]") {
  const auto list = list_positions("B:W32:B33; id \"x\"\nB:W32:B1\n1-12; id \"y\"");
  CHECK(list.positions.size() == 1);
  REQUIRE(list.bad.size() == 2);
  CHECK(list.bad[0].line == 1);
  CHECK(list.bad[0].reason ==
        "position \"B:W32:B33\": Black's pieces: \"33\" is not a square from 1 to 32 or a range "
        "such as 1-12, with K before it for kings");
  CHECK(list.bad[1].line == 3);
  CHECK(reason("B:W32:B1; id \"x\";B:W32:B2; id \"y\"") ==
        "a second position begins at 'B:W32:B2', should be on a line of its own");
  CHECK(reason("B:W32:B1; id \"x\"W:W32:B2") ==
        "a second position begins at 'W:W32:B2', should be on a line of its own");
  CHECK(reason("B:W32:B1; id \"x\"; id \"y\"") == "'id' occurs twice, should occur once");
  CHECK(reason("B:W32:B1; id \"x") == "no closing \" in 'id \"x'");
}

TEST_CASE("a file that cannot be read is an error", "[position file]") {
  CHECK(error_of([] { static_cast<void>(load_positions("no/such/file")); }) ==
        "no/such/file: cannot be read: No such file or directory");
  CHECK(error_of([] { static_cast<void>(load_positions("/")); }) ==
        "/: is a directory, should be a file");
}

} // namespace eldest::checkers::test
