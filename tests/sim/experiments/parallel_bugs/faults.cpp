// The classes of bugs are worth something only if a bug is found: each is planted here.
#include "algorithms/shared_table/settings.hpp"
#include "sim/experiments/searches/game_search.hpp"
#include "tests/sim/experiments/parallel_bugs/bug_counts.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/faulty_processor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

using namespace eldest;
using test::BugCase;

namespace {

int moves_of(const synthetic::Position& position) {
  synthetic::Position::MoveList moves;
  position.generate_moves(moves);
  return static_cast<int>(moves.size());
}

/// Returns the search of the product on processors with a bug. No helper of Stockfish's Lazy SMP is
/// forgotten, because it would search on to depth 64.
test::SearchPart on_faulty_processors(test::Fault fault) {
  return
      [fault](const BugCase& test, const synthetic::Position& root, SimulatedProcessor& processor) {
        const bool never_ends = fault == test::Fault::helper_forgotten &&
                                test.algorithm.settings_if<StockfishLazySmpSettings>() != nullptr;
        test::FaultyProcessor faulty(processor, {never_ends ? test::Fault::none : fault, root.key(),
                                                 root.evaluate(), moves_of(root)});
        return game_search(test.algorithm, test.settings, root, faulty);
      };
}

/// Returns the search of the product, whose outcome is then changed by `change(outcome, root)`.
template <class Change> test::SearchPart with_outcome(const Change& change) {
  return [change](const BugCase& test, const synthetic::Position& root,
                  SimulatedProcessor& processor) {
    auto outcome = test::search_as_it_is(test, root, processor);
    if (!outcome.iterations.empty())
      change(outcome, root, test);
    return outcome;
  };
}

/// Reports an iteration that has been stopped like one that is complete, with the last value.
void report_unfinished(SearchOutcome& outcome, const synthetic::Position& /*root*/,
                       const BugCase& test) {
  auto next = outcome.iterations.back();
  if (++next.depth <= test.settings.depth)
    outcome.iterations.push_back(next);
}

/// Takes a helper's result of the iteration before for that of the last one.
void take_shallower(SearchOutcome& outcome, const synthetic::Position& /*root*/,
                    const BugCase& /*test*/) {
  auto& all = outcome.iterations;
  if (all.size() > 1) {
    all.back().value = all[all.size() - 2].value;
    all.back().move = all[all.size() - 2].move;
  }
}

/// Does not search a single reply, and takes its static value.
void skip_single_reply(SearchOutcome& outcome, const synthetic::Position& root,
                       const BugCase& /*test*/) {
  for (auto& result : outcome.iterations) {
    if (moves_of(root) == 1)
      result.value = -root.after(*find_move(root, result.move)).evaluate();
  }
}

/// A planted bug, and the class whose searches must find it.
struct Planted {
  std::string_view name;
  std::string_view kind;
  test::SearchPart search;
};

std::vector<Planted> planted_bugs() {
  return {
      {"short keys", "key collision", on_faulty_processors(test::Fault::short_keys)},
      {"torn entries", "key collision", on_faulty_processors(test::Fault::torn_entries)},
      {"unfinished iteration", "stop", with_outcome(report_unfinished)},
      {"move lost", "best move lost", on_faulty_processors(test::Fault::move_lost)},
      {"single reply skipped", "single reply", with_outcome(skip_single_reply)},
      {"helper forgotten", "few root moves", on_faulty_processors(test::Fault::helper_forgotten)},
      {"depth overstated", "completed depth", on_faulty_processors(test::Fault::depth_overstated)},
      {"other depth", "completed depth", on_faulty_processors(test::Fault::other_depth)},
      {"failed window", "aspiration", on_faulty_processors(test::Fault::failed_window)},
      {"bounds as exact", "aspiration", on_faulty_processors(test::Fault::bounds_as_exact)},
      {"stored on stop", "stored results", on_faulty_processors(test::Fault::stored_on_stop)},
      {"shallower result", "helpers' results", with_outcome(take_shallower)}};
}

constexpr int most_searches = 200;

} // namespace

TEST_CASE("each planted bug is found within 200 searches of its class") {
  for (const auto& planted : planted_bugs()) {
    const auto each = most_searches / static_cast<int>(test::parallel_algorithms().size());
    const auto counts =
        test::simulate_class(test::bug_class(planted.kind), each, planted.search, true);
    CAPTURE(planted.name, counts.searches);
    CHECK(counts.differences == 1);
    CHECK(counts.searches <= most_searches);
  }
}

TEST_CASE("on processors without a planted bug, no difference is found") {
  const auto counts = test::simulate_class(test::bug_class("key collision"), 2,
                                           on_faulty_processors(test::Fault::none));
  CHECK(counts.first.empty());
}

TEST_CASE("by hand: the searches until each planted bug is found", "[.][by-hand]") {
  for (const auto& planted : planted_bugs())
    test::print(fmt::format("{} | {}", planted.kind, planted.name),
                test::simulate_class(test::bug_class(planted.kind), 15, planted.search, true));
}
