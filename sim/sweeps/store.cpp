#include "sim/sweeps/store.hpp"

#include "sim/sweeps/store_check.hpp"
#include "sim/sweeps/store_rows.hpp"
#include "sim/sweeps/store_schema.hpp"
#include "sim/sweeps/store_transaction.hpp"
#include "sim/sweeps/views.hpp"
#include "sim/system/local_cores.hpp"
#include "sim/system/process.hpp"
#include "trees/base/content_id.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

namespace eldest {

namespace {

/// SQLite's application_id of a store: "elds".
constexpr int application_id = 0x656c6473;

/// Milliseconds for which a process waits while others write.
constexpr int busy_timeout_ms = 600'000;

/// Returns the time at which process `id` started, in the system's units. Returns an empty text if
/// there is no such process.
std::string start_of(std::int64_t id) {
  std::istringstream words(state_of(id));
  constexpr int start = 20; // number of the word after the name, from 1: proc(5)
  std::string word;
  for (int i = 0; i < start; ++i)
    words >> word;
  return words ? word : "";
}

std::optional<double> number_or_null(const SQLite::Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getDouble());
}

void bind_text(SQLite::Statement& statement, int index, const std::optional<std::string>& text) {
  if (text)
    statement.bind(index, *text);
  else
    statement.bind(index);
}

/// Throws the error that SQLite's error means to a user of the store at `path`.
[[noreturn]] void fail(const std::string& path, const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
  case SQLITE_NOTADB:
    throw InputError(fmt::format("{}: not a store of sweeps", path));
  case SQLITE_CANTOPEN:
    throw InputError(fmt::format("{}: cannot be opened as a file", path));
  case SQLITE_READONLY:
    throw RunError(fmt::format("{}: {}", path,
                               error.getExtendedErrorCode() == SQLITE_READONLY_DBMOVED
                                   ? "was moved, deleted or replaced while it was used"
                                   : "cannot be written: file or folder is read-only"));
  case SQLITE_CORRUPT:
    throw RunError(fmt::format("{}: damaged, or cut while it was used: {}", path, error.what()));
  case SQLITE_ERROR:
    throw RunError(fmt::format("{}: damaged: {}", path, error.what()));
  default:
    throw RunError(fmt::format("{}: {}", path, error.what()));
  }
}

} // namespace

/// Calls a function. Turns exceptions of SQLite into an InputError or RunError.
template <class Function> auto SweepStore::guarded(const Function& function) const {
  try {
    return function();
  } catch (const SQLite::Exception& error) {
    fail(path_, error);
  }
}

/// Reads all rows of a table that version 3 of the schema has added, in the order in which they
/// were added.
template <class Row>
std::vector<Row> SweepStore::rows_of(const char* table, const char* columns,
                                     Row (*read)(const SQLite::Statement&)) const {
  std::vector<Row> rows;
  if (version_ < 3)
    return rows;
  return guarded([&] {
    SQLite::Statement row(*database_,
                          fmt::format("SELECT {} FROM {} ORDER BY rowid", columns, table));
    while (row.executeStep()) {
      try {
        rows.push_back(read(row));
      } catch (const InputError& error) {
        throw RunError(fmt::format("{}: damaged: {}: {}", path_, table, error.what()));
      }
    }
    return rows;
  });
}

SweepStore::SweepStore(std::string path, Access access)
    : path_(std::move(path)), process_{::getpid(), start_of(::getpid())} {
  std::error_code none;
  const auto file = std::filesystem::status(path_, none);
  if (access != Access::create && file.type() == std::filesystem::file_type::not_found)
    throw InputError(fmt::format("{}: no such store", path_));
  if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file))
    throw InputError(fmt::format("{}: cannot be opened as a file", path_)); // SQLite would wait
  guarded([&] { open(access); });
}

SweepStore::~SweepStore() = default;
SweepStore::SweepStore(SweepStore&& other) noexcept = default;

