#include "sim/sweeps/store_check.hpp"

#include "sim/sweeps/store_schema.hpp"
#include "sim/sweeps/views.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/limits.hpp"
#include "trees/base/text.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace eldest {
namespace {

/// Returns the columns of a table that are expected in a version of the schema.
std::string_view columns_in(const StoreTable& table, int version) {
  constexpr std::string_view added_in_2 = " limit_s";
  auto columns = table.columns;
  if (version < 2 && columns.ends_with(added_in_2))
    columns.remove_suffix(added_in_2.size());
  return columns;
}

/// Returns the columns of a table in a database. Columns that are computed are marked, and so is
/// the primary key unless it is the first column alone.
std::string columns_of(SQLite::Database& database, const char* table) {
  SQLite::Statement select(database, "SELECT name, hidden, pk FROM pragma_table_xinfo(?)");
  select.bind(1, table);
  std::string columns;
  while (select.executeStep()) {
    const bool is_key = select.getColumn(2).getInt() != 0;
    columns += fmt::format("{}{}{}{}", columns.empty() ? "" : " ", select.getColumn(0).getString(),
                           select.getColumn(1).getInt() != 0 ? " (computed)" : "",
                           is_key != columns.empty() ? " (key)" : "");
  }
  return columns;
}

void check_table(SQLite::Database& database, const std::string& path, const StoreTable& table,
                 int version) {
  const auto columns = columns_of(database, table.name);
  if (const auto right = columns_in(table, version); columns != right)
    throw InputError(fmt::format("{}: not a store of sweeps: table {} should have the columns {}, "
                                 "but has {}",
                                 path, table.name, right, columns.empty() ? "none" : columns));
}

/// Returns true for the text of a view that the program itself has created.
bool is_own_view(std::string_view sql) {
  constexpr std::string_view create = "CREATE VIEW ";
  return sql.starts_with(create) &&
         std::ranges::find(store_views, sql.substr(create.size())) != store_views.end();
}

/// Returns an integer that SQLite knows of a database.
std::int64_t number(SQLite::Database& database, const char* pragma) {
  return database.execAndGet(fmt::format("PRAGMA {}", pragma)).getInt64();
}

} // namespace

void distrust(SQLite::Database& database) {
  // As https://sqlite.org/security.html advises for files of strangers.
  database.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0");
  static_cast<void>(sqlite3_db_config( // NOLINT: C's arguments
      database.getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr));
  sqlite3_limit(database.getHandle(), SQLITE_LIMIT_LENGTH, static_cast<int>(max_input_bytes));
}

void check_schema(SQLite::Database& database, const std::string& path, int version) {
  SQLite::Statement select(database,
                           "SELECT type, name, sql FROM sqlite_schema WHERE "
                           "type NOT IN ('table', 'index') OR coalesce(rootpage, 0) <= 0");
  while (select.executeStep()) { // a virtual table has no page
    if (is_own_view(select.getColumn(2).getString()))
      continue;
    throw InputError(fmt::format("{}: not a store of sweeps: has the {} {}, but a store has plain "
                                 "tables and its own views only",
                                 path, in_quotes(select.getColumn(0).getString()),
                                 in_quotes(select.getColumn(1).getString())));
  }
  for (const auto& table : store_tables()) {
    if (version >= table.since)
      check_table(database, path, table, version);
  }
}

void check_pages(SQLite::Database& database, const std::string& path) {
  const auto said = database.execAndGet("PRAGMA quick_check(1)").getString();
  if (said != "ok")
    throw RunError(
        fmt::format("{}: damaged: {}; the command .recover of sqlite3 saves the rest", path, said));
}

void check_file(SQLite::Database& database, const std::string& path) {
  int has_moved = 0;
  static_cast<void>(
      sqlite3_file_control(database.getHandle(), "main", SQLITE_FCNTL_HAS_MOVED, &has_moved));
  if (has_moved != 0)
    throw RunError(fmt::format("{}: was moved, deleted or replaced while it was used", path));
  if (database.execAndGet("PRAGMA journal_mode").getString() == "wal") // not all pages are in it
    return;
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  if (unknown) // a database in memory
    return;
  const auto pages = number(database, "page_count");
  if (pages == 0 || static_cast<std::int64_t>(size) < pages * number(database, "page_size"))
    throw RunError(fmt::format("{}: was cut or overwritten while it was used", path));
}

} // namespace eldest
