#include "sim/sweeps/analysis.hpp"

#include "sim/sweeps/csv.hpp"
#include "sim/sweeps/page.hpp"
#include "sim/sweeps/played_search.hpp"
#include "sim/sweeps/tables.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/points.hpp"
#include "trees/base/errors.hpp"
#include "trees/score.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

using namespace eldest;
using Access = SweepStore::Access;

namespace {

/// Returns the object of a search that takes `seconds`, as in the JSON report.
/// `values`: of the iterations.
Json result_of(Json settings, double seconds, const std::vector<Score>& values = {5, 5}) {
  SearchResult result;
  result.time = seconds;
  for (int rank = 0; rank < settings.at("processors").get<int>(); ++rank)
    result.processors.push_back({100, {seconds, 0, 0}});
  result.counters.interior = 1000;
  for (std::size_t i = 0; i < values.size(); ++i)
    result.iterations.push_back({static_cast<int>(i) + 1, values[i],
                                 seconds * static_cast<double>(i + 1) / 4,
                                 std::uint64_t{10} + 80 * i});
  Json fields = result;
  fields.erase("platform");
  settings.update(fields);
  return settings;
}

/// A store to which tests add searches.
class Stored {
public:
  Stored() : store_(file_.path(), Access::create) {}

  [[nodiscard]] SweepStore& store() { return store_; }

  /// Adds a search with changed settings, and its baselines, which take 16 s.
  void add(const Json& changes, double seconds, const std::vector<Score>& values = {5, 5}) {
    const auto relative = add_point(changes, 1, 16, {});
    const BaselineKeys baselines{relative, relative, relative};
    add_point(changes, 8, seconds, baselines, values);
  }

  /// Adds a search that is MTD(f), and its baselines except the sequential MTD(f).
  void add_on_mtdf(double seconds) {
    const BaselineKeys baselines{
        add_point({{"search", "mtdf"}}, 1, 20, {}),
        add_point({{"algorithm", "alphabeta"}, {"search", "alphabeta"}}, 1, 18, {}),
        add_point({{"algorithm", "negascout"}, {"search", "negascout"}}, 1, 16, {})};
    add_point({{"search", "mtdf"}}, 8, seconds, baselines);
  }

  /// Adds the sequential MTD(f).
  void add_sequential_mtdf(double seconds) {
    add_point({{"algorithm", "mtdf"}, {"search", "mtdf"}}, 1, seconds, {});
  }

  /// Adds a failed search.
  void add_failure(const Json& changes) {
    const auto relative = add_point(changes, 1, 16, {});
    const auto point = make_point(changes, 8, BaselineKeys{relative, relative, relative});
    store_.add({&point, 1});
    store_.put(point.key, {std::nullopt, "crashed", 1});
  }

private:
  static Point make_point(const Json& changes, int processors,
                          const std::optional<BaselineKeys>& baselines) {
    auto settings = test::make_settings(1);
    settings.merge_patch(changes);
    settings["processors"] = processors;
    return {point_key(settings), settings, "eldest simulate", baselines};
  }

  std::string add_point(const Json& changes, int processors, double seconds,
                        const std::optional<BaselineKeys>& baselines,
                        const std::vector<Score>& values = {5, 5}) {
    const auto point = make_point(changes, processors, baselines);
    store_.add({&point, 1});
    store_.put(point.key, {result_of(point.settings, seconds, values), "", 1});
    return point.key;
  }

  test::TemporaryFile file_{"", ".db"};
  SweepStore store_;
};

Json position(const std::string& name) { return {{"position", name}, {"id", name}}; }

Json with(Json changes, const Json& more) {
  changes.merge_patch(more);
  return changes;
}

} // namespace

