#include "sim/experiments/make_problem.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

using namespace eldest;

namespace {

/// Weill's Figure 7. After the eldest son of the root, P is to be refuted. Its eldest son does not
/// refute P, the next son is a large tree, and the last son would refute P. While one processor
/// searches the large tree, others refute P. They then go on to the rest of the root's sons, where
/// there is enough work.
///
/// All leaves of a part of the tree have the same value in the search to the full depth. In the
/// shallower searches before, they have another value, such that these searches do not change the
/// order of the sons.
namespace figure_7 {

constexpr int depth = 7;

enum class Part : std::uint8_t { root, eldest, p, p_eldest, p_large, p_small, p_refutation, rest };

struct Shape {
  int sons = 0;   ///< of every node in the part
  Score deep = 0; ///< value to the full depth, for the side to move at the root
  Score shallow = 0;
};

constexpr Shape shape_of(Part part) {
  switch (part) {
  case Part::root:
  case Part::p:
    return {};
  case Part::eldest:
    return {2, 0, 0};
  case Part::p_eldest:
    return {2, 5, -5};
  case Part::p_large:
    return {24, 10, 10};
  case Part::p_small:
    return {1, 10, 10};
  case Part::p_refutation:
    return {2, -100, 20};
  case Part::rest:
    return {20, -50, -50};
  }
  return {};
}

struct Move {
  Part part{};
  int number = 0;

  [[nodiscard]] std::uint32_t code() const { return static_cast<std::uint32_t>(number) + 1; }
  bool operator==(const Move&) const = default;
};

/// A position of Figure 7. P has `small_sons` sons between the large one and the refutation.
class Position {
public:
  using Move = figure_7::Move;
  static constexpr std::size_t history_size = 0;

  explicit Position(int small_sons) : small_sons_(small_sons) {}

  [[nodiscard]] Key key() const { return mix(path_); }
  void generate_moves(MoveList<Move>& moves) const {
    const auto add = [&](Part part) { moves.push_back({part, static_cast<int>(moves.size())}); };
    if (part_ == Part::root) {
      add(Part::eldest);
      add(Part::p);
      add(Part::rest);
    } else if (part_ == Part::p) {
      add(Part::p_eldest);
      add(Part::p_large);
      for (int i = 0; i < small_sons_; ++i)
        add(Part::p_small);
      add(Part::p_refutation);
    } else {
      for (int i = 0; i < shape_of(part_).sons; ++i)
        add(part_);
    }
  }
  [[nodiscard]] Position after(Move move) const {
    Position son = *this;
    son.part_ = move.part;
    son.path_ = mix(path_) + move.code();
    ++son.ply_;
    return son;
  }
  [[nodiscard]] Score evaluate() const {
    const auto part = part_ == Part::p ? Part::p_eldest : part_;
    const Score value = ply_ == depth ? shape_of(part).deep : shape_of(part).shallow;
    return ply_ % 2 == 0 ? value : -value;
  }
  [[nodiscard]] static Score terminal_value(int /*depth*/) { return 0; }
  [[nodiscard]] static int extension() { return 0; }
  [[nodiscard]] static std::string text(Move move) { return fmt::format("{}", move.number); }
  [[nodiscard]] static int ordering(Move /*move*/) { return 0; }
  [[nodiscard]] static bool quiet(Move /*move*/) { return true; }
  [[nodiscard]] static std::size_t history_index(Move /*move*/) { return 0; }

private:
  int small_sons_;
  Part part_ = Part::root;
  int ply_ = 0;
  Key path_ = 1;
};

/// Returns a case with three processors. One is in the large son of P and one in the rest. The
/// third refutes P and then helps with the rest.
test::Case make_case(Search search, const AbdadaSettings& variant) {
  test::Case test;
  test.processors = test.machine.hosts = 3;
  test.settings.search = search;
  test.settings.depth = depth;
  test.own<AbdadaSettings>() = variant;
  test.tables.entries = 1 << 16;
  return test;
}

SearchResult run(Search search, int small_sons, const AbdadaSettings& variant) {
  const auto problem = make_problem<AlgorithmList<AbdadaSettings>>("", "Figure 7", test::costs,
                                                                   Position(small_sons), nullptr);
  auto result = test::run_isolated(make_case(search, variant), problem);
  CHECK(result.value == 0);
  return result;
}

} // namespace figure_7

constexpr std::array searches{Search::alphabeta, Search::negascout};

AbdadaSettings random_variant(SplitMix64& random) {
  const auto depth = [&] { return test::draw(random, 0, 1) == 0 ? 0 : test::draw(random, 1, 3); };
  AbdadaSettings variant;
  variant.revisit_deferred_only = test::draw(random, 0, 1) == 0;
  variant.defer_depth = std::max(1, depth());
  variant.push_depth = depth();
  variant.parent_check_depth = depth();
  variant.cutoff_check_depth = depth();
  variant.second_pass = static_cast<SecondPass>(test::draw(random, 0, 2));
  variant.push_granularity = test::draw(random, 0, 1) == 0 ? 0 : test::draw(random, 1, 100);
  if (test::draw(random, 0, 3) == 0)
    variant.answer_timeout = std::pow(10, -test::draw(random, 0, 4));
  return variant;
}

/// Adds failures of any processors except one, and of links, at any time.
void add_failures(test::Case& test, SplitMix64& random) {
  const auto time = [&] { return std::pow(10, -4 * unit_interval(random())); };
  test.machine.own_links = true;
  const int survivor = test::draw(random, 0, test.processors - 1);
  const int one_in = test::draw(random, 1, 4);
  for (int rank = 0; rank < test.processors; ++rank) {
    if (rank != survivor && test::draw(random, 1, one_in) == 1)
      test.failures.push_back({time(), rank});
    if (test::draw(random, 1, 3 * one_in) == 1)
      test.failures.push_back({time(), 0, fmt::format("l{}", rank / test.machine.cores)});
  }
  if (test::draw(random, 1, 10) == 1)
    test.failures.push_back({time(), 0, "net"});
}

} // namespace

