#include "trees/base/one_line.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

TEST_CASE("a text on one line has no control character, and all others as they were") {
  CHECK(on_one_line("a\nb\tc\rd") == R"(a\nb\tc\rd)");
  CHECK(on_one_line(std::string_view("\x1b[2J\x7f\0.", 7)) == R"(\x1b[2J\x7f\x00.)");
  CHECK(on_one_line("\xc2\x9b" // equivalent to Escape and [
                    "2J") == R"(\x9b2J)");
  CHECK(on_one_line("αβ é \xc2\xa0\xff\xc2") == "αβ é \xc2\xa0\xff\xc2");
  CHECK(on_one_line("").empty());
}
