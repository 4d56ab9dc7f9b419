#pragma once

#include "sim/system/process.hpp"

#include <sys/types.h>

#include <string>

namespace eldest {

/// The text in an incomplete result for which a guard puts the rank of the lost process.
inline constexpr auto no_lost_rank = "\"lost_rank\": null";

/// The incomplete result in which the loss of a process is recorded.
struct LossRecord {
  std::string path;   ///< a file that the processes share, which contains `no_lost_rank`
  int rank = 0;       ///< of the process
  bool print = false; ///< true: rank 0's guard also prints the file, on standard output
};

/// A child process that outlives this one. MPI ends all processes of a program once one of them is
/// lost, which is one that is killed, crashes, or has been stopped by a signal for ten seconds. The
/// child ends a process that is stopped. The first guard whose process is lost says so in a new
/// file beside the result. The guard of rank 0 then ends rank 0, which can write no more, and puts
/// the lost rank into the result. It does this before MPI ends the program, so that its output is
/// still passed on.
class LossGuard {
public:
  /// Makes the child. This process may have no other thread. Throws RunError if the system has no
  /// process left.
  LossGuard();
  /// Tells the child that this process is not lost, and waits for its end.
  ~LossGuard();
  LossGuard(const LossGuard&) = delete;
  LossGuard& operator=(const LossGuard&) = delete;

  /// Says where a loss is recorded. Call it at most once. Without the call, no loss is recorded.
  void record(const LossRecord& record);

private:
  /// `process`: this one, for the child.
  LossGuard(PipeEnds ends, pid_t process);

  Descriptor end_; ///< of the pipe to the child, whose other end is closed when this process ends
  pid_t child_;
};

} // namespace eldest