TEST_CASE("ABDADA finds the minimax value in every combination of its variants") {
  test::check_random_cases(AbdadaSettings{}, 21, 60, [](test::Case& test, SplitMix64& random) {
    test.own<AbdadaSettings>() = random_variant(random);
  });
}

TEST_CASE("ABDADA's variants find the minimax value with aspiration and internal deepening") {
  test::check_random_cases(AbdadaSettings{}, 24, 40, [](test::Case& test, SplitMix64& random) {
    test.own<AbdadaSettings>() =
        test::draw(random, 0, 1) == 0 ? AbdadaSettings::best() : random_variant(random);
    test.settings.aspiration = test::draw(random, 1, 60);
    test.settings.internal_deepening = test::draw(random, 0, 1) == 0 ? 0 : test::draw(random, 3, 5);
  });
}

TEST_CASE("a failure-resistant ABDADA finds the minimax value whatever fails") {
  test::check_random_cases(AbdadaSettings{}, 22, 60, [](test::Case& test, SplitMix64& random) {
    test.own<AbdadaSettings>() = random_variant(random);
    test.own<AbdadaSettings>().answer_timeout = std::pow(10, -test::draw(random, 1, 4));
    add_failures(test, random);
  });
}

TEST_CASE("one processor is enough to end a failure-resistant search") {
  auto test = test::shared_work(AbdadaSettings{}, 8);
  test.own<AbdadaSettings>().answer_timeout = 1e-3;
  const auto undisturbed = test::run_isolated(test);
  CHECK(undisturbed.counters.timeouts == 0);
  for (int survivor = 0; survivor < 8; survivor += 3) {
    test.failures.clear();
    for (int rank = 0; rank < 8; ++rank) {
      if (rank != survivor)
        test.failures.push_back({undisturbed.time * 0.1 * (1 + rank), rank});
    }
    const auto result = test::run_isolated(test);
    CHECK(result.value == undisturbed.value);
    CHECK(result.time > undisturbed.time);
    CHECK(result.counters.timeouts > 0);
    for (int rank = 0; rank < 8; ++rank) {
      const auto& processor = result.processors[static_cast<std::size_t>(rank)];
      CHECK(processor.failed == (rank != survivor));
      CHECK(processor.account.total() == Approx(result.time).epsilon(1e-12));
      CHECK(processor.account.work >= 0);
      CHECK(processor.account.communication >= 0);
    }
  }
}

TEST_CASE("a failure that nobody survives ends an ABDADA search without a time-out in a deadlock") {
  auto test = test::shared_work(AbdadaSettings{}, 3);
  test.failures = {{0.01, 2}};
  CHECK_THROWS_WITH(test::run_isolated(test), Catch::StartsWith("deadlock: processor 0 awaiting") &&
                                                  Catch::Contains("processor 2 failed at 0.01"));
  test.failures = {{0.01, 0}, {0.01, 1}, {0.02, 2}};
  CHECK_THROWS_WITH(test::run_isolated(test), Catch::StartsWith("no processor is left"));
}

TEST_CASE("Figure 7: pushed windows and cut-off checks end the search of a node others cut off") {
  for (const auto search : searches) {
    CAPTURE(static_cast<int>(search));
    const auto plain = figure_7::run(search, 0, {});
    const auto pushed = figure_7::run(search, 0, {.push_depth = 3});
    CHECK(pushed.own_counters.at("window_hits") > 0);
    CHECK(pushed.own_counters.at("abandoned") > 0);
    CHECK(pushed.nodes() + 800 < plain.nodes());
    const auto checked = figure_7::run(search, 0, {.cutoff_check_depth = 3});
    CHECK(checked.counters.cutoff_check_hits > 0);
    CHECK(checked.nodes() + 800 < plain.nodes());
  }
}

