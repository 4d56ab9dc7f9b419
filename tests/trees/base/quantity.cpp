#include "trees/base/quantity.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;

TEST_CASE("a time is the number nearest to what is written, with any unit or none") {
  CHECK(parse_seconds("10us") == 1e-5);
  CHECK(parse_seconds("1.6us") == 1.6e-6);
  CHECK(parse_seconds("123e-2ms") == 1.23e-3);
  CHECK(parse_seconds("1ns") == 1e-9);
  CHECK(parse_seconds("1e+3us") == 1e-3);
  CHECK(parse_seconds("2s") == 2);
  CHECK(parse_seconds("1.5min") == 90);
  CHECK(parse_seconds("2h") == 7200);
  CHECK(parse_seconds("1e-9") == 1e-9);
  CHECK(parse_seconds("+.5") == 0.5);
  CHECK(parse_seconds("-1") == -1);
  for (const auto* const wrong : {"", "s", "x", "1m", "1 s", "1S", "1e", "nan", "inf", "infs",
                                  "1ms2", "1e309", "++1", "+-1", "1e99999999999us"})
    CHECK_FALSE(parse_seconds(wrong));
}

TEST_CASE("a time is taken off the front of a text with all letters behind its number") {
  std::string_view text = "500ms-0.7";
  CHECK(take_seconds(text) == 0.5);
  CHECK(text == "-0.7");
  text = "1e-3,x";
  CHECK(take_seconds(text) == 1e-3);
  CHECK(text == ",x");
  text = "5msx";
  CHECK_FALSE(take_seconds(text));
  CHECK(text == "5msx");
}

TEST_CASE("a count may have a unit, a power of two") {
  CHECK(parse_count("0") == 0);
  CHECK(parse_count("-7") == -7);
  CHECK(parse_count("+5") == 5);
  CHECK(parse_count("64k") == 65'536);
  CHECK(parse_count("1M") == 1'048'576);
  CHECK(parse_count("4G") == std::int64_t{1} << 32);
  for (const auto* const wrong : {"", "k", "1K", "1.5k", "1kM", "1 k", "x", "99999999999999999999",
                                  "9999999999G", "0x10", "+-1"})
    CHECK_FALSE(parse_count(wrong));
}
