#include "sim/sweeps/store.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/points.hpp"
#include "trees/base/errors.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace eldest;
using Access = SweepStore::Access;

namespace {

PointOutcome result(int value) { return {Json{{"value", value}}, "", 0.5}; }

PointOutcome failure(const std::string& reason) { return {std::nullopt, reason, 0.25}; }

/// Executes SQL on a database, as another program would.
void execute_in(const std::string& path, const std::string& sql) {
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec(sql);
}

} // namespace

TEST_CASE("what was put into a store is there when it is opened again") {
  const test::TemporaryFile file("", ".db");
  auto points = test::make_points(3);
  points[2].baselines = {points[0].key, points[1].key, points[1].key};
  {
    SweepStore store(file.path(), Access::create);
    store.add(points);
    store.put(points[0].key, result(7));
    store.put(points[1].key, failure("crashed"));
  }
  const SweepStore store(file.path(), Access::read);
  const auto stored = store.points();
  REQUIRE(stored.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(stored[i].point.key == points[i].key);
    CHECK(stored[i].point.settings == points[i].settings);
    CHECK(stored[i].point.command == points[i].command);
    CHECK(stored[i].point.baselines == points[i].baselines);
  }
  CHECK(stored[0].outcome->result->at("value") == 7);
  CHECK(stored[0].outcome->wall_seconds == 0.5);
  CHECK_FALSE(stored[1].outcome->result);
  CHECK(stored[1].outcome->failure == "crashed");
  CHECK_FALSE(stored[2].outcome);
}

TEST_CASE("a result is never replaced, a failure is") {
  const test::TemporaryFile file("", ".db");
  SweepStore store(file.path(), Access::create);
  const auto points = test::make_points(1);
  store.add(points);
  store.add(points);
  CHECK(store.points().size() == 1);
  store.put(points[0].key, failure("crashed"));
  store.put(points[0].key, result(1));
  store.put(points[0].key, result(2));
  store.put(points[0].key, failure("crashed"));
  CHECK(store.outcome(points[0].key)->result->at("value") == 1);
}

TEST_CASE("a point learns of its baselines when it is added again") {
  const test::TemporaryFile file("", ".db");
  SweepStore store(file.path(), Access::create);
  auto points = test::make_points(1);
  store.add(points);
  points[0].baselines = {"a", "b", "c"};
  store.add(points);
  points[0].baselines = std::nullopt;
  store.add(points);
  CHECK(store.points()[0].point.baselines == BaselineKeys{"a", "b", "c"});
}

TEST_CASE("a point is claimed by one process, until that frees it or ends") {
  const test::TemporaryFile file("", ".db");
  const auto points = test::make_points(2);
  const auto& key = points[0].key;
  SweepStore(file.path(), Access::create).add(points);
  const pid_t other = ::fork();
  if (other == 0) {
    SweepStore store(file.path(), Access::write);
    ::_exit(store.claim(key) == PointState::free ? 0 : 1); // exits without freeing it
  }
  int status = 0;
  ::waitpid(other, &status, 0);
  CHECK(status == 0);

  SweepStore store(file.path(), Access::write);
  CHECK(store.claim(key) == PointState::free); // because the process that had claimed it has ended
  CHECK(store.claim(key) == PointState::taken);
  store.release();
  CHECK(store.claim(key) == PointState::free);
  store.put(key, failure("crashed"));
  CHECK(store.claim(key) == PointState::has_failed);
  CHECK(store.claim(key, {.until = store.outcomes_so_far()}) == PointState::free);
  store.put(key, result(1));
  CHECK(store.claim(key, {.until = store.outcomes_so_far()}) == PointState::has_result);
}

