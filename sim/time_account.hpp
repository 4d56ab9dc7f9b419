#pragma once

#include <array>

namespace eldest {

/// How one processor spent its time, in seconds, with nothing left over: from the start of the
/// search until the last processor has finished.
struct TimeAccount {
  double work = 0; ///< visiting nodes
  /// Overheads of messages, waiting for answers of the transposition table, and serving the
  /// accesses of others while there was own work to do.
  double communication = 0;
  double idle = 0; ///< waiting for messages of other processors, or for the end

  [[nodiscard]] double total() const { return work + communication + idle; }

  TimeAccount& operator+=(const TimeAccount& other) {
    work += other.work;
    communication += other.communication;
    idle += other.idle;
    return *this;
  }
};

/// One of the ways to spend time.
using TimeCategory = double TimeAccount::*;
inline constexpr std::array<TimeCategory, 3> time_categories{
    &TimeAccount::work, &TimeAccount::communication, &TimeAccount::idle};

} // namespace eldest
