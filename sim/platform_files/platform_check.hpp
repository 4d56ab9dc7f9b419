#pragma once

#include "sim/platform_files/platform_contents.hpp"

#include <string_view>

namespace pugi {
class xml_document;
class xml_node;
} // namespace pugi

namespace eldest {

/// Checks every element of a platform, and fills in the members of `platform` that describe the
/// content of the file. `text` is the text of the file, for line numbers. Throws InputError, as
/// `read_platform_file` says.
void check_elements(const pugi::xml_document& document, std::string_view text,
                    PlatformFile& platform);

/// Returns true if an element is a host, stands for hosts, or has such elements in it.
[[nodiscard]] bool has_hosts(const pugi::xml_node& node);

} // namespace eldest
