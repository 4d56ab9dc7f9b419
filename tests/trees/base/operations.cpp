#include "trees/base/operations.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <string>

using namespace eldest;

namespace {

/// The operations of a text, as "bm=a4|id="x"".
std::string operations_of(std::string_view text) {
  std::vector<Operation> operations;
  try {
    add_operations(operations, text);
  } catch (const InputError& error) {
    return error.what();
  }
  std::string result;
  for (const auto& [opcode, operands] : operations)
    result.append(result.empty() ? "" : "|").append(opcode).append("=").append(operands);
  return result;
}

std::string id_in(std::string_view text) {
  std::vector<Operation> operations;
  add_operations(operations, text);
  return std::string(id_of(operations));
}

bool begins_with_slash(std::string_view word) { return word.starts_with('/'); }

} // namespace

TEST_CASE("operations have an opcode and operands", "[base]") {
  CHECK(operations_of("").empty());
  CHECK(operations_of(" ;; ").empty());
  CHECK(operations_of(" bm a4  b5 ;id\t\"x; y\";") == "bm=a4  b5|id=\"x; y\"");
  CHECK(operations_of("c0 \"a\\\"; b\"; c_1\"d\"") == "c0=\"a\\\"; b\"|c_1=\"d\"");
  CHECK(operations_of("v=-3; 12 x; 40; D1 20; noop") == "v==-3|D1=20|noop=");
  CHECK(operations_of("a 1; # b; b \"") == "a=1");
}

TEST_CASE("what is no operation is refused", "[base]") {
  CHECK(operations_of("a 1; a 2") == "'a' occurs twice, should occur once");
  CHECK(operations_of("a \"b; c") == "no closing \" in 'a \"b; c'");
  for (const std::string text : {"a-b", "_a", "1a", "/", "=", "\"a\""})
    CHECK(operations_of(text) == "'" + text +
                                     "' is not an operation: it should begin with a word of "
                                     "letters, digits and _, as in id \"name\"");
}

TEST_CASE("an id may be in quotation marks", "[base]") {
  CHECK(id_in("bm a4; id \"a b\"") == "a b");
  CHECK(id_in("id a b") == "a b");
  CHECK(id_in("bm a4").empty());
}

TEST_CASE("a line has one position", "[base]") {
  refuse_second_position("/a b; c /", [](std::string_view word) { return word == "/a"; });
  refuse_second_position("/a \"/b /c\"", begins_with_slash);
  CHECK_THROWS_WITH(refuse_second_position("/a b;/c", begins_with_slash),
                    "a second position begins at '/c', should be on a line of its own");
  CHECK_THROWS_WITH(refuse_second_position("/a \"b\"/c", begins_with_slash),
                    "a second position begins at '/c', should be on a line of its own");
}
