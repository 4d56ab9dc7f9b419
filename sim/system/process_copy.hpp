#pragma once

#include <cstdint>

namespace eldest {

/// The places in which `copy_process` returns.
enum class CopyOutcome : std::uint8_t {
  in_copy, ///< in the copy, at once
  ended,   ///< in the original, after the copy has called `end_copy`
  failed,  ///< in the original, if there is no copy, or if the copy has ended in another way
};

/// Copies this process, and waits in the original for the end of the copy. The copy begins with the
/// original's memory and stacks, but changes only its own. It ends if the original ends. There is
/// no copy if the process has several threads, because a copy would have only one of them.
[[nodiscard]] CopyOutcome copy_process();

/// Ends this process, which is a copy, without destroying its objects. `success`: false if the copy
/// has not done its task.
[[noreturn]] void end_copy(bool success);

} // namespace eldest
