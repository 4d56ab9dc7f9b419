#pragma once

#include <string>

namespace SQLite {
class Database;
}

namespace eldest {

/// Makes a connection obey nothing that the schema of a stranger's database asks for, such as
/// functions with effects. Call it before anything else is read.
void distrust(SQLite::Database& database);

/// Throws InputError unless the tables of a store are those of version `version` of the schema.
/// Views in their place could run without an end, and triggers could change what is written.
/// `path`: the file, for the error.
void check_schema(SQLite::Database& database, const std::string& path, int version);

/// Throws RunError if pages of the database are damaged. Reads the whole file, some 200 MB a
/// second.
void check_pages(SQLite::Database& database, const std::string& path);

/// Throws RunError if the file at `path` is no longer the whole of `database`, because it has been
/// moved, deleted, replaced or cut since it was opened. Call it in a transaction that has not
/// changed anything.
void check_file(SQLite::Database& database, const std::string& path);

} // namespace eldest
