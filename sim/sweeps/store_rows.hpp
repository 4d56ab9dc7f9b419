#pragma once

#include "sim/sweeps/point.hpp"

namespace SQLite {
class Statement;
}

namespace eldest {

/// Reads the point in the columns key, settings, command, relative, alphabeta and negascout, which
/// are the first of a row. Throws InputError, which names the column that is damaged.
[[nodiscard]] Point read_point(const SQLite::Statement& row);

/// Reads the outcome in the columns result, failure, wall_s, ended_at and limit_s. `first`: index
/// of the column result. Throws InputError, which names the column that is damaged.
[[nodiscard]] PointOutcome read_outcome(const SQLite::Statement& row, int first);

} // namespace eldest
