#pragma once

#include "sim/platform_files/platform_contents.hpp"

#include <map>
#include <span>
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
/// - a property "eldest:…" that does not exist or has no effect where it is, or whose name is
///   misspelt,
/// - an unknown setting,
/// - features that no model supports: profiles of hosts, and Wi-Fi.
///
/// Makes `changes` in turn before the checks. An InputError of change_numbers has no subject.
[[nodiscard]] PlatformFile read_platform_file(const std::string& name,
                                              std::span<const PlatformChange> changes = {});

/// A platform as texts, which needs no file.
struct PlatformText {
  std::string name;                              ///< path or name of the file that it was
  std::string text;                              ///< of the file
  std::map<std::string, std::string> profiles{}; ///< see PlatformFile
};

/// Reads and checks a platform as `read_platform_file` does. `place`: place of the text, for
/// messages.
[[nodiscard]] PlatformFile read_platform_text(const PlatformText& platform,
                                              const std::string& place,
                                              std::span<const PlatformChange> changes = {});

/// Sets a setting by `text`, such as "network/crosstraffic:1", in place of the value in the file or
/// in `default_settings()`. Adds a note if one of these has a value for the setting, or if
/// simulations do not use it. Throws InputError for a setting that `checked_setting` refuses, and
/// for a text without a colon.
void override_setting(PlatformFile& platform, std::string_view text);

} // namespace eldest
