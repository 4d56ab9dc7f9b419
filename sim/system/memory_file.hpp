#pragma once

#include "sim/system/process.hpp"

#include <string>
#include <string_view>

namespace eldest {

/// A file in memory, for libraries that read only files. It is gone at the end of the lifetime of
/// this object, or of the process if that is killed.
class MemoryFile {
public:
  /// Throws RunError if the system has no memory or no descriptor left.
  explicit MemoryFile(std::string_view text);

  /// Returns a path by which this process can open the file.
  [[nodiscard]] std::string path() const;

private:
  Descriptor descriptor_;
};

} // namespace eldest
