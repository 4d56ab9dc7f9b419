#pragma once

namespace eldest {

/// Flushes standard output. Throws RunError if the output cannot be written, as on a full disk.
///
/// Called at the end of the program, and before the Interrupts object of a command is destroyed. A
/// second signal, as timeout(1) sends it, would otherwise end the process and lose the result.
void write_printed();

} // namespace eldest
