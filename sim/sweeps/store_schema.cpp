#include "sim/sweeps/store_schema.hpp"

#include <array>

namespace eldest {
namespace {

// A point is one search. `settings` and `result` are JSON, the latter as `simulate` prints it.
// `relative`, `alphabeta` and `negascout` are the keys of a point's baselines. A point has a
// result, or a failure, or neither. The rowid of an outcome is its number among all outcomes ever
// put into the store, including replaced ones. A claim is a process that currently runs the point.
constexpr const char* step_1 = R"sql(
CREATE TABLE points(
  key TEXT PRIMARY KEY NOT NULL,
  settings TEXT NOT NULL,
  command TEXT NOT NULL,
  relative TEXT,
  alphabeta TEXT,
  negascout TEXT);
CREATE TABLE outcomes(
  key TEXT PRIMARY KEY NOT NULL REFERENCES points(key),
  result TEXT,
  failure TEXT,
  wall_s REAL NOT NULL,
  computer TEXT NOT NULL,
  ended_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  CHECK ((result IS NULL) <> (failure IS NULL)));
CREATE TABLE claims(
  key TEXT PRIMARY KEY NOT NULL REFERENCES points(key),
  computer TEXT NOT NULL,
  process INTEGER NOT NULL,
  process_start TEXT NOT NULL);
)sql";

// `limit_s` is the limit of time because of which the point failed, or null.
constexpr const char* step_2 = R"sql(
ALTER TABLE outcomes ADD COLUMN limit_s REAL;
UPDATE outcomes SET limit_s = CAST(replace(failure, 'the simulation took longer than ', '') AS REAL)
  WHERE failure LIKE 'the simulation took longer than % s';
)sql";

// The field platform.digest in the settings of a point names its platform. `written` is the text of
// the platform's file, and `parsed` that of what has been read of it. `profiles` is a JSON object
// with the texts of the files that it refers to, by their names in it.
//
// A sweep is a command that has planned points, as all its settings in a command line. `file` is
// the name of its file of settings, and `text` the text of this file. Both are null without a file.
constexpr const char* step_3 = R"sql(
CREATE TABLE platforms(
  digest TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  written TEXT NOT NULL,
  parsed TEXT NOT NULL,
  profiles TEXT NOT NULL);
CREATE TABLE sweeps(
  id TEXT PRIMARY KEY NOT NULL,
  command TEXT NOT NULL,
  file TEXT,
  text TEXT,
  version TEXT NOT NULL,
  model_version INTEGER NOT NULL,
  began_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')));
)sql";

constexpr std::array steps{step_1, step_2, step_3};

constexpr std::array all_tables{
    StoreTable{"points", "key settings command relative alphabeta negascout"},
    StoreTable{"outcomes", "key result failure wall_s computer ended_at limit_s"},
    StoreTable{"claims", "key computer process process_start"},
    StoreTable{"platforms", "digest name written parsed profiles", 3},
    StoreTable{"sweeps", "id command file text version model_version began_at", 3}};

} // namespace

std::span<const char* const> schema_steps() { return steps; }

std::span<const StoreTable> store_tables() { return all_tables; }

} // namespace eldest
