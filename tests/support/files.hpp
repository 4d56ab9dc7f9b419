#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace eldest::test {

/// The text of a file; empty if there is none.
[[nodiscard]] inline std::string read(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace eldest::test
