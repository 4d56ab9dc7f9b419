#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// A part of the machine that stops working, for good.
struct Failure {
  double time = 0;       ///< seconds since the start
  int processor = 0;     ///< rank, if no link is named
  std::string link = {}; ///< name in the platform
};

/// Reads a list such as "3@0.5,link:NAME@1.2": processor 3 fails at 0.5 s, a link at 1.2 s. Throws
/// InputError for any other text.
[[nodiscard]] std::vector<Failure> parse_failures(std::string_view text);

} // namespace eldest
