#include "sim/system/process_copy.hpp"

#include "sim/system/process.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <thread>

namespace eldest {
namespace {

bool has_several_threads() {
  std::error_code error;
  // The folder has a subfolder for each thread, and each is counted as a link.
  return std::filesystem::hard_link_count("/proc/self/task", error) > 3 || error;
}

/// Returns true if the process still has several threads after 0.1 s. A thread that has been joined
/// is counted until the kernel has removed it, a moment later.
bool keeps_several_threads() {
  using namespace std::chrono_literals;
  for (int naps = 0; naps < 100; ++naps) {
    if (!has_several_threads())
      return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

} // namespace

CopyOutcome copy_process() {
  if (keeps_several_threads())
    return CopyOutcome::failed;
  std::fflush(nullptr); // otherwise the copy would write the original's buffers again
  const pid_t original = ::getpid();
  const pid_t copy = ::fork();
  if (copy == 0) {
    end_with(original);
    return CopyOutcome::in_copy;
  }
  return copy > 0 && wait_for_end(copy) == 0 ? CopyOutcome::ended : CopyOutcome::failed;
}

void end_copy(bool success) { ::_exit(success ? 0 : 1); }

} // namespace eldest
