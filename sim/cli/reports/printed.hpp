#pragma once

namespace eldest {

/// Flushes standard output. Throws RunError if the output cannot be written, as on a full disk.
///
/// Called at the program's end, and before a command's Interrupts end. A second signal, as
/// timeout(1) sends it, would otherwise end the process and lose the result.
void write_printed();

} // namespace eldest
