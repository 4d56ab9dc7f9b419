#include "trees/base/one_line.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"

#include <string>
#include <string_view>

using namespace eldest;

TEST_CASE("a text on one line has no control character, and all others as they were") {
  CHECK(on_one_line("a\nb\tc\rd") == R"(a\nb\tc\rd)");
  CHECK(on_one_line(std::string_view("\x1b[2J\x7f\0.", 7)) == R"(\x1b[2J\x7f\x00.)");
  CHECK(on_one_line("\xc2\x9b" // equivalent to Escape and [
                    "2J") == R"(\u009b2J)");
  CHECK(on_one_line("αβ é \xc2\xa0 € 𝄞 \xf4\x8f\xbf\xbf") == "αβ é \xc2\xa0 € 𝄞 \xf4\x8f\xbf\xbf");
  CHECK(on_one_line("").empty());
}

TEST_CASE("a text on one line has no hidden character and no mark of direction") {
  CHECK(on_one_line("a\u202Eb\u2066c\u200Fd\u200Be\uFEFFf") ==
        R"(a\u202eb\u2066c\u200fd\u200be\ufefff)");
  CHECK(on_one_line("\u2028\u2029\u061C\u00AD\U000E0041") ==
        R"(\u2028\u2029\u061c\u00ad\U000e0041)");
}

TEST_CASE("a text on one line is UTF-8") {
  CHECK(on_one_line("\xff.\xc2") == R"(\xff.\xc2)");
  CHECK(on_one_line("\xe2\x82.\x80") == R"(\xe2\x82.\x80)");
  CHECK(on_one_line("\xc0\x80 \xe0\x80\x80 \xf0\x80\x80\x80") == // longer than necessary
        R"(\xc0\x80 \xe0\x80\x80 \xf0\x80\x80\x80)");
  CHECK(on_one_line("\xed\xa0\x80 \xf4\x90\x80\x80") == // a surrogate, and beyond Unicode
        R"(\xed\xa0\x80 \xf4\x90\x80\x80)");
}

TEST_CASE("an excerpt of a long text has its beginning and its end") {
  CHECK(excerpt("12345678", 8) == "12345678");
  CHECK(excerpt("123456789", 8) == "123456...89");
  CHECK(excerpt("12345ä6789ä", 8) == "12345...ä");
  CHECK(excerpt("\n23456789\t", 8) == R"(\n23456...9\t)");
  CHECK(excerpt(std::string(100, '\x80'), 8) == R"(\x80\x80\x80\x80\x80\x80...\x80\x80)");
  CHECK(in_quotes("é\x1b") == R"('é\x1b')");
  CHECK(in_quotes(std::string(1000, 'x')).size() == 85);
}

TEST_CASE("an error may repeat any input, and stays one short line of UTF-8") {
  const std::string long_text(std::size_t{1} << 20U, 'x');
  const std::string line =
      InputError(Subject::position, long_text + "\n\xff: is no position").what();
  CHECK(line.size() < 2100);
  CHECK(line.starts_with("position xxx"));
  CHECK(line.ends_with(R"(xxx\n\xff: is no position)"));
}
