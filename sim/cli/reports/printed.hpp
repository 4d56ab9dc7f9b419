#pragma once

namespace eldest {

/// Writes what has been printed. Throws RunError if it cannot be written, as on a full disk.
///
/// Called at the program's end, and before a command's Interrupts end. Who interrupts a command may
/// do so twice, as timeout(1) does: the second would end the process and lose the result.
void write_printed();

} // namespace eldest
