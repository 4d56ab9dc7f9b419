#include "sim/sweeps/store_rows.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

namespace eldest {
namespace {

/// Returns a column that should be text. Throws InputError if it is not.
std::string text_in(const SQLite::Column& column) {
  if (!column.isText())
    throw InputError(fmt::format("{} should be text", column.getName()));
  return column.getString();
}

double number_in(const SQLite::Column& column) {
  if (!column.isFloat() && !column.isInteger())
    throw InputError(fmt::format("{} should be a number", column.getName()));
  return column.getDouble();
}

Json json_in(const SQLite::Column& column) {
  try {
    return read_json(text_in(column));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", column.getName(), error.what()));
  }
}

} // namespace

Point read_point(const SQLite::Statement& row) {
  auto settings = settings_of(json_in(row.getColumn(1)));
  static_cast<void>(field(settings.at("platform"), "digest"));
  Point point{text_in(row.getColumn(0)), std::move(settings), text_in(row.getColumn(2)), {}};
  if (!row.getColumn(3).isNull())
    point.baselines = {text_in(row.getColumn(3)), text_in(row.getColumn(4)),
                       text_in(row.getColumn(5))};
  return point;
}

PointOutcome read_outcome(const SQLite::Statement& row, int first) {
  const auto result = row.getColumn(first);
  const auto failure = row.getColumn(first + 1);
  const auto limit = row.getColumn(first + 4);
  if (result.isNull() == failure.isNull())
    throw InputError("there should be either a result or a failure");
  PointOutcome outcome;
  if (failure.isNull())
    outcome.result = json_in(result);
  else
    outcome.failure = text_in(failure);
  outcome.wall_seconds = number_in(row.getColumn(first + 2));
  outcome.ended_at = text_in(row.getColumn(first + 3));
  if (!limit.isNull())
    outcome.limit = number_in(limit);
  return outcome;
}

StoredPlatform read_platform(const SQLite::Statement& row) {
  StoredPlatform platform{text_in(row.getColumn(0)), text_in(row.getColumn(1)),
                          text_in(row.getColumn(2)), text_in(row.getColumn(3))};
  const auto profiles = json_in(row.getColumn(4));
  if (!profiles.is_object())
    throw InputError("profiles should be a JSON object");
  for (const auto& [name, text] : profiles.items())
    platform.profiles[name] = field_as<std::string>(profiles, name.c_str());
  return platform;
}

SweepRecord read_sweep(const SQLite::Statement& row) {
  SweepRecord sweep;
  sweep.command = text_in(row.getColumn(0));
  if (!row.getColumn(1).isNull()) {
    sweep.file = text_in(row.getColumn(1));
    sweep.text = text_in(row.getColumn(2));
  }
  sweep.version = text_in(row.getColumn(3));
  sweep.model_version = static_cast<int>(number_in(row.getColumn(4)));
  return sweep;
}

void note_damage(const std::string& path, const SQLite::Column& key, std::string_view table,
                 const SQLite::Column& rowid, const InputError& error,
                 std::vector<DamagedRow>* damaged) {
  const auto name = key.isText() ? key.getString() : "";
  auto what =
      fmt::format("{}, row {}, key {}: {}", table, rowid.getInt64(), in_quotes(name), error.what());
  if (damaged == nullptr)
    throw RunError(fmt::format("{}: damaged: {}", path, what));
  damaged->push_back({name, std::move(what)});
}

} // namespace eldest
