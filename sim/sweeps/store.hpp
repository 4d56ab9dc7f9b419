#pragma once

#include "sim/sweeps/point.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace SQLite {
class Database;
}

namespace eldest {

/// A point in a store, with its outcome if it has been run.
struct StoredPoint {
  Point point;
  std::optional<PointOutcome> outcome;
};

/// A sweep's points and their outcomes in an SQLite database, the schema of which is in
/// `SweepStore::schema`. What is put into it is on the disk when the call returns. Several
/// processes of one computer may use a store at the same time. Every function throws RunError,
/// which names the file, if the database cannot be read or written.
class SweepStore {
public:
  /// The version of the schema; a store has it in SQLite's user_version.
  static constexpr int schema_version = 1;
  static const char* const schema;

  /// Whether a store that is not there is made, and whether it is only read.
  enum class Access : std::uint8_t { create, write, read };

  /// Throws InputError if there is no such file, or if it is no store or one of a newer version.
  SweepStore(std::string path, Access access);
  ~SweepStore();
  SweepStore(SweepStore&& other) noexcept;
  SweepStore& operator=(SweepStore&&) = delete;
  SweepStore(const SweepStore&) = delete;
  SweepStore& operator=(const SweepStore&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Adds points that are not there yet; tells those that are of their baselines if only the new
  /// ones have them.
  void add(std::span<const Point> points);

  /// Takes a point, which is there, for this process, unless it has a result, or a failure that is
  /// not to be tried again, or a living process of this computer has taken it.
  [[nodiscard]] bool claim(const std::string& key, bool retry_failed);

  /// Keeps a point's outcome and frees the point. A result is never replaced.
  void put(const std::string& key, const PointOutcome& outcome);

  /// Frees all points that this process has taken.
  void release();

  /// The outcome of a point, if it is there and has been run.
  [[nodiscard]] std::optional<PointOutcome> outcome(const std::string& key) const;

  /// All points, in the order in which they came.
  [[nodiscard]] std::vector<StoredPoint> points() const;

private:
  /// A process of this computer, told from later ones with the same number by its start.
  struct Process {
    std::int64_t id;
    std::string start;
  };

  template <class Function> auto guarded(const Function& function) const;
  void open(Access access);

  std::string path_;
  Process process_; ///< that has opened the store
  std::unique_ptr<SQLite::Database> database_;
};

/// The version of the program that has the latest outcome; empty if there is none.
[[nodiscard]] std::string latest_version(const std::vector<StoredPoint>& points);

} // namespace eldest
