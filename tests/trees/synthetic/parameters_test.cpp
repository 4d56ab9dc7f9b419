#include "trees/synthetic/parameters.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"
#include "trees/synthetic/named_trees.hpp"
#include "trees/synthetic/tree.hpp"

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace eldest::synthetic {
namespace {

std::string complaint(std::string_view text) {
  try {
    return "none: " + to_text(parse_parameters(text));
  } catch (const InputError& error) {
    CHECK(error.subject() == Subject::tree);
    return error.message();
  }
}

TEST_CASE("an empty text is the default tree") { CHECK(parse_parameters("") == Parameters{}); }

TEST_CASE("every parameter can be set") {
  const auto ordered = parse_parameters(
      "b=20..40,forced=0.375,seed=18446744073709551615,order=0.9,falloff=0.5,spread=50,trend=3,"
      "noise=20,persistence=0.75,swing=15,swing_noise=25,grain=5,transpositions=0.25,"
      "leaf=0.125,extend=0.0625,evasions=3,reduction=0.75,cost=2.5,cost_spread=0.5");
  Parameters expected;
  expected.branching = {20, 40, 0};
  expected.forced = 0.375;
  expected.seed = std::numeric_limits<std::uint64_t>::max();
  expected.order = 0.9;
  expected.falloff = 0.5;
  expected.spread = 50;
  expected.trend = 3;
  expected.noise = 20;
  expected.persistence = 0.75;
  expected.swing = 15;
  expected.swing_noise = 25;
  expected.grain = 5;
  expected.transpositions = 0.25;
  expected.leaf = 0.125;
  expected.extend = 0.0625;
  expected.evasions = 3;
  expected.reduction = 0.75;
  expected.cost = 2.5;
  expected.cost_spread = 0.5;
  CHECK(ordered == expected);

  const auto incremental = parse_parameters("correlation=0.5,model=incremental,b=geometric:6.5");
  CHECK(incremental.model == Model::incremental);
  CHECK(incremental.correlation == 0.5);
  CHECK(incremental.branching.geometric_mean == 6.5);
  CHECK(parse_parameters("model=iid,b=7").branching == Branching{7, 7, 0});
  CHECK(parse_parameters("commuting=0.5").commuting == 0.5);
}

TEST_CASE("parameters are read back from the text that to_text writes") {
  for (const auto* const text :
       {"", "b=2..256,order=0.123456789", "model=incremental,b=geometric:3.7,correlation=0.1",
        "model=iid,seed=99,leaf=1e-3", "name=chesslike", "commuting=0.25", "swing_noise=7",
        "forced=0.25"}) {
    const auto parameters = parse_parameters(text);
    CHECK(parse_parameters(to_text(parameters)) == parameters);
  }
  CHECK(to_text(parse_parameters("model=iid,b=3..4,seed=5")) ==
        "model=iid,b=3..4,seed=5,spread=100,noise=0,persistence=0,swing=0,grain=1,"
        "transpositions=0,leaf=0,extend=0,evasions=4,reduction=0,cost=1,cost_spread=0");
}

TEST_CASE("a short text has what differs from the default tree, without the seed") {
  CHECK(to_short_text({}) == "b=32");
  const auto* const text = "model=incremental,b=2..5,correlation=0.5,reduction=0.25";
  CHECK(to_short_text(parse_parameters(text)) == text);
  CHECK(to_short_text(parse_parameters("commuting=0.25")) == "b=32,commuting=0.25");
  auto parameters = parse_parameters("name=chesslike");
  CHECK(parse_parameters(to_short_text(parameters)) == parameters);
  parameters.seed = 7;
  CHECK(parse_parameters(to_short_text(parameters)).seed == 1);
}

TEST_CASE("the keys beside a name change the named tree, wherever they stand") {
  auto expected = parse_parameters("name=knuth-moore");
  expected.branching = {5, 5, 0};
  expected.seed = 3;
  CHECK(parse_parameters("b=5,name=knuth-moore,seed=3") == expected);
  CHECK(expected.order == 1);
}

TEST_CASE("every named tree has good parameters") {
  for (const auto& tree : named_trees)
    CHECK_NOTHROW(Tree{parse_parameters(tree.parameters)});
}

TEST_CASE("a bad text is refused in one line that says what is wrong and what would be right") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"order=1.5", "synthetic: 'order=1.5' must be a number from 0 to 1"},
      {"order=", "synthetic: 'order=' must be a number from 0 to 1"},
      {"order=nan", "synthetic: 'order=nan' must be a number from 0 to 1"},
      {"order=-0.1", "synthetic: 'order=-0.1' must be a number from 0 to 1"},
      {"order=0.5x", "synthetic: 'order=0.5x' must be a number from 0 to 1"},
      {"persistence=1", "synthetic: 'persistence=1' must be a number from 0 to 0.95"},
      {"spread=10001", "synthetic: 'spread=10001' must be a whole number from 0 to 10000"},
      {"spread=1.5", "synthetic: 'spread=1.5' must be a whole number from 0 to 10000"},
      {"commuting=0.5,transpositions=0.5",
       "synthetic: 'commuting' and 'transpositions' exclude each other; one of them must be 0"},
      {"model=iid,commuting=0.5",
       "synthetic: 'commuting' has a meaning for model=ordered only, and this tree is model=iid"},
      {"grain=0", "synthetic: 'grain=0' must be a whole number from 1 to 10000"},
      {"noise=99999999999", "synthetic: 'noise=99999999999' must be a whole number from 0 to 5000"},
      {"seed=-1", "synthetic: 'seed=-1' must be a whole number from 0 to 2^64 - 1"},
      {"model=random", "synthetic: 'model=random' must be ordered, incremental or iid"},
      {"b", "synthetic: 'b' must be of the form key=value"},
      {"=3", "synthetic: '=3' must be of the form key=value"},
      {"b=3,", "synthetic: '' must be of the form key=value"},
      {",b=3", "synthetic: '' must be of the form key=value"},
      {"b=3,seed=1,b=3", "synthetic: 'b' is given twice"},
      {"name=iid,name=iid", "synthetic: 'name' is given twice"},
      {"model=iid,order=0.5",
       "synthetic: 'order' has a meaning for model=ordered only, and this tree is model=iid"},
      {"correlation=0.5",
       "synthetic: 'correlation' has a meaning for model=incremental only, and this tree is "
       "model=ordered"}};
  for (const auto& [text, message] : cases)
    CHECK(complaint(text) == message);
}

