#pragma once

#include "sim/platform_files/platform_contents.hpp"
#include "sim/system/memory_file.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace eldest {

/// A platform as a file that SimGrid can load. This is the platform's own file, if it has one and
/// its numbers have not been changed. Otherwise it is a file in memory. With profiles, it is a file
/// in a temporary folder, which is removed at the end.
class LoadableFile {
public:
  /// Throws RunError if the copy cannot be written.
  explicit LoadableFile(const PlatformFile& platform);
  ~LoadableFile();
  LoadableFile(const LoadableFile&) = delete;
  LoadableFile& operator=(const LoadableFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

private:
  void write(const PlatformFile& platform, const std::string& text) const;

  std::optional<MemoryFile> in_memory_;
  std::filesystem::path folder_; ///< temporary folder, or empty
  std::string path_;
};

} // namespace eldest