TEST_CASE("searches that differ in position and seed only are a series, with its means") {
  Stored stored;
  stored.add(position("a"), 4);
  stored.add(with(position("a"), {{"seed", 2}}), 2);
  stored.add(position("b"), 8);
  const auto analysis = analyse(stored.store());
  REQUIRE(analysis.panels.size() == 1);
  CHECK(analysis.panels[0].title == "chess, depth 3, on M (loggp)");
  REQUIRE(analysis.panels[0].series.size() == 1);
  const auto& series = analysis.panels[0].series[0];
  CHECK(series.label == "ybwc");
  const auto& cell = series.cells.at({8});
  CHECK(cell.positions == std::vector<std::string>{"a", "b"});
  CHECK(cell.mean.absolute_speedup == Approx(((4 + 8) / 2.0 + 2) / 2));
  CHECK(cell.ratio_of_sums.absolute_speedup == Approx(48 / 14.0));
  // The error of 6 and 2 is half their mean; t has one degree of freedom.
  CHECK(cell.interval->low.absolute_speedup == Approx(4 / std::exp(12.706205 / 2)));
  CHECK(cell.time == Approx(14 / 3.0));
  CHECK(cell.searches == 3);
  CHECK(cell.nodes_per_second.mean == Approx(3000 / 14.0));
  CHECK(cell.nodes_per_second.interval->contains(3000 / 14.0));
  CHECK(cell.time_to_depth.at(2).mean == Approx(14 / 6.0));
  CHECK(cell.time_to_depth.at(2).interval->contains(14 / 6.0));
  CHECK(cell.is_best);
}

TEST_CASE("a search that is MTD(f) is compared with the sequential MTD(f), too") {
  for (const auto& [seconds, speedup] : {std::pair{12.0, 6.0}, std::pair{17.0, 8.0}}) {
    Stored stored;
    stored.add_on_mtdf(2);
    CHECK(analyse(stored.store()).panels.empty());
    stored.add_sequential_mtdf(seconds);
    const auto analysis = analyse(stored.store());
    REQUIRE(analysis.panels.size() == 1);
    const auto& mean = analysis.panels[0].series.at(0).cells.at({8}).mean;
    CHECK(mean.absolute_speedup == Approx(speedup));
    CHECK(mean.relative_speedup == Approx(10));
  }
}

TEST_CASE("trees, depths, platforms and models are panels of their own") {
  Stored stored;
  stored.add(position("a"), 4);
  stored.add({{"tree", "othello"}}, 4);
  stored.add({{"depth", 4}}, 4);
  stored.add({{"model", "flow"}}, 4);
  stored.add({{"platform", {{"digest", "another"}}}}, 4);
  CHECK(analyse(stored.store()).panels.size() == 5);
}

TEST_CASE("a series is named by what sets it apart") {
  const auto labels_of = [](const std::vector<Json>& all) {
    Stored stored;
    for (const auto& changes : all)
      stored.add(changes, 4);
    std::vector<std::string> labels;
    const auto analysis = analyse(stored.store());
    for (const auto& series : analysis.panels.front().series)
      labels.push_back(series.label);
    return labels;
  };
  const Json abdada{{"algorithm", "abdada"}, {"options", {{"abdada_variant", "published"}}}};
  const Json best{{"algorithm", "abdada"},
                  {"options", {{"abdada_variant", "best"}, {"abdada_push_depth", 1}}}};
  const Json deeper{{"algorithm", "abdada"},
                    {"options", {{"abdada_variant", "best"}, {"abdada_push_depth", 2}}}};
  using Labels = std::vector<std::string>;
  CHECK(labels_of({Json::object(), abdada}) == Labels{"ybwc", "abdada"});
  CHECK(labels_of({abdada, best}) == Labels{"abdada, variant published", "abdada, variant best"});
  CHECK(labels_of({abdada, best, deeper}) == Labels{"abdada, variant published",
                                                    "abdada, variant best, push depth 1",
                                                    "abdada, variant best, push depth 2"});
  const auto hops = [](int count, const std::string& variant) {
    return Json{{"options", {{"ybwc_hops", count}, {"ybwc_variant", variant}}}};
  };
  CHECK(labels_of({hops(1, "own"), hops(4, "published")}) ==
        Labels{"ybwc, hops 1", "ybwc, hops 4"});
  CHECK(labels_of({{{"options", {{"tt_entries", 1}}}}, {{"options", {{"tt_entries", 2}}}}}) ==
        Labels{"ybwc, tt entries 1", "ybwc, tt entries 2"});
  CHECK(labels_of({{{"search", "alphabeta"}}, {{"search", "negascout"}}}) ==
        Labels{"ybwc on alphabeta", "ybwc on negascout"});
}

