#include "trees/base/suggestion.hpp"

#include "tests/support/catch.hpp"

#include <array>

using namespace eldest;

TEST_CASE("the nearest name is suggested for one that is mistyped, and none for another word") {
  constexpr std::array<std::string_view, 5> names{"abdada", "ybwc", "ybn", "dts", "aphid"};
  CHECK(suggestion("abdda", names) == " (did you mean abdada?)");
  CHECK(suggestion("adbada", names) == " (did you mean abdada?)");
  CHECK(suggestion("abdadas", names) == " (did you mean abdada?)");
  CHECK(suggestion("ybnc", names) == " (did you mean ybwc?)");
  CHECK(suggestion("dst", names) == " (did you mean dts?)");
  CHECK(suggestion("dts", names).empty());
  for (const auto* const other : {"", "x", "minimax", "abcdef"})
    CHECK(suggestion(other, names).empty());
  CHECK(suggestion(std::string(100'000, 'a'), names).empty());
}
