#pragma once

#include "sim/platform_files/platform_contents.hpp"

#include <filesystem>
#include <string>

namespace eldest {

/// A platform as a file that SimGrid can load. This is the platform's own file, if it has one.
/// Otherwise it is a copy in a temporary folder, which is removed at the end.
class LoadableFile {
public:
  /// Throws RunError if the copy cannot be written.
  explicit LoadableFile(const PlatformFile& platform);
  ~LoadableFile();
  LoadableFile(const LoadableFile&) = delete;
  LoadableFile& operator=(const LoadableFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

private:
  void write(const PlatformFile& platform) const;

  std::filesystem::path folder_; ///< temporary folder, or empty
  std::string path_;
};

} // namespace eldest