TEST_CASE("series that cannot be told from the best are marked with it") {
  Stored stored;
  const auto add = [&](const std::string& algorithm, const std::vector<double>& seconds) {
    for (std::size_t i = 0; i < seconds.size(); ++i)
      stored.add(
          with(position(std::string(1, static_cast<char>('a' + i))), {{"algorithm", algorithm}}),
          seconds[i]);
  };
  add("ybwc", {1, 2, 3, 4, 5, 6});
  add("dts", {1.1, 2.1, 3.3, 4.3, 5.4, 6.6}); // a little slower everywhere
  add("abdada", {2, 1, 3.1, 3.9, 5.1, 5.9});  // slower here, faster there
  const auto analysis = analyse(stored.store());
  const auto& series = analysis.panels.front().series;
  CHECK(series[0].cells.at({8}).is_best);
  CHECK_FALSE(series[1].cells.at({8}).is_best);
  CHECK(series[2].cells.at({8}).is_best);
}

TEST_CASE("verdicts on series are corrected for their number") {
  const auto is_best = [](int others) {
    Stored stored;
    const auto add = [&](const std::string& search, const std::vector<double>& seconds) {
      for (std::size_t i = 0; i < seconds.size(); ++i)
        stored.add(with(position(std::string(1, static_cast<char>('a' + i))), {{"search", search}}),
                   seconds[i]);
    };
    add("best", {1, 2, 3, 4, 5, 6});
    add("slower", {1.03, 2.15, 3.05, 4.3, 5.6, 6.4});
    for (int other = 0; other < others; ++other)
      add(std::to_string(other), {1.1, 1.9, 3.1, 4, 5.1, 6});
    const auto analysis = analyse(stored.store());
    CHECK(analysis.verdicts == static_cast<std::size_t>(others) + 1);
    return analysis.panels.front().series[1].cells.at({8}).is_best;
  };
  CHECK_FALSE(is_best(0));
  CHECK(is_best(9));
}

TEST_CASE("synthetic trees that differ in their seed only are samples of a series") {
  Stored stored;
  const auto tree = [](int seed) {
    return Json{{"tree", "synthetic:seed=" + std::to_string(seed) + ",b=6"},
                {"position", "model=ordered,b=6,seed=" + std::to_string(seed)}};
  };
  stored.add(tree(1), 4);
  stored.add(tree(2), 8);
  const auto analysis = analyse(stored.store());
  REQUIRE(analysis.panels.size() == 1);
  CHECK(analysis.panels[0].title == "synthetic:b=6, depth 3, on M (loggp)");
  const auto& cell = analysis.panels[0].series[0].cells.at({8});
  CHECK(cell.positions.size() == 2);
  CHECK(cell.mean.absolute_speedup == Approx(3));
  CHECK(analyse(stored.store(), {"processors", {"tree-seed"}, {}}).panels.size() == 2);
}

TEST_CASE("a report is along any axis, with panels and series by others") {
  Stored stored;
  for (const auto* const latency : {"10us", "500ns", "1ms"}) {
    for (const auto* const algorithm : {"ybwc", "abdada"})
      stored.add(with(position("a"),
                      {{"algorithm", algorithm}, {"options", {{"set", {{"latency", latency}}}}}}),
                 4);
  }
  stored.add(position("a"), 4);
  const auto by_latency = analyse(stored.store(), {"latency", {}, {}});
  REQUIRE(by_latency.panels.size() == 1);
  const auto& panel = by_latency.panels[0];
  CHECK(panel.title == "chess, depth 3, on M (loggp), 8 processors");
  CHECK(panel.x.is_logarithmic());
  CHECK(by_latency.without_x == 1);
  REQUIRE(panel.series.size() == 2);
  std::vector<std::string> values;
  for (const auto& x : values_of_x(panel))
    values.push_back(x.text);
  CHECK(values == std::vector<std::string>{"500ns", "10us", "1ms"});
  CHECK_THAT(means_csv(by_latency), Catch::Contains(",latency,processors,") &&
                                        Catch::Contains(",abdada,negascout,5e-07,8,1,0,0,1,"));
  const auto panels = analyse(stored.store(), {"latency", {"algorithm"}, {}}).panels;
  REQUIRE(panels.size() == 2);
  CHECK(panels[1].title == "chess, depth 3, on M (loggp), abdada, 8 processors");
  const auto lines = analyse(stored.store(), {"algorithm", {}, {"latency"}});
  REQUIRE(lines.panels.size() == 1);
  CHECK_FALSE(lines.panels[0].x.has_numbers());
  CHECK(lines.panels[0].series.size() == 4);
  CHECK(lines.panels[0].series[1].label == "latency 500ns");
  CHECK_THROWS_WITH(analyse(stored.store(), {"latncy", {}, {}}),
                    Catch::Contains("latncy: no such axis (did you mean latency?)"));
  CHECK_THROWS_WITH(analyse(stored.store(), {"latency", {"latency"}, {}}),
                    Catch::Contains("latency: is named twice"));
}