TEST_CASE("Figure 7: the parent check ends the search of a node others cut off") {
  constexpr int small_sons = 120;
  for (const auto search : searches) {
    CAPTURE(static_cast<int>(search));
    const auto plain = figure_7::run(search, small_sons, {});
    const auto checked =
        figure_7::run(search, small_sons, {.parent_check_depth = figure_7::depth - 1});
    CHECK(checked.own_counters.at("parent_check_hits") > 0);
    CHECK(checked.nodes() + 50 < plain.nodes());
  }
}

TEST_CASE("bounds are sent only where nodes take long enough, as measured") {
  auto test = test::shared_work(AbdadaSettings{.push_depth = 1}, 8);
  test.machine.properties = test::property("send-overhead", "2us");
  const auto pushed = [&](double granularity) {
    test.own<AbdadaSettings>().push_granularity = granularity;
    return test::counters_of<AbdadaCounters>(test::run_isolated(test)).windows_pushed;
  };
  const auto always = pushed(0);
  const auto sometimes = pushed(100);
  const auto hardly = pushed(1e6);
  CHECK(sometimes < always);
  CHECK(hardly < sometimes / 4);
  CHECK(hardly > 0); // those that are measured
}

TEST_CASE("a second pass over deferred sons only reads the table less, for the same value") {
  for (const auto search : searches) {
    auto test = test::shared_work(AbdadaSettings{}, 8);
    test.settings.search = search;
    const auto all = test::run_isolated(test);
    test.own<AbdadaSettings>().revisit_deferred_only = true;
    const auto deferred_only = test::run_isolated(test);
    CHECK(deferred_only.value == all.value);
    CHECK(deferred_only.own_counters.at("second_pass") < all.own_counters.at("second_pass"));
    CHECK(deferred_only.traffic.reads < all.traffic.reads);
  }
}

TEST_CASE("a second pass over deferred sons only visits each of them once more") {
  auto test = test::shared_work(AbdadaSettings{}, 8);
  test.settings.search = Search::alphabeta;
  test.own<AbdadaSettings>().revisit_deferred_only = true;
  const auto result = test::run_isolated(test);
  CHECK(result.own_counters.at("second_pass") > 0);
  CHECK(result.own_counters.at("second_pass") <= result.counters.deferred);
}

TEST_CASE("processors that begin the second pass at different sons meet less often") {
  auto test = test::shared_work(AbdadaSettings{}, 64);
  const auto together = test::counters_of<AbdadaCounters>(test::run_isolated(test));
  CHECK(together.joined > 0);
  CHECK(together.met >= together.joined);
  for (const auto start : {SecondPass::arrival, SecondPass::rank}) {
    test.own<AbdadaSettings>().second_pass = start;
    const auto apart = test::counters_of<AbdadaCounters>(test::run_isolated(test));
    CHECK(apart.met < together.met / 2);
  }
}

TEST_CASE("no sons are deferred below the depth for it") {
  auto test = test::shared_work(AbdadaSettings{}, 16);
  const auto anywhere = test::run_isolated(test);
  test.own<AbdadaSettings>().defer_depth = 3;
  const auto deep = test::run_isolated(test);
  CHECK(deep.value == anywhere.value);
  CHECK(deep.counters.deferred > 0);
  CHECK(deep.counters.deferred < anywhere.counters.deferred);
  test.own<AbdadaSettings>().defer_depth = test.settings.depth + 1;
  CHECK(test::run_isolated(test).counters.deferred == 0);
}

TEST_CASE("on one processor the variants of ABDADA search the nodes of the plain one") {
  for (const auto search : searches) {
    auto test = test::shared_work(AbdadaSettings{}, 1);
    test.settings.search = search;
    const auto plain = test::run_isolated(test);
    test.own<AbdadaSettings>() = {.revisit_deferred_only = true,
                                  .second_pass = SecondPass::rank,
                                  .defer_depth = 2,
                                  .push_depth = 1,
                                  .parent_check_depth = 1,
                                  .cutoff_check_depth = 1,
                                  .answer_timeout = 1e-3};
    const auto variant = test::run_isolated(test);
    CHECK(variant.nodes() == plain.nodes());
    CHECK(variant.own_counters.at("windows_pushed") == 0);
    CHECK(variant.own_counters.at("abandoned") == 0);
    CHECK(variant.counters.timeouts == 0);
  }
}

TEST_CASE("two or three processors are no slower than one") {
  for (const auto search : searches) {
    for (const int processors : {2, 3}) {
      auto test = test::shared_work(AbdadaSettings{}, processors);
      test.settings.search = search;
      const auto few = test::run_isolated(test);
      test.processors = 1;
      CHECK(few.time < test::run_isolated(test).time);
    }
  }
}

TEST_CASE("without a common table processors gain next to nothing") {
  for (const auto sharing : {TableSharing::local, TableSharing::none}) {
    auto test = test::shared_work(AbdadaSettings{}, 8);
    test.tables.entries = 1 << 16;
    test.tables.sharing = sharing;
    const auto crowd = test::run_isolated(test);
    test.processors = 1;
    const auto alone = test::run_isolated(test);
    CHECK(crowd.value == alone.value);
    CHECK(alone.time / crowd.time < 1.1);
    CHECK(alone.time / crowd.time > 0.9);
  }
}
