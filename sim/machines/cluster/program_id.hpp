#pragma once

#include <string>

namespace eldest {

/// The build ID that the linker has given to the program of this process: a hash of its content, in
/// hexadecimal digits. Empty if the program has no build ID.
[[nodiscard]] std::string program_id();

} // namespace eldest
