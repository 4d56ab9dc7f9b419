#pragma once

#include "sim/sweeps/point.hpp"

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
}

namespace eldest {

/// A point in a store, with its outcome if it has been run.
struct StoredPoint {
  Point point;
  std::optional<PointOutcome> outcome;
};

/// Which failures are no reason not to run a point again.
struct Retry {
  /// Those that were in the store when it had so many outcomes; see SweepStore::outcomes_so_far.
  std::int64_t until = 0;
  /// Those by a limit on the seconds of real time that was less than this one; none: by any limit.
  std::optional<double> limit{};

  /// Whether a point with a failure is to be run again. `number`: of the failure, as counted by
  /// SweepStore::outcomes_so_far; `ended_by`: the limit that it failed by, if it did.
  [[nodiscard]] bool includes(std::int64_t number, std::optional<double> ended_by) const {
    return number <= until || (ended_by && (!limit || *limit > *ended_by));
  }
};

/// How a point stands for a process that would run it.
enum class PointState : std::uint8_t {
  free,
  taken, ///< by a living process of this computer
  has_result,
  has_failed,
};

/// A sweep's points and their outcomes in an SQLite database, the schema of which is in
/// `SweepStore::schema`. What is put into it is on the disk when the call returns. Several
/// processes of one computer may use a store at the same time. Every function throws RunError,
/// which names the file, if the database cannot be read or written.
class SweepStore {
public:
  /// The version of the schema; a store has it in SQLite's user_version.
  static constexpr int schema_version = 2;
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

  /// Makes what the calls in `steps` change one change of the store: all of it or nothing, if one
  /// of them throws; on the disk when this returns. It keeps other processes from writing
  /// meanwhile.
  void together(const std::function<void()>& steps);

  /// Adds points that are not there yet; tells those that are of their baselines if only the new
  /// ones have them.
  void add(std::span<const Point> points);

  /// Takes a point, which is there, for this process, if it is free; returns how it stood before.
  [[nodiscard]] PointState claim(const std::string& key, const Retry& retry = {});

  /// How a point stands.
  [[nodiscard]] PointState state(const std::string& key, const Retry& retry = {}) const;

  /// Keeps a point's outcome and frees the point. A result is never replaced.
  void put(const std::string& key, const PointOutcome& outcome);

  /// Frees all points that this process has taken.
  void release();

  /// Whether a sweep has planned a point, rather than only its outcome been collected.
  [[nodiscard]] bool is_planned(const std::string& key) const;

  /// The number of outcomes that have been put into the store, those replaced later included.
  [[nodiscard]] std::int64_t outcomes_so_far() const;

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
  void change(const std::function<void()>& steps);
  void open(Access access);
  void create();
  void upgrade();
  [[nodiscard]] int pragma(const char* name) const;
  /// The column of the limit of outcomes, which older stores that are only read do not have.
  [[nodiscard]] const char* limit_column() const { return version_ < 2 ? "NULL" : "limit_s"; }

  std::string path_;
  Process process_; ///< that has opened the store
  std::unique_ptr<SQLite::Database> database_;
  int version_ = schema_version;
  bool together_ = false; ///< whether several steps are being made together
};

/// The version of the program that has the latest outcome; empty if there is none.
[[nodiscard]] std::string latest_version(const std::vector<StoredPoint>& points);

} // namespace eldest