int SweepStore::pragma(const char* name) const {
  return database_->execAndGet(fmt::format("PRAGMA {}", name)).getInt();
}

void SweepStore::open(Access access) {
  const bool writes = access == Access::create || access == Access::write;
  // Also to read, because a process that is killed while it writes leaves the store with changes
  // that must be taken back first. A file that cannot be written is opened all the same.
  const int flags = SQLite::OPEN_READWRITE | (access == Access::create ? SQLite::OPEN_CREATE : 0);
  database_ = std::make_unique<SQLite::Database>(path_, flags, busy_timeout_ms);
  distrust(*database_);
  database_->exec(writes ? "PRAGMA synchronous = FULL" : "PRAGMA query_only = ON");
  if (access == Access::create)
    create();
  if (pragma("application_id") != application_id)
    throw InputError(fmt::format("{}: an SQLite database, but not a store of sweeps", path_));
  version_ = pragma("user_version");
  if (version_ > schema_version)
    throw InputError(fmt::format("{}: has version {} of the schema; this program knows {}", path_,
                                 version_, schema_version));
  check_schema(*database_, path_, version_);
  if (access != Access::look)
    check_pages(*database_, path_);
  if (writes && version_ < schema_version)
    upgrade();
  if (writes)
    add_views();
}

/// Creates the views that the store lacks.
void SweepStore::add_views() {
  // The statement must end here, because a process that still reads does not wait for a writer.
  const auto count =
      database_->execAndGet("SELECT count(*) FROM sqlite_schema WHERE type = 'view'").getInt64();
  if (count == static_cast<std::int64_t>(store_views.size()))
    return;
  change([&] {
    for (const auto* const view : store_views)
      database_->exec(fmt::format("CREATE VIEW IF NOT EXISTS {}", view));
  });
}

/// Turns an empty database into a store.
void SweepStore::create() {
  const auto is_empty = [&] {
    return database_->execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
  };
  if (!is_empty())
    return;
  Transaction transaction(*database_);
  if (!is_empty()) // another process has been faster
    return;
  database_->exec(fmt::format("PRAGMA application_id = {}", application_id));
  make_steps(0);
  transaction.commit();
}

/// Upgrades an older store to this version.
void SweepStore::upgrade() {
  change([&] { make_steps(std::max(1, pragma("user_version"))); });
  version_ = schema_version;
}

/// Makes the steps of the schema by which a store of version `from` becomes one of this version.
void SweepStore::make_steps(int from) {
  for (const auto* const step : schema_steps().subspan(static_cast<std::size_t>(from)))
    database_->exec(step);
  database_->exec(fmt::format("PRAGMA user_version = {}", schema_version));
}

void SweepStore::together(const std::function<void()>& steps) {
  guarded([&] {
    Transaction transaction(*database_);
    check_file(*database_, path_);
    together_ = true;
    try {
      steps();
    } catch (...) {
      together_ = false;
      throw;
    }
    together_ = false;
    transaction.commit();
  });
}

/// Changes the store by `steps`, in the transaction of `together` or, outside of `together`, in one
/// of their own.
void SweepStore::change(const std::function<void()>& steps) {
  if (together_)
    guarded(steps);
  else
    together(steps);
}

void SweepStore::add(std::span<const Point> points) {
  change([&] {
    SQLite::Statement insert(
        *database_, "INSERT INTO points VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(key) DO UPDATE SET "
                    "relative = coalesce(relative, excluded.relative), "
                    "alphabeta = coalesce(alphabeta, excluded.alphabeta), "
                    "negascout = coalesce(negascout, excluded.negascout) "
                    "WHERE relative IS NULL AND excluded.relative IS NOT NULL");
    for (const auto& point : points) {
      const auto& baselines = point.baselines;
      insert.bind(1, point.key);
      insert.bind(2, serialize(point.settings));
      insert.bind(3, point.command);
      bind_text(insert, 4, baselines ? std::optional(baselines->relative) : std::nullopt);
      bind_text(insert, 5, baselines ? std::optional(baselines->alphabeta) : std::nullopt);
      bind_text(insert, 6, baselines ? std::optional(baselines->negascout) : std::nullopt);
      insert.exec();
      insert.reset();
    }
  });
}

