#pragma once

#include <string>
#include <vector>

namespace eldest {

/// A SimGrid platform file that exists and is well-formed XML.
struct PlatformFile {
  std::string path;
  std::vector<std::string> configured; ///< SimGrid options that its <config> elements set
};

/// Looks at a platform file before SimGrid does, which ends the program where this throws
/// InputError (missing file, syntax error with its line, no <platform>).
[[nodiscard]] PlatformFile read_platform_file(const std::string& path);

} // namespace eldest
