#pragma once

#include <span>
#include <string>

namespace eldest {

/// Returns a command line that a POSIX shell reads as `words`.
[[nodiscard]] std::string shell_line(std::span<const std::string> words);

} // namespace eldest