void SweepStore::add(const StoredPlatform& platform) {
  change([&] {
    SQLite::Statement insert(*database_, "INSERT OR IGNORE INTO platforms VALUES (?, ?, ?, ?, ?)");
    insert.bind(1, platform.digest);
    insert.bind(2, platform.name);
    insert.bind(3, platform.written);
    insert.bind(4, platform.parsed);
    insert.bind(5, serialize(Json(platform.profiles)));
    insert.exec();
  });
}

void SweepStore::add(const SweepRecord& sweep) {
  change([&] {
    SQLite::Statement insert(*database_, "INSERT OR IGNORE INTO sweeps(id, command, file, text, "
                                         "version, model_version) VALUES (?, ?, ?, ?, ?, ?)");
    insert.bind(1, content_id(fmt::format("{}\n{}\n{}", sweep.command, sweep.version, sweep.text)));
    insert.bind(2, sweep.command);
    bind_text(insert, 3, sweep.file.empty() ? std::nullopt : std::optional(sweep.file));
    bind_text(insert, 4, sweep.file.empty() ? std::nullopt : std::optional(sweep.text));
    insert.bind(5, sweep.version);
    insert.bind(6, sweep.model_version);
    insert.exec();
  });
}

PointState SweepStore::claim(const std::string& key, const Retry& retry) {
  auto before = PointState::free;
  change([&] {
    before = state(key, retry);
    if (before != PointState::free)
      return;
    SQLite::Statement insert(*database_, "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?)");
    insert.bind(1, key);
    insert.bind(2, computer_name());
    insert.bind(3, process_.id);
    insert.bind(4, process_.start);
    insert.exec();
  });
  return before;
}

PointState SweepStore::state(const std::string& key, const Retry& retry) const {
  return guarded([&] {
    SQLite::Statement ended(*database_,
                            fmt::format("SELECT result IS NULL, rowid, {} FROM outcomes "
                                        "WHERE key = ?",
                                        limit_column()));
    ended.bind(1, key);
    if (ended.executeStep()) {
      if (ended.getColumn(0).getInt() == 0)
        return PointState::has_result;
      if (!retry.includes(ended.getColumn(1).getInt64(), number_or_null(ended.getColumn(2))))
        return PointState::has_failed;
    }
    SQLite::Statement claimed(*database_, "SELECT process, process_start FROM claims "
                                          "WHERE key = ? AND computer = ?");
    claimed.bind(1, key);
    claimed.bind(2, computer_name());
    if (!claimed.executeStep())
      return PointState::free;
    const auto start = start_of(claimed.getColumn(0).getInt64());
    const bool is_taken = !start.empty() && start == claimed.getColumn(1).getString();
    return is_taken ? PointState::taken : PointState::free;
  });
}

void SweepStore::put(const std::string& key, const PointOutcome& outcome) {
  change([&] {
    SQLite::Statement insert(
        *database_, "INSERT INTO outcomes(key, result, failure, wall_s, computer, limit_s) "
                    "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(key) DO UPDATE SET "
                    "rowid = (SELECT max(rowid) + 1 FROM outcomes), result = excluded.result, "
                    "failure = excluded.failure, "
                    "wall_s = excluded.wall_s, computer = excluded.computer, "
                    "limit_s = excluded.limit_s, "
                    "ended_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE result IS NULL");
    insert.bind(1, key);
    bind_text(insert, 2, outcome.result ? std::optional(serialize(*outcome.result)) : std::nullopt);
    bind_text(insert, 3, outcome.result ? std::nullopt : std::optional(outcome.failure));
    insert.bind(4, outcome.wall_seconds);
    insert.bind(5, computer_name());
    if (outcome.limit)
      insert.bind(6, *outcome.limit);
    insert.exec();
    SQLite::Statement free(*database_, "DELETE FROM claims WHERE key = ?");
    free.bind(1, key);
    free.exec();
  });
}

