#pragma once

#include <string>
#include <vector>

namespace eldest {

/// A SimGrid platform file that exists and is well-formed XML.
struct PlatformFile {
  std::string path;                    ///< where it is
  std::vector<std::string> configured; ///< SimGrid options that its `<config>` elements set
  std::string name;                    ///< what it was asked for by
};

/// Looks at a platform file before SimGrid does, which ends the program where this throws
/// InputError (missing file, syntax error with its line, no `<platform>`). `name` is the path of a
/// file, here or among the shipped ones (see find_data_file), or the name of a shipped platform:
/// "cm5-32" for platforms/cm5-32.xml.
[[nodiscard]] PlatformFile read_platform_file(const std::string& name);

} // namespace eldest
