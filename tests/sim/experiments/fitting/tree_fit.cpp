#include "sim/experiments/fitting/tree_fit.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <cmath>

namespace eldest {
namespace {

constexpr TreeSearches some_trees{7, 8, 6, 1e6};

/// Returns settings with little effort, which takes about a second.
FitSettings quick() {
  FitSettings settings;
  settings.nodes = 100'000;
  settings.trials = 500;
  return settings;
}

LogStatistics log_of(std::string_view parameters) {
  return statistics_of(search_trees(synthetic::parse_parameters(parameters), some_trees));
}

TEST_CASE("searches of trees are logged, each tree by itself") {
  const auto log = search_trees(synthetic::parse_parameters("b=6,order=0.9"), some_trees);
  REQUIRE(log.size() == 8);
  CHECK(log[0].iterations.size() == 6);
  const auto& first = log[0].iterations.front();
  CHECK(first.nodes == 7);
  CHECK(first.expanded == 1);
  CHECK(first.moves == 6);
  CHECK(log[0].iterations.back().nodes != log[1].iterations.back().nodes);
}

TEST_CASE("a search of a tree ends at the limit of its nodes") {
  const auto log = search_trees(synthetic::parse_parameters("b=6"), {1, 1, 20, 1000});
  REQUIRE(log.size() == 1);
  CHECK(log.front().iterations.size() < 10);
  CHECK(search_trees(synthetic::parse_parameters("b=200"), {1, 1, 20, 0}).empty());
}

TEST_CASE("a tree is fitted to searches of another one") {
  const auto log = log_of("b=5..15,order=0.8,falloff=0.8,noise=40,persistence=0.5,swing=30,"
                          "transpositions=0.8");
  int trials = 0;
  auto settings = quick();
  settings.on_trial = [&](int done, int all) {
    CHECK(done == ++trials);
    CHECK(all == settings.trials);
  };
  const auto fit = fit_tree(log, settings);
  CHECK(trials > settings.trials / 2);
  CHECK(trials <= settings.trials);
  const auto moves = std::ranges::find(fit.figures, FitKind::branching, &FittedFigure::kind);
  REQUIRE(moves != fit.figures.end());
  CHECK(moves->logged == Approx(10).margin(0.5));
  CHECK(moves->met());
  CHECK(fit.tree.swing > 0);
  REQUIRE(fit.figures.size() > 10);
  const auto met = std::ranges::count_if(fit.figures, &FittedFigure::met);
  CHECK(met >= static_cast<std::ptrdiff_t>(fit.figures.size()) - 2);
  for (const auto& figure : fit.figures) {
    if (figure.kind == FitKind::nodes)
      CHECK(std::abs(figure.deviation) < 3);
  }
  CHECK(fit_tree(log, quick()).tree == fit.tree);
  settings = quick();
  settings.seed = 2;
  CHECK(fit_tree(log, settings).tree != fit.tree);
}

TEST_CASE("values of a fitted tree have the log's unit") {
  const auto log = log_of("b=8,order=0.8,spread=3000,noise=900");
  const auto fit = fit_tree(log, quick());
  const auto step = std::ranges::find(fit.figures, FitKind::step, &FittedFigure::kind);
  REQUIRE(step != fit.figures.end());
  CHECK(step->met());
  CHECK(step->logged > 300);
}

TEST_CASE("as many nodes have a single move as in the log, and the others have their moves") {
  auto settings = quick();
  settings.trials = 1500;
  const auto fit = fit_tree(log_of("b=6..10,forced=0.4,noise=30"), settings);
  CHECK(fit.tree.forced == Approx(0.4).margin(0.05));
  const auto moves = std::ranges::find(fit.figures, FitKind::branching, &FittedFigure::kind);
  REQUIRE(moves != fit.figures.end());
  CHECK(moves->logged == Approx(5.2).margin(0.3));
  CHECK(moves->met());
  CHECK((fit.tree.branching.fewest + fit.tree.branching.most) / 2.0 == Approx(8).margin(2));
}

TEST_CASE("swings differ from node to node if the log has first moves of deep nodes") {
  auto log = statistics_of(search_trees(
      synthetic::parse_parameters("b=8..24,noise=30,spread=100,swing_noise=50,persistence=0.8"),
      {7, 24, 6, 1e6}));
  auto settings = quick();
  settings.trials = 1500;
  const auto fit = fit_tree(log, settings);
  CHECK(fit.tree.swing_noise > 0);
  const auto deep = std::ranges::find_if(fit.figures, [](const FittedFigure& figure) {
    return figure.kind == FitKind::deep_first_move_rate && figure.depth == 6;
  });
  REQUIRE(deep != fit.figures.end());
  CHECK(std::abs(deep->fitted - deep->logged) < 0.07);
  for (auto& logged : log.by_depth)
    logged.deep_first_move_rate.reset();
  CHECK(fit_tree(log, quick()).tree.swing_noise == 0);
}

TEST_CASE("values of any unit leave the parameters of the tree within their limits") {
  auto log = log_of("b=8,order=0.6,noise=500,spread=50,swing=200");
  log.step = 1e6;
  const auto fit = fit_tree(log, quick());
  CHECK_NOTHROW(synthetic::check(fit.tree));
  CHECK(std::max({fit.tree.spread, fit.tree.noise, std::abs(fit.tree.swing)}) > 900);
}

TEST_CASE("a search that grows by less than the square root of the moves has reductions") {
  const auto log = statistics_of(search_trees(
      synthetic::parse_parameters("b=30,order=0.9,noise=40,reduction=1"), {7, 24, 9, 1e6}));
  auto settings = quick();
  settings.nodes = 400'000;
  settings.trials = 1000;
  const auto fit = fit_tree(log, settings);
  CHECK(fit.tree.reduction > 0.3);
  for (const auto& figure : fit.figures) {
    if (figure.kind == FitKind::nodes && figure.depth >= 7)
      CHECK(std::abs(figure.fitted - figure.logged) < 0.4);
  }
}

TEST_CASE("without moves, cut-offs, table and values the nodes alone are fitted") {
  LogStatistics log;
  for (int depth = 1; depth <= 6; ++depth)
    log.by_depth.push_back({depth, 2.0 + 0.9 * depth, std::nullopt, std::nullopt, std::nullopt});
  const auto fit = fit_tree(log, quick());
  CHECK(fit.figures.size() == 6);
  CHECK(fit.tree.swing == 0);
  CHECK(std::abs(fit.figures.back().fitted - fit.figures.back().logged) < 0.3);
}

TEST_CASE("depths for which there is no time are predicted") {
  const auto log = log_of("b=8..12,order=0.85,noise=40");
  auto settings = quick();
  settings.nodes = 6'000;
  const auto fit = fit_tree(log, settings);
  CHECK(fit.depth < 6);
  CHECK(std::ranges::any_of(fit.figures, [&](const FittedFigure& figure) {
    return figure.depth > fit.depth && !figure.tried;
  }));
  CHECK(std::ranges::all_of(fit.figures, [&](const FittedFigure& figure) {
    return figure.depth > fit.depth || figure.kind == FitKind::step || figure.tried;
  }));
}

/// A log with the given figures at depth 4, and the same nodes at depth 3.
LogStatistics log_with(double nodes, double first_move_rate, double table_rate) {
  LogStatistics log;
  for (const int depth : {3, 4})
    log.by_depth.push_back({depth, std::log(nodes), first_move_rate, first_move_rate, table_rate});
  return log;
}

/// A fit with the given figures at the depths of `log`.
TreeFit fit_with(const LogStatistics& log, double nodes, double first_move_rate,
                 double table_rate) {
  TreeFit fit;
  for (const auto& logged : log.by_depth) {
    const auto add = [&](FitKind kind, double of_log, double of_fit) {
      fit.figures.push_back({kind, logged.depth, of_log, of_fit, 0, true});
    };
    add(FitKind::nodes, logged.log_nodes, std::log(nodes));
    add(FitKind::first_move_rate, *logged.first_move_rate, first_move_rate);
    add(FitKind::deep_first_move_rate, *logged.deep_first_move_rate, first_move_rate);
    add(FitKind::table_rate, *logged.table_rate, table_rate);
  }
  return fit;
}

TEST_CASE("a verdict depends on nodes, first moves and table answers") {
  const auto log = log_with(50'000, 0.9, 0.3);
  CHECK(verdict_on(fit_with(log, 50'000, 0.9, 0.3), log) == FitVerdict::usable);
  CHECK(verdict_on(fit_with(log, 36'000, 0.86, 0.21), log) == FitVerdict::usable);
  CHECK(verdict_on(fit_with(log, 35'000, 0.9, 0.3), log) == FitVerdict::ranking_only);
  CHECK(verdict_on(fit_with(log, 50'000, 0.84, 0.3), log) == FitVerdict::ranking_only);
  CHECK(verdict_on(fit_with(log, 50'000, 0.9, 0.19), log) == FitVerdict::ranking_only);
  CHECK(verdict_on(fit_with(log, 110'000, 0.9, 0.3), log) == FitVerdict::unusable);
  CHECK(verdict_on(fit_with(log, 50'000, 0.79, 0.3), log) == FitVerdict::unusable);
  CHECK(verdict_on(fit_with(log, 50'000, 0.9, 0.1), log) == FitVerdict::unusable);
}

TEST_CASE("small iterations are not judged, but something must be") {
  const auto small = log_with(500, 0.9, 0.3);
  CHECK(verdict_on(fit_with(small, 500, 0.9, 0.3), small) == FitVerdict::unusable);
  auto log = log_with(50'000, 0.9, 0.3);
  log.by_depth.front().log_nodes = std::log(500);
  auto fit = fit_with(log, 50'000, 0.9, 0.3);
  CHECK(verdict_on(fit, log) == FitVerdict::usable);
  std::erase_if(fit.figures, [](const FittedFigure& figure) { return figure.depth == 4; });
  CHECK(verdict_on(fit, log) == FitVerdict::unusable);
}

TEST_CASE("a log without cut-offs or table answers gives a ranking at most") {
  auto log = log_with(50'000, 0.9, 0.3);
  const auto fit = fit_with(log, 50'000, 0.9, 0.3);
  log.by_depth.back().deep_first_move_rate.reset();
  CHECK(verdict_on(fit, log) == FitVerdict::ranking_only);
  log.by_depth.back().deep_first_move_rate = 0.9;
  CHECK(verdict_on(fit, log) == FitVerdict::usable);
  log.by_depth.back().table_rate.reset();
  CHECK(verdict_on(fit, log) == FitVerdict::ranking_only);
}

} // namespace
} // namespace eldest
