#include "sim/experiments/fitting/tree_fit.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace eldest {
namespace {

constexpr TreeSearches some_trees{7, 8, 6, 1e6};

/// Returns settings with little effort, which takes about a second.
FitSettings quick() {
  FitSettings settings;
  settings.nodes = 20'000;
  settings.trials = 250;
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
  CHECK(fit.tree.branching == synthetic::Branching{5, 15, 0});
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

TEST_CASE("a search that grows by less than the square root of the moves has reductions") {
  auto log = log_of("b=30,order=0.9,noise=40,reduction=1");
  const auto fit = fit_tree(log, quick());
  CHECK(fit.tree.reduction > 0.3);
  for (const auto& figure : fit.figures) {
    if (figure.kind == FitKind::nodes && figure.depth >= 4)
      CHECK(figure.met());
  }
}

TEST_CASE("without moves, cut-offs, table and values the nodes alone are fitted") {
  LogStatistics log;
  for (int depth = 1; depth <= 6; ++depth)
    log.by_depth.push_back({depth, 2.0 + 0.9 * depth, std::nullopt, std::nullopt});
  const auto fit = fit_tree(log, quick());
  CHECK(fit.figures.size() == 6);
  CHECK(fit.tree.swing == 0);
  CHECK(std::abs(fit.figures.back().fitted - fit.figures.back().logged) < 0.3);
}

TEST_CASE("depths for which there is no time are predicted") {
  const auto log = log_of("b=8..12,order=0.85,noise=40");
  auto settings = quick();
  settings.nodes = 4'000;
  const auto fit = fit_tree(log, settings);
  CHECK(fit.depth < 6);
  CHECK(std::ranges::any_of(fit.figures, [&](const FittedFigure& figure) {
    return figure.depth > fit.depth && !figure.tried;
  }));
  CHECK(std::ranges::all_of(fit.figures, [&](const FittedFigure& figure) {
    return figure.depth > fit.depth || figure.kind == FitKind::step || figure.tried;
  }));
}

} // namespace
} // namespace eldest
