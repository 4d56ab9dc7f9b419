#pragma once

#include "trees/base/errors.hpp"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace eldest {

/// A file that comes into being whole or not at all: its content is written to a file beside it,
/// brought to the disk, and then given the name. Until then a file of that name stays as it is; if
/// it cannot be done, nothing is left of it. What a symbolic link points to is replaced, not the
/// link, and keeps its permissions.
///
/// What is no regular file, such as a pipe, a device, or whatever is standard output, cannot be
/// replaced: it is written to.
class OutputFile {
public:
  /// Checks that the file can be written, so that a mistake is known before a long search; waits up
  /// to 10 s for the reader of a pipe. `subject` is that of errors. Throws RunError.
  OutputFile(Subject subject, std::filesystem::path path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Writes the content; call it once. Throws RunError.
  void write(std::string_view content);

private:
  [[noreturn]] void fail(int error) const;
  void open_stream();
  void replace(std::string_view content) const;

  Subject subject_;
  std::filesystem::path path_;
  std::filesystem::path target_; ///< where the links in `path_` lead
  int stream_ = -1;              ///< the descriptor of what cannot be replaced
};

/// A folder to which several files are added together, once all of them are whole. Until then they
/// are in a staging folder, a folder in it; if they do not get that far, nothing is left of them.
class OutputFolder {
public:
  /// Makes the folder if it is not there. `subject` is that of errors. Throws RunError.
  OutputFolder(Subject subject, std::filesystem::path path);
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;
  ~OutputFolder();

  /// The folder in which files may be made, too.
  [[nodiscard]] const std::filesystem::path& staging_folder() const { return staging_folder_; }

  /// Makes a file in the staging folder. Throws RunError.
  void write(std::string_view name, std::string_view content) const;

  /// Brings all files to the disk and into the folder, in place of others of their names; `last`
  /// after all others. Throws RunError.
  void finish(std::string_view last) const;

private:
  void remove_made() const;
  [[noreturn]] void fail(const std::filesystem::path& path, int error) const;

  Subject subject_;
  std::filesystem::path path_;
  std::filesystem::path made_; ///< the outermost folder that was not there; empty if all were
  std::filesystem::path staging_folder_;
};

} // namespace eldest
