#pragma once

#include "sim/platform_files/platform_contents.hpp"

#include <string>
#include <string_view>

namespace eldest {

/// Reads and checks a platform file before SimGrid does, which would end the program or loop at a
/// mistake. `name` is the path of a file, here or among the shipped files (see find_data_file). It
/// may also be the name of a shipped platform, such as "cm5-32" for platforms/cm5-32.xml. Throws
/// InputError for
///
/// - a missing file,
/// - a syntax error,
/// - an impossible number, name or element,
/// - a property whose name begins like ours but is none, or that has no effect where it is,
/// - an unknown setting,
/// - features that no model supports: profiles of hosts, and Wi-Fi.
[[nodiscard]] PlatformFile read_platform_file(const std::string& name);

/// Replaces a setting of the file, or of the program, by the one in `text`, such as
/// "network/crosstraffic:1". Adds a note if the file or the program sets that setting, or if it is
/// not used. Throws InputError for a setting that `checked_setting` refuses, and for a text without
/// a colon.
void override_setting(PlatformFile& platform, std::string_view text);

} // namespace eldest
