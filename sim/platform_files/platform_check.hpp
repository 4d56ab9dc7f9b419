#pragma once

#include "sim/platform_files/platform_contents.hpp"

#include <string_view>

namespace pugi {
class xml_document;
}

namespace eldest {

/// Checks every element of a platform, whose text is at hand for line numbers; fills in what a
/// PlatformFile says of its content. Throws InputError, as `read_platform_file` says.
void check_elements(const pugi::xml_document& document, std::string_view text,
                    PlatformFile& platform);

} // namespace eldest
