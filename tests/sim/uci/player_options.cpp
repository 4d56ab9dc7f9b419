#include "sim/uci/player_options.hpp"

#include "algorithms/registry.hpp"
#include "algorithms/search/transposition_table.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <algorithm>
#include <string>

using namespace eldest;
using namespace eldest::uci;

namespace {

bool offers(const PlayerOptions& options, const std::string& line) {
  const auto lines = option_lines(options);
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

std::string refusal(const std::string& name, const std::string& value) {
  PlayerOptions options;
  try {
    set_option(options, name, value);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("options are set by their names, and offered with their values") {
  PlayerOptions options;
  CHECK(offers(options, "option name Threads type spin default 1 min 1 max 1024"));
  set_option(options, "Threads", "2");
  set_option(options, "hash", "64");
  set_option(options, "ALGORITHM", "ybwc");
  set_option(options, "Quiescence", "false");
  set_option(options, "Null Move", "3");
  set_option(options, "Null Move Growth", "0");
  set_option(options, "Logarithmic Reductions", "false");
  set_option(options, "Futility Margin", "0");
  set_option(options, "Countermoves", "false");
  set_option(options, "Search", "alphabeta");
  set_option(options, "Check Extension", "true");
  CHECK(options.threads == 2);
  CHECK(options.hash == 64);
  CHECK(options.algorithm.name() == "ybwc");
  CHECK_FALSE(options.settings.quiescence);
  CHECK(options.settings.null_move_reduction == 3);
  CHECK(options.settings.null_move_growth == 0);
  CHECK(options.settings.reduction == Reduction::one_ply);
  CHECK(options.settings.futility_margin == 0);
  CHECK_FALSE(options.settings.move_order.countermoves);
  CHECK(offers(options, "option name Logarithmic Reductions type check default false"));
  CHECK(options.settings.search == Search::alphabeta);
  CHECK(options.check_extension);
  CHECK(offers(options, "option name Threads type spin default 2 min 1 max 1024"));
  CHECK(offers(options, "option name Quiescence type check default false"));
  CHECK(offers(options,
               "option name Search type combo default alphabeta var alphabeta var mtdf var "
               "negascout"));
  set_option(options, "Clear Hash", "");
}

TEST_CASE("there is a choice of every algorithm") {
  for (const auto& algorithm : algorithms()) {
    PlayerOptions options;
    set_option(options, "Algorithm", std::string(algorithm.name()));
    CHECK(options.algorithm == algorithm);
    CHECK_NOTHROW(options.algorithm.check_supports(options.settings));
  }
}

TEST_CASE("an algorithm keeps its own settings when it is chosen again") {
  PlayerOptions options;
  options.algorithm = find_algorithm("ybwc");
  const auto& own = options.algorithm.options();
  const auto star = std::find_if(own.begin(), own.end(),
                                 [](const auto& option) { return option.name == "ybwc-star"; });
  REQUIRE(star != own.end());
  options.algorithm.set(*star, "yes");
  const auto before = options.algorithm;
  set_option(options, "Algorithm", "ybwc");
  CHECK(options.algorithm == before);
}

TEST_CASE("options that there are not, and values that they do not have, are refused") {
  CHECK(refusal("Thread", "2") == "Thread: no such option (did you mean Threads?)");
  CHECK(refusal("Threads", "0") == "Threads 0: must be a whole number from 1 to 1024");
  CHECK(refusal("Threads", "two") == "Threads two: must be a whole number from 1 to 1024");
  CHECK(refusal("Threads", "") == "Threads : must be a whole number from 1 to 1024");
  CHECK(refusal("Quiescence", "maybe") == "Quiescence maybe: must be true or false");
  CHECK(refusal("Search", "mcts") == "Search mcts: must be alphabeta, mtdf, negascout");
  CHECK(refusal("Internal Deepening", "2") == "Internal Deepening 2: must be 0, or 3 to 64");
}

TEST_CASE("the table has the size asked for") {
  PlayerOptions options;
  options.hash = 16;
  const auto bytes = options.table_entries() * sizeof(Entry);
  CHECK(bytes <= std::size_t{16} << 20U);
  CHECK(bytes > (std::size_t{16} << 20U) - 2 * sizeof(Bucket));
}