void SweepStore::remove(const std::string& key) {
  change([&] {
    for (const auto* const table : {"outcomes", "points"}) {
      SQLite::Statement remove(*database_, fmt::format("DELETE FROM {} WHERE key = ?", table));
      remove.bind(1, key);
      remove.exec();
    }
  });
}

void SweepStore::release() {
  change([&] {
    SQLite::Statement free(*database_, "DELETE FROM claims WHERE computer = ? AND process = ?");
    free.bind(1, computer_name());
    free.bind(2, process_.id);
    free.exec();
  });
}

void SweepStore::check_ended(std::span<const std::string> keys) const {
  guarded([&] {
    check_pages(*database_, path_);
    SQLite::Statement select(*database_, "SELECT count(*) FROM outcomes WHERE key = ?");
    for (const auto& key : keys) {
      select.bind(1, key);
      if (!select.executeStep() || select.getColumn(0).getInt() == 0)
        throw RunError(
            fmt::format("{}: lacks outcomes that were put into it; was it replaced while "
                        "it was used?",
                        path_));
      select.reset();
    }
  });
}

bool SweepStore::is_planned(const std::string& key) const {
  return guarded([&] {
    SQLite::Statement select(*database_, "SELECT command <> '' FROM points WHERE key = ?");
    select.bind(1, key);
    return select.executeStep() && select.getColumn(0).getInt() != 0;
  });
}

std::int64_t SweepStore::outcomes_so_far() const {
  return guarded([&] {
    return database_->execAndGet("SELECT coalesce(max(rowid), 0) FROM outcomes").getInt64();
  });
}

std::optional<PointOutcome> SweepStore::outcome(const std::string& key) const {
  return guarded([&]() -> std::optional<PointOutcome> {
    SQLite::Statement select(
        *database_, fmt::format("SELECT result, failure, wall_s, ended_at, {} FROM outcomes "
                                "WHERE key = ?",
                                limit_column()));
    select.bind(1, key);
    if (!select.executeStep())
      return std::nullopt;
    try {
      return read_outcome(select, 0);
    } catch (const InputError& error) {
      throw RunError(fmt::format("{}: damaged: outcome of {}: {}", path_, key, error.what()));
    }
  });
}

std::vector<StoredPoint> SweepStore::points(std::vector<DamagedRow>* damaged,
                                            const std::string& key) const {
  return guarded([&] {
    SQLite::Statement row(
        *database_,
        fmt::format("SELECT key, settings, command, relative, alphabeta, negascout, result, "
                    "failure, wall_s, ended_at, {}, points.rowid, outcomes.rowid "
                    "FROM points LEFT JOIN outcomes USING (key) "
                    "WHERE ?1 = '' OR substr(key, 1, length(?1)) = ?1 ORDER BY points.rowid",
                    limit_column()));
    row.bind(1, key);
    std::vector<StoredPoint> points;
    const auto attempt = [&](std::string_view table, int rowid, const auto& read) {
      try {
        read();
        return true;
      } catch (const InputError& error) {
        note_damage(path_, row.getColumn(0), table, row.getColumn(rowid), error, damaged);
        return false;
      }
    };
    while (row.executeStep()) {
      const bool is_whole = attempt("points", 11, [&] {
        points.push_back({read_point(row), std::nullopt});
      });
      if (is_whole && !row.getColumn(12).isNull())
        attempt("outcomes", 12, [&] { points.back().outcome = read_outcome(row, 6); });
    }
    return points;
  });
}

std::vector<StoredPlatform> SweepStore::platforms() const {
  return rows_of<StoredPlatform>("platforms", "digest, name, written, parsed, profiles",
                                 read_platform);
}

std::vector<SweepRecord> SweepStore::sweeps() const {
  return rows_of<SweepRecord>("sweeps", "command, file, text, version, model_version", read_sweep);
}

} // namespace eldest
