#include "sim/sweeps/differences.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/points.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace eldest;

namespace {

/// A store to which results are added.
class ResultStore {
public:
  ResultStore() : store(file_.path(), SweepStore::Access::create) {}

  /// Adds a search with changed settings.
  void add(const Json& changes, double seconds, double nodes) {
    auto settings = test::make_settings(1);
    settings.merge_patch(changes);
    const Point point{point_key(settings), settings, "", baselines_};
    store.add({&point, 1});
    store.put(point.key, {Json{{"time_s", seconds}, {"nodes", nodes}}, "", 1});
  }

  /// Adds the same search of several positions, each with its number of seconds.
  void add(const Json& changes, const std::vector<double>& seconds) {
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      auto of_position = changes;
      of_position["position"] = std::string(1, static_cast<char>('a' + i));
      add(of_position, seconds[i], 100);
    }
  }

  /// Adds searches like `add` that have been planned, and are not only baselines of others.
  void plan(const Json& changes, const std::vector<double>& seconds) {
    baselines_ = BaselineKeys{"r", "a", "n"};
    add(changes, seconds);
    baselines_ = std::nullopt;
  }

private:
  test::TemporaryFile file_{"", ".db"};
  std::optional<BaselineKeys> baselines_;

public:
  SweepStore store;
};

/// Compares stores without damaged rows.
std::vector<Difference> compare_stores(const SweepStore& from, const SweepStore& to) {
  std::vector<DamagedRow> damaged;
  auto differences = compare(from, to, Searches::planned, damaged);
  CHECK(damaged.empty());
  return differences;
}

std::vector<Difference> compare_by(const SweepStore& store, const std::string& setting) {
  std::vector<DamagedRow> damaged;
  auto differences = compare(store, setting, Searches::planned, damaged);
  CHECK(damaged.empty());
  return differences;
}

Json with_processors(int count, Json changes = Json::object()) {
  changes["processors"] = count;
  return changes;
}

Json hops(int count) { return {{"options", {{"ybwc_hops", count}}}}; }

} // namespace

TEST_CASE("stores are compared by searches that both have, whatever the version") {
  ResultStore from;
  from.add({{"version", "1"}}, {1, 2, 4, 8});
  ResultStore to;
  to.add({{"version", "2"}}, {2, 4, 8, 16, 32});
  const auto differences = compare_stores(from.store, to.store);
  REQUIRE(differences.size() == 1);
  CHECK(differences[0].positions == 4);
  CHECK(differences[0].time.ratio == Approx(2));
  CHECK(differences[0].time.interval->low == Approx(2));
  CHECK_FALSE(differences[0].time.is_open());
  CHECK(differences[0].nodes.ratio == 1);
  CHECK(differences[0].nodes.is_open());
  CHECK(compare_stores(from.store, from.store)[0].different == 0);
  ResultStore other;
  other.add({{"depth", 9}}, {1});
  CHECK_THROWS_AS(compare_stores(from.store, other.store), InputError);
  to.add({{"version", "1"}}, {9, 9, 9, 9}); // added later, and therefore the latest version
  CHECK(compare_stores(from.store, to.store)[0].time.ratio != Approx(2));
}

TEST_CASE("values of an option are compared with the first of them") {
  ResultStore stored;
  stored.add(hops(2), {1, 2, 3, 4});
  stored.add(hops(4), {1.5, 1.9, 3.1, 3.7}); // slower here, faster there
  stored.add(hops(8), {0.5, 1.1, 1.4, 2.2});
  const auto differences = compare_by(stored.store, "ybwc_hops");
  REQUIRE(differences.size() == 2);
  CHECK(differences[0].from == "2");
  CHECK(differences[0].to == "4");
  CHECK(differences[0].time.is_open());
  CHECK(differences[1].to == "8");
  CHECK_FALSE(differences[1].time.is_open());
  CHECK(differences[1].time.ratio == Approx(0.5).epsilon(0.05));
  CHECK_THROWS_WITH(compare_by(stored.store, "ybwc_tries"),
                    Catch::Contains("ybwc_tries: no such axis") &&
                        Catch::Contains("in this store vary position, ybwc_hops"));
  CHECK_THROWS_WITH(compare_by(stored.store, "model"), Catch::Contains("differ in model only"));
}

