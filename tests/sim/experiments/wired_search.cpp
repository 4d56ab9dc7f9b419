// Whole searches whose messages, table requests and answers travel as bytes, as between computers:
// they are the same, to the last node and moment, as on one.
#include "algorithms/registry.hpp"
#include "sim/experiments/make_problem.hpp"
#include "sim/machines/simulated/simulated_processor.hpp"
#include "tests/support/short_games.hpp"
#include "tests/support/simulated_search.hpp"
#include "tests/support/wired_processor.hpp"
#include "trees/errors.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace eldest;
using test::draw;

namespace {

using Wired = test::WiredProcessor<test::ShortGame, SimulatedProcessor>;

/// A game of so many moves on a synthetic tree, in which a side may pass.
Problem problem_of(const std::string& tree, int moves, bool wired) {
  auto owner = std::make_shared<const synthetic::Tree>(synthetic::parse_parameters(tree));
  const test::ShortGame root(synthetic::Position(*owner), moves);
  Problem problem;
  problem.costs = test::costs;
  problem.has_pass = true;
  problem.search = [root, owner, wired](const Algorithm& algorithm, const SearchSettings& settings,
                                        AnyProcessor any) {
    auto& processor = *std::get<SimulatedProcessor*>(any);
    if (!wired)
      return Algorithms::run(algorithm, settings, root, processor);
    Wired travelling(processor, root, settings.depth);
    return Algorithms::run(algorithm, settings, root, travelling);
  };
  problem.move_text = [](std::uint32_t) { return std::string(); };
  problem.principal_variation = [](const TranspositionTable&, std::uint32_t, int) {
    return std::vector<std::string>();
  };
  return problem;
}

void set(Algorithm& algorithm, const std::string& name, const std::string& value) {
  for (const auto& option : algorithm.options()) {
    if (option.name == name)
      algorithm.set(option, value);
  }
}

/// The parallel algorithms, each with its own settings and, where others send other messages, with
/// those.
std::vector<Algorithm> variants() {
  auto all = algorithms();
  std::erase_if(all, [](const Algorithm& algorithm) { return algorithm.is_sequential(); });
  const std::vector<std::vector<std::string>> options{
      {"abdada", "abdada-push-depth", "1", "abdada-parent-check-depth", "1"},
      {"abdada", "abdada-variant", "best"},
      {"ybwc", "ybwc-variant", "best"},
      {"pvsplit", "pvsplit-enhanced", "yes", "pvsplit-min-depth", "1"},
      {"uidpabs", "uidpabs-tell-bounds", "yes"},
      {"felten-otto", "felten-otto-min-depth", "1", "felten-otto-min-seconds", "0.0001"},
  };
  for (const auto& words : options) {
    all.push_back(find_algorithm(words[0]));
    for (std::size_t i = 1; i < words.size(); i += 2)
      set(all.back(), words[i], words[i + 1]);
  }
  return all;
}

/// Whether the algorithm can be run with a limit to the wait for a table's answer.
bool takes_timeouts(test::Case test) {
  test.settings.table_timeout = 1;
  try {
    test.algorithm.check_follows(test.settings);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

} // namespace

TEST_CASE("a search whose messages travel as bytes is the same as one on a single computer") {
  SplitMix64 random(20);
  for (const auto& algorithm : variants()) {
    std::uint64_t messages = 0;
    for (int i = 0; i < 4; ++i) {
      auto test = test::random_case(random, algorithm);
      test.model = Model::loggp;
      test.processors = draw(random, 4, 16);
      test.machine = test::random_machine(random, test.processors);
      test.settings.depth = draw(random, 4, 6);
      test.settings.internal_deepening = i % 2 == 0 ? 3 : 0;
      test.settings.null_move_reduction = i < 2 ? test::ShortGame::pass_reduction : 0;
      test.settings.full_depth_moves = draw(random, 0, 2);
      test.settings.aspiration = draw(random, 0, 1) * 20;
      test.settings.table_timeout = i == 3 && takes_timeouts(test) ? 0.001 : 0;
      const int moves = draw(random, 4, 8);
      CAPTURE(describe(test), moves);
      const auto here = test::run_isolated(test, problem_of(test.tree, moves, false));
      const auto far = test::run_isolated(test, problem_of(test.tree, moves, true));
      CHECK(far.value == here.value);
      CHECK(far.nodes() == here.nodes());
      CHECK(far.time == here.time);
      CHECK(far.traffic.bytes == here.traffic.bytes);
      messages += here.traffic.messages;
    }
    CAPTURE(algorithm.name());
    CHECK(messages > 0);
  }
}
