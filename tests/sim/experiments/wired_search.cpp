// Whole searches whose messages, table requests and answers travel as bytes, as between computers.
// They must equal those on one computer, to the last node and moment.
#include "algorithms/registry.hpp"
#include "sim/experiments/problem.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"
#include "tests/support/wired_processor.hpp"
#include "trees/base/errors.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using namespace eldest;
using test::draw;

namespace {

/// Returns `problem` with another search, whose messages travel as bytes.
Problem wired(Problem problem) {
  const auto written = std::make_shared<test::WiredProcessor::Owners>();
  problem.search = [search = problem.search, written](const Algorithm& algorithm,
                                                      const SearchSettings& settings,
                                                      AnyProcessor& own) {
    test::WiredProcessor processor(own, *written);
    return search(algorithm, settings, processor);
  };
  return problem;
}

void set(Algorithm& algorithm, const std::string& name, const std::string& value) {
  for (const auto& option : algorithm.options()) {
    if (option.name == name)
      return algorithm.set(option, value);
  }
  FAIL("no option " << name);
}

/// Returns the parallel algorithms with their default settings, and variants with the settings for
/// which further kinds of messages are sent.
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
      {"tree-splitting", "tree-splitting-fan-out", "2", "tree-splitting-min-depth", "1"},
      {"mwf", "mwf-min-depth", "1", "mwf-deep-cutoffs", "yes"},
  };
  for (const auto& words : options) {
    all.push_back(find_algorithm(words[0]));
    for (std::size_t i = 1; i < words.size(); i += 2)
      set(all.back(), words[i], words[i + 1]);
  }
  return all;
}

/// Returns true if the algorithm supports a limit to the wait for a table's answer.
bool takes_timeouts(test::Case test) {
  test.settings.table_timeout = 1;
  try {
    test.algorithm.check_supports(test.settings);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// Draws a search on a random machine, with many of the features that a search may have.
test::Case random_wired_case(SplitMix64& random, const Algorithm& algorithm, bool endgame) {
  auto test = test::random_case(random, algorithm);
  test.model = Model::loggp;
  test.processors = draw(random, 4, 16);
  test.machine = test::random_machine(random, test.processors);
  test.settings.depth = endgame ? 5 : 3;
  test.settings.quiescence = draw(random, 0, 1) == 1;
  test.settings.internal_deepening = draw(random, 0, 1) * 3;
  test.settings.null_move_reduction = draw(random, 0, 2);
  test.settings.full_depth_moves = draw(random, 0, 3);
  test.settings.reduction = draw(random, 0, 1) == 0 ? Reduction::one_ply : Reduction::logarithmic;
  test.settings.futility_margin = draw(random, 0, 1) * 60;
  test.settings.move_order.countermoves = draw(random, 0, 1) == 1;
  test.settings.aspiration = draw(random, 0, 1) * 30;
  return test;
}

} // namespace

TEST_CASE("a search whose messages travel as bytes is the same as one within a computer") {
  constexpr std::array<const char*, 2> positions{
      "r1bqk2r/ppp2ppp/2n2n2/2bpp3/4P3/2PP1N2/PPB2PPP/RNBQK2R w KQkq - 0 1",
      "8/5pk1/7p/3R4/p5P1/2r4P/5P1K/8 w - - 0 1"};
  SplitMix64 random(20);
  for (const auto& algorithm : variants()) {
    std::uint64_t messages = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string fen = positions[i % 2];
      auto test = random_wired_case(random, algorithm, i % 2 == 1);
      test.settings.table_timeout = i == 3 && takes_timeouts(test) ? 0.001 : 0;
      const auto problem = open_problems({"chess", fen}).front();
      CAPTURE(test::describe(test), fen);
      const auto here = test::run_isolated(test, problem);
      const auto far = test::run_isolated(test, wired(problem));
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