TEST_CASE("a claim holds whatever its process does meanwhile") {
  const test::TemporaryFile file("", ".db");
  const auto points = test::make_points(1);
  SweepStore store(file.path(), Access::create);
  store.add(points);
  REQUIRE(store.claim(points[0].key) == PointState::free);
  const std::vector<char> grown(std::size_t{64} << 20, 'x'); // changes its time and memory in /proc
  CHECK(grown.back() == 'x');
  const pid_t other = ::fork();
  if (other == 0)
    ::_exit(SweepStore(file.path(), Access::write).claim(points[0].key) == PointState::free ? 1
                                                                                            : 0);
  int status = 0;
  ::waitpid(other, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("the version of a store is that of its latest outcome") {
  std::vector<StoredPoint> stored;
  for (const auto& [version, ended_at] :
       {std::pair{"1", "2026-01-02T00:00:00Z"}, std::pair{"2", "2026-01-01T00:00:00Z"}}) {
    auto point = test::make_points(1)[0];
    point.settings["version"] = version;
    stored.push_back({point, PointOutcome{Json::object(), "", 1, ended_at}});
  }
  stored.push_back({test::make_points(1)[0], std::nullopt});
  CHECK(latest_version(stored) == "eldest 1");
  CHECK(latest_point(stored) == &stored[0].point);
  stored[0].point.settings["model_version"] = 4;
  CHECK(latest_version(stored) == "model version 4");
  CHECK(latest_point({}) == nullptr);
}

TEST_CASE("what is no store, or cannot be used as one, is said") {
  const auto said = [](const std::string& path, Access access) {
    try {
      const SweepStore store(path, access);
      return std::string("opened");
    } catch (const Error& error) {
      return error.message();
    }
  };
  CHECK_THAT(said("/no/such/store.db", Access::read), Catch::Contains("no such store"));
  CHECK_THAT(said("/no/such/store.db", Access::create),
             Catch::Contains("/no/such/store.db: cannot be opened"));
  const test::TemporaryFile text("no database, and long enough not to look like an empty one "
                                 "...........................................................",
                                 ".db");
  CHECK_THAT(said(text.path(), Access::create), Catch::Contains("not a store"));
  const test::TemporaryFile other("", ".db");
  SQLite::Database(other.path(), SQLite::OPEN_READWRITE).exec("CREATE TABLE notes(text)");
  CHECK_THAT(said(other.path(), Access::write), Catch::Contains("not a store"));

  const test::TemporaryFile newer("", ".db");
  { const SweepStore made(newer.path(), Access::create); }
  SQLite::Database(newer.path(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
  CHECK_THAT(said(newer.path(), Access::write),
             Catch::Contains("has version 99 of the schema; this program knows 3"));
}

TEST_CASE("steps that are made together are one change") {
  const test::TemporaryFile file("", ".db");
  SweepStore store(file.path(), Access::create);
  const auto points = test::make_points(2);
  CHECK_THROWS_AS(store.together([&] {
    store.add(points);
    store.put(points[0].key, result(1));
    throw RunError("enough");
  }),
                  RunError);
  CHECK(store.points().empty());
  store.together([&] {
    store.add(points);
    store.put(points[0].key, result(1));
    CHECK(store.claim(points[1].key) == PointState::free);
  });
  CHECK(store.points().size() == 2);
  CHECK(store.state(points[1].key) == PointState::taken);
}

TEST_CASE("outcomes are counted, those replaced later included") {
  const test::TemporaryFile file("", ".db");
  SweepStore store(file.path(), Access::create);
  const auto points = test::make_points(2);
  store.add(points);
  CHECK(store.outcomes_so_far() == 0);
  store.put(points[0].key, failure("crashed"));
  store.put(points[1].key, failure("crashed"));
  const auto before = store.outcomes_so_far();
  CHECK(before == 2);
  store.put(points[0].key, failure("crashed again"));
  CHECK(store.outcomes_so_far() == 3);
  CHECK(store.state(points[0].key, {.until = before}) == PointState::has_failed);
  CHECK(store.state(points[1].key, {.until = before}) == PointState::free);
}

TEST_CASE("a failure by a limit is none under a greater limit") {
  const test::TemporaryFile file("", ".db");
  SweepStore store(file.path(), Access::create);
  const auto points = test::make_points(1);
  store.add(points);
  store.put(points[0].key, {std::nullopt, "too long", 2, "", 2.5});
  CHECK(store.state(points[0].key, {.limit = 2}) == PointState::has_failed);
  CHECK(store.state(points[0].key, {.limit = 2.5}) == PointState::has_failed);
  CHECK(store.state(points[0].key, {.limit = 2.6}) == PointState::free);
  CHECK(store.state(points[0].key) == PointState::free);
  CHECK(store.outcome(points[0].key)->limit == 2.5);
}

TEST_CASE("a store of version 1 is read, and made one of this version when it is written") {
  const test::TemporaryFile file("", ".db");
  const auto points = test::make_points(2);
  {
    SweepStore store(file.path(), Access::create);
    store.add(points);
    store.put(points[0].key, result(1));
    store.put(points[1].key, failure("the simulation took longer than 0.2 s"));
  }
  SQLite::Database(file.path(), SQLite::OPEN_READWRITE)
      .exec("ALTER TABLE outcomes DROP COLUMN limit_s; DROP TABLE platforms; DROP TABLE sweeps;"
            "PRAGMA user_version = 1");
  const auto read = SweepStore(file.path(), Access::read).points();
  CHECK(read[0].outcome->result->at("value") == 1);
  CHECK_FALSE(read[1].outcome->limit);
  { const SweepStore upgraded(file.path(), Access::write); }
  const SweepStore store(file.path(), Access::read);
  CHECK(store.points()[0].outcome->result->at("value") == 1);
  CHECK(store.outcome(points[1].key)->limit == 0.2);
  CHECK_FALSE(store.outcome(points[0].key)->limit);
}

TEST_CASE("a store of version 2 that has been kept is read, and gets the tables of this version") {
  const test::TemporaryFile file("", ".db");
  std::filesystem::copy_file(ELDEST_SOURCE_DIR "/tests/sim/sweeps/schema-2.db", file.path(),
                             std::filesystem::copy_options::overwrite_existing);
  const auto check = [](const SweepStore& store) {
    const auto points = store.points();
    CHECK(points.size() == 6);
    for (const auto& [point, outcome] : points) {
      CHECK(point.key == point_key(point.settings));
      CHECK(search_result_in(outcome->result.value()).time > 0);
    }
    CHECK(latest_version(points) == "eldest 0.9.0+2f63d2752d");
    CHECK(store.platforms().empty());
    CHECK(store.sweeps().empty());
  };
  check(SweepStore(file.path(), Access::read));
  { const SweepStore upgraded(file.path(), Access::write); }
  const SweepStore store(file.path(), Access::write);
  check(store);
  CHECK(SQLite::Database(file.path()).execAndGet("PRAGMA user_version").getInt() == 3);
}

TEST_CASE("a store has the platforms and the sweeps that were added, each once") {
  const test::TemporaryFile file("", ".db");
  const StoredPlatform platform{"d", "m.xml", "<!-- -->text", "text", {{"p.txt", "0 1\n"}}};
  const SweepRecord sweep{"eldest sweep --depth 3", "s.ini", "depth = 3\n", "1", 1};
  auto later = sweep;
  later.version = "2";
  later.file = later.text = "";
  {
    SweepStore store(file.path(), Access::create);
    store.add(platform);
    store.add(StoredPlatform{"d", "other.xml", "other", "text"});
    store.add(sweep);
    store.add(sweep);
    store.add(later);
  }
  SweepStore store(file.path(), Access::look);
  CHECK(store.platforms() == std::vector{platform});
  CHECK(store.sweeps() == std::vector{sweep, later});
  execute_in(file.path(), "UPDATE platforms SET profiles = '[]'");
  CHECK_THROWS_WITH(store.platforms(),
                    Catch::Contains("damaged: platforms: profiles should be a JSON object"));
}

TEST_CASE("points are found by the beginnings of their keys") {
  const test::TemporaryFile file("", ".db");
  SweepStore store(file.path(), Access::create);
  const auto points = test::make_points(3);
  store.add(points);
  store.put(points[1].key, result(5));
  const auto found = store.points(nullptr, points[1].key.substr(0, 12));
  REQUIRE(found.size() == 1);
  CHECK(found[0].point.key == points[1].key);
  CHECK(found[0].outcome->result->at("value") == 5);
  CHECK(store.points(nullptr, "no such key").empty());
}

TEST_CASE("damaged rows are named, and the others are read") {
  const test::TemporaryFile file("", ".db");
  const auto points = test::make_points(6);
  SweepStore store(file.path(), Access::create);
  store.add(points);
  for (const auto& point : points)
    store.put(point.key, result(1));
  execute_in(file.path(),
             "UPDATE outcomes SET result = '{\"a\": ' WHERE rowid = 1;"
             "UPDATE outcomes SET wall_s = 'long' WHERE rowid = 2;"
             "UPDATE points SET settings = json_remove(settings, '$.depth') WHERE rowid = 3;"
             "UPDATE points SET settings = json_set(settings, '$.id', 7) WHERE rowid = 4;"
             "UPDATE points SET command = x'ff' WHERE rowid = 5");
  std::vector<DamagedRow> damaged;
  const auto read = store.points(&damaged);
  REQUIRE(damaged.size() == 5);
  CHECK(damaged[0].key == points[0].key);
  CHECK(damaged[0].what == "outcomes, row 1, key '" + points[0].key +
                               "': result: line 1, column 6, at '{\"a\": ': the JSON breaks off");
  CHECK_THAT(damaged[1].what, Catch::EndsWith("': wall_s should be a number"));
  CHECK_THAT(damaged[2].what,
             Catch::StartsWith("points, row 3, ") && Catch::EndsWith("': field depth: is missing"));
  CHECK_THAT(damaged[3].what, Catch::EndsWith("': field id: should be text, not 7"));
  CHECK_THAT(damaged[4].what, Catch::EndsWith("': command should be text"));
  REQUIRE(read.size() == 3);
  CHECK_FALSE(read[0].outcome);
  CHECK_FALSE(read[1].outcome);
  CHECK(read[2].outcome->result->at("value") == 1);
  CHECK_THROWS_WITH(store.points(), Catch::Contains("damaged: outcomes, row 1"));
  CHECK_THROWS_WITH(store.outcome(points[0].key), Catch::Contains("damaged: outcome of"));
}

TEST_CASE("a store has plain tables and its own views only, with their columns") {
  const auto refusal = [](const std::string& changes) {
    const test::TemporaryFile file("", ".db");
    { const SweepStore made(file.path(), Access::create); }
    execute_in(file.path(), changes);
    std::string said;
    for (const auto access : {Access::read, Access::write}) {
      try {
        const SweepStore store(file.path(), access);
      } catch (const InputError& error) {
        said = error.what();
      }
    }
    return said;
  };
  CHECK(refusal("").empty());
  CHECK(refusal("DROP VIEW options").empty());
  CHECK_THAT(refusal("DROP VIEW options; CREATE VIEW options AS SELECT 1 AS key"),
             Catch::Contains("has the 'view' 'options'"));
  CHECK(refusal("CREATE INDEX by_computer ON claims(computer)").empty());
  CHECK_THAT(refusal("DROP TABLE points; CREATE VIEW points AS WITH RECURSIVE n(i) AS (SELECT 1 "
                     "UNION ALL SELECT i + 1 FROM n) SELECT i AS key, '{}' AS settings, '' AS "
                     "command, NULL AS relative, NULL AS alphabeta, NULL AS negascout FROM n"),
             Catch::Contains("has the 'view' 'points', but a store has plain tables and its own "
                             "views only"));
  CHECK_THAT(refusal("CREATE TRIGGER \"\x1b[2J\" AFTER INSERT ON points BEGIN SELECT 1; END"),
             Catch::Contains(R"(has the 'trigger' '\x1b[2J')"));
  CHECK_THAT(refusal("DROP TABLE claims; CREATE VIRTUAL TABLE claims USING fts5(key)"),
             Catch::Contains("plain tables and its own views only"));
  CHECK_THAT(refusal("DROP TABLE claims"),
             Catch::Contains("table claims should have the columns key computer process "
                             "process_start, but has none"));
  CHECK_THAT(refusal("DROP VIEW speedups; DROP VIEW searches; ALTER TABLE points DROP COLUMN "
                     "command"),
             Catch::Contains("but has key settings relative alphabeta negascout"));
  CHECK_THAT(refusal("DROP TABLE claims; CREATE TABLE claims(key TEXT PRIMARY KEY, computer AS "
                     "(key), process, process_start)"),
             Catch::Contains("but has key computer (computed) process"));
  CHECK_THAT(refusal("DROP TABLE claims; CREATE TABLE claims(key, computer, process, "
                     "process_start)"),
             Catch::Contains("but has key (key) computer"));
}

TEST_CASE("a store is read as it was before a process was killed while it wrote") {
  const test::TemporaryFile file("", ".db");
  const test::TemporaryFile left("", ".db");
  SweepStore(file.path(), Access::create).add(test::make_points(100));
  {
    SQLite::Database writer(file.path(), SQLite::OPEN_READWRITE);
    writer.exec("PRAGMA cache_size = 1; BEGIN IMMEDIATE; "
                "UPDATE points SET command = command || hex(randomblob(2000))");
    const auto overwrite = std::filesystem::copy_options::overwrite_existing;
    for (const auto* const end : {"", "-journal"})
      std::filesystem::copy_file(file.path() + end, left.path() + end, overwrite);
  }
  const auto points = SweepStore(left.path(), Access::read).points();
  REQUIRE(points.size() == 100);
  CHECK(points.back().point.command == "eldest simulate --seed 100");
  CHECK_FALSE(std::filesystem::exists(left.path() + "-journal"));
}

TEST_CASE("a store that is only read is not changed") {
  const test::TemporaryFile file("", ".db");
  SweepStore(file.path(), Access::create).add(test::make_points(1));
  SweepStore reader(file.path(), Access::read);
  CHECK_THROWS_AS(reader.add(test::make_points(2)), RunError);
  CHECK(reader.points().size() == 1);
}

TEST_CASE("a file with damaged pages is refused") {
  const test::TemporaryFile file("", ".db");
  SweepStore(file.path(), Access::create).add(test::make_points(100));
  const auto size = std::filesystem::file_size(file.path());
  std::fstream stream(file.path(), std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(static_cast<std::streamoff>(size / 2));
  stream << std::string(9000, 'x') << std::flush;
  CHECK_THROWS_WITH(SweepStore(file.path(), Access::read), Catch::Contains(": damaged"));
}

TEST_CASE("a store that is moved, replaced or cut while it is used is said to be") {
  const auto points = test::make_points(50);
  const auto error_after = [&](const auto& change) {
    const test::TemporaryFile file("", ".db");
    SweepStore store(file.path(), Access::create);
    store.add(points);
    change(file.path());
    try {
      store.put(points[0].key, result(1));
      store.put(points[1].key, result(2));
    } catch (const RunError& error) {
      return error.message();
    }
    return std::string("no error");
  };
  const auto has = [](const char* text) { return Catch::Contains(text); };
  CHECK(error_after([](const std::string&) {}) == "no error");
  CHECK_THAT(error_after([](const std::string& path) {
               std::filesystem::rename(path, path + ".old");
               std::filesystem::remove(path + ".old");
             }),
             has("was moved, deleted or replaced while it was used"));
  CHECK_THAT(error_after([](const std::string& path) {
               std::filesystem::remove(path);
               const SweepStore other(path, Access::create);
             }),
             has("was moved, deleted or replaced while it was used"));
  for (const std::uintmax_t size : {0U, 4096U, 8192U})
    CHECK_THAT(
        error_after([&](const std::string& path) { std::filesystem::resize_file(path, size); }),
        has("cut "));
}

TEST_CASE("outcomes that are missing at the end are said to be") {
  const test::TemporaryFile file("", ".db");
  const auto points = test::make_points(2);
  const std::vector<std::string> keys{points[0].key, points[1].key};
  SweepStore store(file.path(), Access::create);
  store.add(points);
  store.put(points[0].key, result(1));
  CHECK_THROWS_WITH(store.check_ended(keys), Catch::Contains("lacks outcomes"));
  store.put(points[1].key, failure("crashed"));
  store.check_ended(keys);
}
