#pragma once

#include "sim/platform_files/platform_contents.hpp"

#include <string_view>

namespace pugi {
class xml_document;
}

namespace eldest {

/// Checks every element of a platform, and fills in the members of `platform` that describe the
/// content of the file. `text` is the text of the file, for line numbers. Throws InputError, as
/// `read_platform_file` says.
void check_elements(const pugi::xml_document& document, std::string_view text,
                    PlatformFile& platform);

} // namespace eldest