TEST_CASE("groups with the same words are told apart by their search and options") {
  ResultStore stored;
  const auto add = [&](const std::string& search, int hops, int tries) {
    stored.add({{"search", search},
                {"options", {{"ybwc_hops", hops}, {"ybwc_tries", tries}, {"quiescence", false}}}},
               {1, 2});
  };
  for (const int hops : {2, 4}) {
    add("negascout", hops, 1);
    add("negascout", hops, 8);
    add("alphabeta", hops, 8);
  }
  std::vector<std::string> headings;
  for (const auto& difference : compare_by(stored.store, "ybwc_hops"))
    headings.push_back(difference.searches);
  const std::string words = "ybwc, chess, depth 3, on 8 of M, loggp, ";
  CHECK(headings == std::vector<std::string>{words + "search negascout, ybwc tries 1",
                                             words + "search negascout, ybwc tries 8",
                                             words + "search alphabeta, ybwc tries 8"});
}

TEST_CASE("an option is compared whether its value is of a named variant or not") {
  ResultStore stored;
  stored.add({{"options", {{"ybwc_hops", 1}, {"ybwc_variant", "own"}}}}, {1, 2});
  stored.add({{"options", {{"ybwc_hops", 4}, {"ybwc_variant", "published"}}}}, {2, 4});
  const auto differences = compare_by(stored.store, "ybwc_hops");
  REQUIRE(differences.size() == 1);
  CHECK(differences[0].time.ratio == Approx(2));
}

TEST_CASE("with a variant go the options that follow from it") {
  ResultStore stored;
  const auto variant = [](const std::string& name, int tries) {
    const auto* const poll = name == "best" ? "son" : "node";
    return Json{{"options", {{"ybwc_variant", name}, {"ybwc_tries", tries}, {"ybwc_poll", poll}}}};
  };
  stored.add(variant("published", 1), {4, 4});
  stored.add(variant("best", 8), {2, 2});
  CHECK(compare_by(stored.store, "ybwc_variant").front().time.ratio == Approx(0.5));
  CHECK_THROWS_AS(compare_by(stored.store, "ybwc_tries"), InputError); // polling differs, too
  stored.add(variant("best", 4), {2, 2});
  CHECK_THROWS_AS(compare_by(stored.store, "ybwc_variant"), InputError); // there are several
}

TEST_CASE("versions that differ are named, those of the program alone do not") {
  ResultStore stored;
  stored.add({{"version", "1"}}, {1, 2});
  ResultStore one;
  one.add({{"model_version", 1}}, {1, 2});
  ResultStore same;
  same.add({{"model_version", 1}, {"version", "2"}}, {1, 2});
  const auto other = compare_stores(stored.store, one.store)[0];
  CHECK_THAT(other.from, Catch::EndsWith(" (eldest 1)"));
  CHECK_THAT(other.to, Catch::EndsWith(" (model version 1)"));
  CHECK(compare_stores(one.store, same.store)[0].from == one.store.path());
  stored.add({{"model_version", 1}}, {1, 3});
  const auto by = compare_by(stored.store, "version");
  REQUIRE(by.size() == 1);
  CHECK(by[0].from == "eldest 1");
  CHECK(by[0].to == "model version 1");
  CHECK(by[0].different == 1);
}