TEST_CASE("searches that differ in other axes are not mixed") {
  Stored stored;
  for (const int hops : {1, 2})
    stored.add(with(position("a"), {{"options", {{"ybwc_hops", hops}}}}), 4);
  CHECK_THROWS_WITH(analyse(stored.store(), {"algorithm", {}, {}}),
                    Catch::Contains("differ in ybwc_hops, too"));
  CHECK(analyse(stored.store(), {"algorithm", {}, {"ybwc-hops"}}).panels.size() == 1);
}

TEST_CASE("versions are compared if they are an axis") {
  Stored stored;
  stored.add(with(position("a"), {{"version", "0"}}), 4);
  stored.add(position("a"), 8);
  const auto analysis = analyse(stored.store(), {"processors", {}, {"version"}});
  CHECK(analysis.of_other_versions == 0);
  REQUIRE(analysis.panels.size() == 1);
  CHECK(analysis.panels[0].series[0].label == "eldest 0");
}

TEST_CASE("positions are named in which a forced win was found before the last iteration") {
  Stored stored;
  stored.add(position("quiet"), 4);
  stored.add(position("mate"), 4, {5, win_score(1), win_score(2)});
  stored.add(position("late"), 4, {5, 5, -win_score(2)});
  const auto analysis = analyse(stored.store());
  const auto& decided = analysis.panels.front().decided;
  REQUIRE(decided.size() == 1);
  CHECK(decided[0].position == "mate");
  CHECK(decided[0].depth == 2);
  CHECK_THAT(speedups_text(analysis), Catch::Contains("brackets: mate (2)."));
}

TEST_CASE("tables for papers escape what means something in their formats") {
  Stored stored;
  for (const auto* const name : {"a", "b"}) {
    stored.add(with(position(name), {{"tree", "a_b & c | d%"}}), 4);
    stored.add(with(position(name), {{"tree", "a_b & c | d%"}, {"algorithm", "dts"}}), 8);
  }
  const auto analysis = analyse(stored.store());
  CHECK_THAT(speedups_markdown(analysis),
             Catch::Contains("### a\\_b \\& c \\| d%, depth 3") &&
                 Catch::Contains("| processors | 8 |\n|---|---:|\n") &&
                 Catch::Contains("| ybwc | **4.00 (4.00 to 4.00)** |"));
  CHECK_THAT(speedups_latex(analysis),
             Catch::Contains("\\caption{a\\_b \\& c \\char124{} d\\%, depth 3") &&
                 Catch::Contains("\\toprule\nprocessors & 8 \\\\\n\\midrule\n") &&
                 Catch::Contains("dts & 2.00 (2.00 to 2.00) \\\\\n\\bottomrule"));
}

TEST_CASE("times to depths are a table with a row for each depth") {
  Stored stored;
  stored.add(position("a"), 4);
  CHECK_THAT(times_to_depth_csv(analyse(stored.store())),
             Catch::Contains(",positions,n,completed_depth,time_s,time_s_low,time_s_high\n") &&
                 Catch::Contains(",8,1,1,2,2,,\n"));
}

TEST_CASE("results of one model version are one series, those of others are left out") {
  Stored stored;
  stored.add(position("a"), 3);
  stored.add(with(position("a"), {{"model_version", 1}}), 3);
  stored.add(with(position("a"), {{"model_version", 2}}), 4);
  stored.add(with(position("b"), {{"model_version", 2}, {"version", "1.1"}}), 8);
  const auto analysis = analyse(stored.store());
  CHECK(analysis.versions() == "eldest 1.1 (model version 2)");
  CHECK(analysis.of_other_versions == 4);
  REQUIRE(analysis.panels.size() == 1);
  REQUIRE(analysis.panels[0].series.size() == 1);
  CHECK(analysis.panels[0].series[0].cells.at({8}).positions == std::vector<std::string>{"a", "b"});
  const auto csv = searches_csv(analysis);
  CHECK_THAT(csv, Catch::StartsWith("version,model_version,") && Catch::Contains(",key\n"));
  for (const auto& point : analysis.points)
    CHECK_THAT(csv, Catch::Contains("," + point.point.key + "\n"));
}

