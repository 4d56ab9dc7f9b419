#pragma once

#include "sim/sweeps/point.hpp"
#include "sim/sweeps/stored_files.hpp"
#include "sim/sweeps/stored_point.hpp"
#include "trees/base/errors.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace SQLite {
class Database;
class Statement;
} // namespace SQLite

namespace eldest {

/// The failures after which a point is run again.
struct Retry {
  /// Failures among the first `until` outcomes put into the store; see SweepStore::outcomes_so_far.
  std::int64_t until = 0;
  /// Failures because of a limit on real time below this one, in seconds. Nothing: failures because
  /// of any limit.
  std::optional<double> limit{};

  /// Returns true if a point with a failure is to be run again. `number`: number of the failure, as
  /// counted by SweepStore::outcomes_so_far. `ended_by`: the limit because of which the point
  /// failed, or nothing.
  [[nodiscard]] bool includes(std::int64_t number, std::optional<double> ended_by) const {
    return number <= until || (ended_by && (!limit || *limit > *ended_by));
  }
};

/// The state of a point for a process that wants to run it.
enum class PointState : std::uint8_t {
  free,
  taken, ///< by a living process of this computer
  has_result,
  has_failed,
};

/// A sweep's points and their outcomes in an SQLite database; see store_schema.hpp and
/// views.hpp. The platforms of the points are in it, too, so that the file alone is enough to run
/// them again. Writes are on the disk when their call returns. Several processes of one computer
/// may use a store at the same time. Every function throws RunError, which names the file, if the
/// database cannot be read or written. Every function that writes also throws RunError if the file
/// has been moved, replaced or cut since it was opened.
class SweepStore {
public:
  /// The version of the schema, which SQLite's user_version holds in a store.
  static constexpr int schema_version = 3;

  /// The access to a store.
  enum class Access : std::uint8_t {
    create, ///< to write it, and to create it if it is missing
    write,
    read,
    look, ///< to read a few rows, without a check of all pages
  };

  /// Throws InputError if the file is missing or is no store, or if its version is newer. Throws
  /// RunError if its pages are damaged.
  SweepStore(std::string path, Access access);
  ~SweepStore();
  SweepStore(SweepStore&& other) noexcept;
  SweepStore& operator=(SweepStore&&) = delete;
  SweepStore(const SweepStore&) = delete;
  SweepStore& operator=(const SweepStore&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Runs `steps`, and makes all changes that they make to the store in one transaction. If a step
  /// throws, no change is made. All changes are on the disk when this returns. Until then, other
  /// processes cannot write.
  void together(const std::function<void()>& steps);

  /// Adds the points that the store does not have. If a point in the store has no baselines, it
  /// gets those of the point to add.
  void add(std::span<const Point> points);

  /// Adds a platform, unless the store has one of its digest.
  void add(const StoredPlatform& platform);

  /// Adds a sweep, unless the store has its command, settings and version.
  void add(const SweepRecord& sweep);

  /// Takes a point of the store for this process, if the point is free. Returns the state that the
  /// point had before.
  [[nodiscard]] PointState claim(const std::string& key, const Retry& retry = {});

  /// Returns the state of a point.
  [[nodiscard]] PointState state(const std::string& key, const Retry& retry = {}) const;

  /// Stores a point's outcome and frees the point. A result is never replaced.
  void put(const std::string& key, const PointOutcome& outcome);

  /// Removes a point and its outcome, of which a row is damaged, so that they can be put there
  /// anew.
  void remove(const std::string& key);

  /// Frees all points that this process has taken.
  void release();

  /// Throws RunError if the pages of the database are damaged, or if one of these points has no
  /// outcome.
  void check_ended(std::span<const std::string> keys) const;

  /// Returns true if a sweep has planned the point. Returns false if only its outcome has been
  /// collected, or if the point is unknown.
  [[nodiscard]] bool is_planned(const std::string& key) const;

  /// Returns the number of outcomes that have been put into the store, including those replaced
  /// later.
  [[nodiscard]] std::int64_t outcomes_so_far() const;

  /// Returns the outcome of a point, or nothing if the point is unknown or has not been run.
  [[nodiscard]] std::optional<PointOutcome> outcome(const std::string& key) const;

  /// Returns the points whose keys begin with `key`, in the order in which they were added. Adds
  /// rows that cannot be read to `damaged`, and leaves them out. If `damaged` is null, throws
  /// RunError for the first of them.
  [[nodiscard]] std::vector<StoredPoint> points(std::vector<DamagedRow>* damaged = nullptr,
                                                const std::string& key = "") const;

  /// Returns the platforms, in the order in which they were added. Throws RunError if a row cannot
  /// be read.
  [[nodiscard]] std::vector<StoredPlatform> platforms() const;

  /// Returns the sweeps, in the order in which they began. Throws RunError if a row cannot be read.
  [[nodiscard]] std::vector<SweepRecord> sweeps() const;

private:
  /// A process of this computer. Its start distinguishes it from later ones with the same number.
  struct Process {
    std::int64_t id;
    std::string start;
  };

  template <class Function> auto guarded(const Function& function) const;
  template <class Row>
  std::vector<Row> rows_of(const char* table, const char* columns,
                           Row (*read)(const SQLite::Statement&)) const;
  void change(const std::function<void()>& steps);
  void open(Access access);
  void create();
  void upgrade();
  void make_steps(int from);
  void add_views();
  [[nodiscard]] int pragma(const char* name) const;
  /// Returns the name of the column limit_s, or NULL for older stores without it, which are only
  /// read.
  [[nodiscard]] const char* limit_column() const { return version_ < 2 ? "NULL" : "limit_s"; }

  std::string path_;
  Process process_; ///< process that has opened the store
  std::unique_ptr<SQLite::Database> database_;
  int version_ = schema_version;
  bool together_ = false; ///< true during `together`
};

} // namespace eldest
