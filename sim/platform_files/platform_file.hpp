#pragma once

#include "sim/platform_files/platform_contents.hpp"

#include <string>
#include <string_view>

namespace eldest {

/// Looks at a platform file before SimGrid does, which ends the program or loops where this throws
/// InputError: a missing file; a syntax error; a number, a name or an element that cannot be; a
/// property whose name begins like ours but is none, or which has no effect where it is; an unknown
/// setting; and what neither model follows, which is profiles of hosts and Wi-Fi. `name` is the
/// path of a file, here or among the shipped ones (see find_data_file), or the name of a shipped
/// platform: "cm5-32" for platforms/cm5-32.xml.
[[nodiscard]] PlatformFile read_platform_file(const std::string& name);

/// Replaces a setting of the file, or of the program, by the one in a text such as
/// "network/crosstraffic:1"; adds a note if it is one that the program or the file sets itself.
/// Throws InputError for what `checked_setting` refuses, and for a text without a colon.
void override_setting(PlatformFile& platform, std::string_view text);

} // namespace eldest
