#include "trees/base/encoding.hpp"

#include "tests/support/catch.hpp"

#include <string>

using eldest::as_text;
using namespace std::string_literals;

TEST_CASE("text is the same from every encoding that a file may have", "[base]") {
  const std::string text = "1. e4 {Mulhouse à 9 h}\n";
  CHECK(as_text(text) == text);
  CHECK(as_text("\xef\xbb\xbf" + text) == text);
  CHECK(as_text("1. e4 {Mulhouse \xe0 9 h}\n") == text);
  std::string little;
  std::string big;
  for (const char16_t c : u"1. e4 {Mulhouse à 9 h}\n"s) {
    little += {static_cast<char>(c & 0xff), static_cast<char>(c >> 8)};
    big += {static_cast<char>(c >> 8), static_cast<char>(c & 0xff)};
  }
  CHECK(as_text(little) == text);
  CHECK(as_text(big) == text);
  CHECK(as_text("\xff\xfe" + little) == text);
  CHECK(as_text("\xfe\xff" + big) == text);
}

TEST_CASE("lines end as the systems end them", "[base]") {
  CHECK(as_text("a\nb\n") == "a\nb\n");
  CHECK(as_text("a\r\nb\r\n") == "a\nb\n");
  CHECK(as_text("a\rb\r") == "a\nb\n");
  CHECK(as_text("a\n\r\n\rb") == "a\n\n\nb");
}

TEST_CASE("text may be empty", "[base]") {
  CHECK(as_text("").empty());
  CHECK(as_text("\xef\xbb\xbf").empty());
  CHECK(as_text("\xff\xfe").empty());
}

TEST_CASE("no-break spaces and null characters are spaces", "[base]") {
  CHECK(as_text("bm Qb3\0\n"s) == "bm Qb3 \n");
  CHECK(as_text("bm Qb3\xc2\xa0;\xc2\xa0") == "bm Qb3 ; ");
  CHECK(as_text("bm Qb3\xa0") == "bm Qb3 ");
}