TEST_CASE("failures are counted, and what other versions did is left out") {
  Stored stored;
  stored.add(with(position("a"), {{"version", "0"}}), 4);
  stored.add(position("a"), 4);
  stored.add_failure(position("b"));
  const auto analysis = analyse(stored.store());
  CHECK(analysis.version == "1");
  CHECK(analysis.of_other_versions == 2);
  CHECK(analysis.failed == 1);
  CHECK(analysis.points.size() == 4);
  const auto& cell = analysis.panels.front().series.front().cells.at({8});
  CHECK(cell.failed == 1);
  CHECK(cell.positions.size() == 1);
  CHECK_FALSE(cell.interval);
}

TEST_CASE("a series of which all searches have failed stands in the tables as one") {
  Stored stored;
  stored.add(position("a"), 4);
  stored.add_failure(with(position("a"), {{"algorithm", "dts"}}));
  const auto analysis = analyse(stored.store());
  const auto& series = analysis.panels.front().series;
  REQUIRE(series.size() == 2);
  CHECK(series[0].compared({8}) != nullptr);
  CHECK(series[1].compared({8}) == nullptr);
  CHECK(series[1].cells.at({8}).failed == 1);
  CHECK_FALSE(series[1].cells.at({8}).is_best);
  CHECK_THAT(speedups_text(analysis), Catch::Contains("dts ") && Catch::Contains("1 failed"));
  CHECK_THAT(means_csv(analysis), Catch::Contains(",dts,negascout,8,0,1,0,0,,"));
  CHECK_THAT(page(analysis, "P", {{}}), Catch::Contains("<th scope=\"row\">dts</th><td>–</td>") &&
                                            Catch::Contains("<td>0; 1, 0</td>"));
}

TEST_CASE("names of a platform file and programs make no difference, other texts of it do") {
  Stored stored;
  stored.add(position("a"), 4);
  stored.add(with(position("b"),
                  {{"platform", {{"file", "other.xml"}}}, {"options", {{"program", "nnue"}}}}),
             4);
  stored.add(with(position("a"), {{"platform", {{"digest", "0123456789"}}}}), 4);
  const auto analysis = analyse(stored.store());
  REQUIRE(analysis.panels.size() == 2);
  CHECK(analysis.panels[0].series[0].cells.at({8}).positions.size() == 2);
  CHECK(analysis.panels[0].title == "chess, depth 3, on M (loggp)");
  CHECK(analysis.panels[1].title == "chess, depth 3, on M [01234567] (loggp)");
}

TEST_CASE("the best is found in positions that all series have") {
  Stored stored;
  const Json abdada{{"algorithm", "abdada"}};
  stored.add(position("easy"), 1);
  stored.add(position("easier"), 1.1);
  stored.add(position("hard"), 8);
  stored.add(with(position("easy"), abdada), 2);
  stored.add(with(position("easier"), abdada), 2.1);
  stored.add_failure(with(position("hard"), abdada));
  const auto analysis = analyse(stored.store());
  const auto& series = analysis.panels.front().series;
  CHECK(series[0].cells.at({8}).is_best);
  CHECK_FALSE(series[1].cells.at({8}).is_best);
  CHECK(series[1].cells.at({8}).failed == 1);
}

TEST_CASE("a store in which nothing has been run is said to be one") {
  Stored stored;
  CHECK_THROWS_AS(analyse(stored.store()), InputError);
}

