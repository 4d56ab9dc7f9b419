#pragma once

#include "sim/sweeps/point.hpp"
#include "sim/sweeps/stored_files.hpp"
#include "sim/sweeps/stored_point.hpp"
#include "trees/base/errors.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace SQLite {
class Column;
class Statement;
} // namespace SQLite

namespace eldest {

/// Reads the point in the columns key, settings, command, relative, alphabeta and negascout, which
/// are the first of a row. Throws InputError, which names the column that is damaged.
[[nodiscard]] Point read_point(const SQLite::Statement& row);

/// Reads the outcome in the columns result, failure, wall_s, ended_at and limit_s. `first`: index
/// of the column result. Throws InputError, which names the column that is damaged.
[[nodiscard]] PointOutcome read_outcome(const SQLite::Statement& row, int first);

/// Reads the platform in the columns digest, name, written, parsed and profiles. Throws InputError.
[[nodiscard]] StoredPlatform read_platform(const SQLite::Statement& row);

/// Reads the sweep in the columns command, file, text, version and model_version. Throws
/// InputError.
[[nodiscard]] SweepRecord read_sweep(const SQLite::Statement& row);

/// Throws the error of a row, or adds it to `damaged` if that is not null. `rowid`: column with
/// the number of the row.
void note_damage(const std::string& path, const SQLite::Column& key, std::string_view table,
                 const SQLite::Column& rowid, const InputError& error,
                 std::vector<DamagedRow>* damaged);

} // namespace eldest
