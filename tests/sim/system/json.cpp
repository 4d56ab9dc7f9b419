#include "sim/system/json.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/limits.hpp"

#include <functional>
#include <string>
#include <string_view>

using namespace eldest;

namespace {

/// Returns the error of a function, or an empty text.
std::string error_of(const std::function<void()>& function) {
  try {
    function();
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string error_in(std::string_view text) {
  return error_of([text] { static_cast<void>(read_json(text)); });
}

std::string arrays(int depth) {
  const auto count = static_cast<std::size_t>(depth);
  return std::string(count, '[') + std::string(count, ']');
}

} // namespace

TEST_CASE("JSON is read as it was written") {
  const std::string text =
      R"({"z":[1,-2,3.5,true,null,"a\n\u001b"],"a":{"b":[]},"n":18446744073709551615})";
  CHECK(serialize(read_json(text)) == text);
  CHECK(read_json(" 7 ") == 7);
  CHECK(parse_json("{").is_discarded());
}

TEST_CASE("errors in JSON say where and what") {
  CHECK(error_in("") == "line 1, column 1, at '': the JSON breaks off");
  CHECK(error_in("{\"a\": 1,\n") == "line 2, column 1, at '': the JSON breaks off");
  CHECK(error_in("{\n \"a\": tru}") == R"(line 2, column 10, at ' "a": tru}': this is no JSON)");
  CHECK(error_in("[1e999]") == "line 1, column 7, at '[1e999]': the number is too great");
  CHECK(error_in("{} x") == "line 1, column 4, at '{} x': this is no JSON");
  CHECK_THAT(error_in("[\"\xff\"]"), Catch::StartsWith("line 1, column 3, at '[\"\\xff': "));
}

TEST_CASE("JSON may be nested to a limit") {
  CHECK(read_json(arrays(max_nesting)).is_array());
  CHECK(error_in(arrays(max_nesting + 1)) == "line 1, column 201, at '[[[[[[[[[[[[[[[[[[[[': "
                                             "values contain each other more than 200 deep");
  CHECK_THAT(error_in(arrays(1'000'000)), Catch::Contains("more than 200 deep"));
}

TEST_CASE("values are taken off the front of a text") {
  std::string_view text = "{\"a\": 1} [2]\n{";
  CHECK(take_json(text) == Json{{"a", 1}});
  CHECK(text == " [2]\n{");
  CHECK(take_json(text) == Json::array({2}));
  CHECK(error_of([&] { static_cast<void>(take_json(text, 7)); }) ==
        "line 8, column 1, at '{': the JSON breaks off");
  CHECK(text == "\n{");
}

TEST_CASE("a field has a type and a range") {
  const Json object{{"text", "t"}, {"yes", true}, {"count", 256},
                    {"less", -1},  {"part", 0.5}, {"list", {1}}};
  CHECK(field_as<std::string>(object, "text") == "t");
  CHECK(field_as<bool>(object, "yes"));
  CHECK(field_as<int>(object, "count") == 256);
  CHECK(field_as<double>(object, "count") == 256);
  CHECK(field_or<int>(object, "none", 3) == 3);
  const auto error = [&](auto example, const char* name) {
    return error_of([&] { static_cast<void>(field_as<decltype(example)>(object, name)); });
  };
  CHECK(error(0, "none") == "field none: is missing");
  CHECK(error(std::uint8_t{}, "count") ==
        "field count: should be a whole number from 0 to 255, not 256");
  CHECK(error(0U, "less") == "field less: should be a whole number from 0 to 4294967295, not -1");
  CHECK(error(0, "part") ==
        "field part: should be a whole number from -2147483648 to 2147483647, not 0.5");
  CHECK(error(0.0, "text") == "field text: should be a number, not \"t\"");
  CHECK(error(std::string(), "list") == "field list: should be text, not an array");
  CHECK(error(false, "count") == "field count: should be true or false, not 256");
}