TEST_CASE("an outcome that is no result of a search is left out, and said to be damaged") {
  Stored stored;
  stored.add(position("a"), 4);
  const auto points = test::make_points(2);
  stored.store().add(points);
  stored.store().put(points[0].key, {Json{{"value", 1}}, "", 1});
  auto other = result_of(points[1].settings, 1);
  other["per_processor"].erase(0);
  stored.store().put(points[1].key, {other, "", 1});
  const auto analysis = analyse(stored.store());
  CHECK(analysis.points.size() == 2);
  CHECK(analysis.not_run == 2);
  REQUIRE(analysis.damaged.size() == 2);
  CHECK(analysis.damaged[0].what ==
        "outcomes, key '" + points[0].key + "': result: field platform: is missing");
  CHECK_THAT(analysis.damaged[1].what,
             Catch::EndsWith("field per_processor: has 7 processors, not 8"));
}

TEST_CASE("a page has nodes a second in words, tables with heads, and a description of each part") {
  Stored stored;
  stored.add(position("a"), 0.01);
  stored.add(position("b"), 0.02);
  CHECK_THAT(
      page(analyse(stored.store()), "P", {{}}),
      Catch::Contains("<td>66.7 k <span class=\"interval\">") &&
          Catch::Contains("<th scope=\"col\">processors</th><th scope=\"col\">8</th>") &&
          Catch::Contains("role=\"region\" tabindex=\"0\" aria-label=\"Absolute speedup: chess") &&
          Catch::Contains("prefers-color-scheme: dark"));
}

TEST_CASE("pages play the searches of the lowest, median and highest speedup at the greatest x") {
  Stored stored;
  const Json abdada{{"algorithm", "abdada"}};
  for (const auto& [name, seconds] : std::initializer_list<std::pair<const char*, double>>{
           {"a", 4}, {"b", 1}, {"c", 2}, {"d", 8}})
    stored.add(position(name), seconds);
  stored.add(with(position("a"), abdada), 4);
  stored.add_failure(with(position("b"), abdada));
  const auto analysis = analyse(stored.store());
  auto played = choose_played(analysis, parse_ranks("highest,lowest, median"));
  REQUIRE(played.size() == 4);
  const auto check = [&](std::size_t i, const char* name, double speedup, const char* ranks) {
    CHECK(played[i].name == name);
    CHECK(played[i].speedup == speedup);
    CHECK(fmt::format("{}", fmt::join(played[i].ranks, ",")) == ranks);
    CHECK(played[i].point->point.settings["id"] == name);
  };
  check(0, "b", 16, "highest");
  check(1, "d", 2, "lowest");
  check(2, "a", 4, "median"); // the lower one of 4 and 8
  check(3, "a", 4, "highest,lowest,median");
  CHECK(played[0].file == "chess-depth-3-on-m-loggp-ybwc-8-processors-b.html");
  played[0].bytes = 1'240'000;
  CHECK_THAT(page(analysis, "P", {{}}, {played[0]}),
             Catch::Contains("</span><br><small><a href=\"chess-depth-3-on-m-loggp-ybwc-8-"
                             "processors-b.html\">highest: b, 16.0</a> (1.2 MB)</small></td>"));
  CHECK_THAT(page(analysis, "P", {{}}), !Catch::Contains("<a "));
  CHECK_THROWS_AS(parse_ranks("lowest,best"), InputError);
}

TEST_CASE("pages of searches with several seeds, or with the same text in small letters, differ") {
  Stored stored;
  stored.add(position("a"), 4);
  stored.add(with(position("A"), {{"seed", 2}}), 2);
  const auto analysis = analyse(stored.store());
  const auto played = choose_played(analysis, parse_ranks("lowest,highest"));
  REQUIRE(played.size() == 2);
  CHECK(played[0].name == "a, seed 1");
  CHECK(played[1].name == "A, seed 2");
  Stored others;
  others.add(position("a"), 4);
  others.add(position("A"), 2);
  const auto same = analyse(others.store());
  const auto files = choose_played(same, parse_ranks("lowest,highest"));
  CHECK(files[0].file == "chess-depth-3-on-m-loggp-ybwc-8-processors-a.html");
  CHECK(files[1].file == "chess-depth-3-on-m-loggp-ybwc-8-processors-a-2.html");
}

TEST_CASE("texts of a store are no markup of the page") {
  Stored stored;
  stored.add(position("a"), 4);
  auto analysis = analyse(stored.store());
  for (auto& point : analysis.points)
    point.ended_at = "<script>";
  CHECK_THAT(page(analysis, "<script>", {{}}), !Catch::Contains("<script>"));
}