TEST_CASE("options are compared in the latest version, versions with one another") {
  ResultStore stored;
  Json older = hops(4);
  older["version"] = "0";
  stored.add(older, {9, 9});
  stored.add(hops(2), {2, 2});
  stored.add(hops(4), {1, 1});
  const auto differences = compare_by(stored.store, "ybwc_hops");
  REQUIRE(differences.size() == 1);
  CHECK(differences[0].time.ratio == Approx(0.5));
  CHECK(compare_by(stored.store, "version").front().time.ratio == Approx(1 / 9.0));
}

TEST_CASE("searches are compared on any axis") {
  ResultStore stored;
  for (const auto* const name : {"M", "N"})
    stored.add({{"platform", {{"name", name}, {"digest", name}}}}, {1, 2});
  stored.add({{"processors", 16}}, {0.5, 1});
  stored.add({{"options", {{"set", {{"latency", "1us"}}}}}}, {1, 2});
  stored.add({{"options", {{"set", {{"latency", "2us"}}}}}}, {3, 6});
  stored.add({{"seed", 2}}, {2, 4});
  CHECK(compare_by(stored.store, "processors").front().time.ratio == Approx(0.5));
  const auto platforms = compare_by(stored.store, "platform");
  REQUIRE(platforms.size() == 1);
  CHECK(platforms[0].to == "N");
  CHECK(platforms[0].searches == "ybwc, chess, depth 3, on 8 processors, loggp");
  const auto latencies = compare_by(stored.store, "latency");
  REQUIRE(latencies.size() == 1);
  CHECK(latencies[0].from == "1us");
  CHECK(latencies[0].time.ratio == Approx(3));
  CHECK(compare_by(stored.store, "seed").front().time.ratio == Approx(2));
}

TEST_CASE("trees that differ in their seed are compared as samples") {
  ResultStore stored;
  for (const int seed : {1, 2, 3}) {
    for (const auto& [order, seconds] : {std::pair(7, 1.0), std::pair(8, 2.0)}) {
      const auto parameters = fmt::format("b=6,order=0.{},seed={}", order, seed);
      stored.add({{"tree", "synthetic:" + parameters}, {"position", parameters}}, seconds * seed,
                 100);
    }
  }
  const auto differences = compare_by(stored.store, "tree");
  REQUIRE(differences.size() == 1);
  CHECK(differences[0].from == "synthetic:b=6,order=0.7");
  CHECK(differences[0].compared == 3);
  CHECK(differences[0].time.ratio == Approx(2));
}

TEST_CASE("searches that are only baselines are compared if asked for, or if there are no others") {
  ResultStore stored;
  const Json abdada{{"algorithm", "abdada"}};
  stored.add(with_processors(1), {1, 2});
  stored.add(with_processors(1, abdada), {2, 4});
  CHECK(compare_by(stored.store, "algorithm").size() == 1);
  stored.plan(with_processors(8), {1, 2});
  stored.plan(with_processors(8, abdada), {3, 6});
  const auto planned = compare_by(stored.store, "algorithm");
  REQUIRE(planned.size() == 1);
  CHECK(planned[0].time.ratio == Approx(3));
  std::vector<DamagedRow> damaged;
  CHECK(compare(stored.store, "algorithm", Searches::all, damaged).size() == 2);
}

TEST_CASE("verdicts are corrected for the number of comparisons") {
  const auto verdict = [](int others) {
    ResultStore stored;
    stored.add(hops(0), {1, 2, 3, 4, 5, 6});
    stored.add(hops(1), {1.02, 2.4, 3.01, 4.5, 5.9, 6.7});
    for (int other = 0; other < others; ++other)
      stored.add(hops(2 + other), {1.1, 1.9, 3.1, 4, 5.1, 6});
    stored.add(hops(99), {1, 2, 3, 4, 5, 6});
    const auto differences = compare_by(stored.store, "ybwc_hops");
    CHECK(verdict_on(differences.back()) == Verdict::same);
    return verdict_on(differences.front());
  };
  CHECK(verdict(0) == Verdict::slower);
  CHECK(verdict(9) == Verdict::open);
}