TEST_CASE("a bad branching factor is refused") {
  for (const std::string value :
       {"0", "257", "", "x", "5..4", "1..257", "..4", "4..", "2..3..4", "3.5", "geometric:0.5",
        "geometric:0", "geometric:33", "geometric:", "geometric:nan"})
    CHECK(complaint("b=" + value) ==
          "synthetic: 'b=" + value +
              "' must be a number of moves from 1 to 256, a range such as 20..40, or geometric:M "
              "with a mean M from 1 to 32");
}

TEST_CASE("an unknown name is answered with the known ones") {
  CHECK_THAT(complaint("ordr=0.5"),
             Catch::StartsWith("synthetic: unknown parameter 'ordr' (did you mean order?); there "
                               "are name, model, b") &&
                 Catch::Contains("cost_spread"));
  CHECK_THAT(complaint("name=chess"),
             Catch::StartsWith("synthetic: there is no tree named 'chess'") &&
                 Catch::Contains("chesslike, othellolike"));
}

TEST_CASE("a tree checks parameters that were not parsed") {
  Parameters parameters;
  parameters.noise = -1;
  CHECK_THROWS_WITH(Tree{parameters}, "tree synthetic: 'noise=-1' must be from 0 to 5000");
  parameters = {};
  parameters.branching = {5, 300, 0};
  CHECK_THROWS_AS(Tree{parameters}, InputError);
  parameters = {};
  parameters.order = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(Tree{parameters}, InputError);
}

TEST_CASE("the help describes every key") {
  for (const auto* const key :
       {"name", "model", "b", "seed", "order", "evasions", "reduction", "cost_spread"})
    CHECK_THAT(parameter_help(), Catch::Contains(std::string(key) + ": "));
}

} // namespace
} // namespace eldest::synthetic
