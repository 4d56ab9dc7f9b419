#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace eldest::test {

/// Returns the text of a file, or an empty text if the file does not exist.
[[nodiscard]] inline std::string read(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace eldest::test
