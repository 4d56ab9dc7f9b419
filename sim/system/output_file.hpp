#pragma once

#include "trees/base/errors.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace eldest {

/// A file that is made whole or not at all. The content is written to a new file in the same folder
/// and flushed to the disk. Then the new file is renamed. Until then, an old file of that name
/// stays unchanged. If writing fails, the new file is removed. The target of a symbolic link is
/// replaced, not the link, and keeps its permissions.
///
/// A file that cannot be replaced is written to directly. This is a file that is not regular, such
/// as a pipe or a device, or the one that is standard output or standard error.
class OutputFile {
public:
  /// Checks that the file can be written, so that a mistake is known before a long search. Waits at
  /// most 10 s for the reader of a pipe. Throws RunError with `subject`.
  OutputFile(Subject subject, std::filesystem::path path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Writes the content. Call it once. Throws RunError.
  void write(std::string_view content);

private:
  [[noreturn]] void fail(int error) const;
  void open_stream();
  void replace(std::string_view content) const;

  Subject subject_;
  std::filesystem::path path_;
  std::filesystem::path target_; ///< `path_` with symbolic links followed
  int stream_ = -1;              ///< descriptor of a file that cannot be replaced, or -1
};

/// Removes the files that a process left unfinished beside the file `path` when it was killed.
/// `process`: its number.
void remove_unfinished(const std::filesystem::path& path, int process);

/// A folder to which several files are added together, once all of them are whole. Until then they
/// are in the staging folder inside it. If `finish` is not called, they are removed, which takes
/// neither memory nor descriptors.
class OutputFolder {
public:
  /// Makes the folder if it does not exist. Throws RunError with `subject`.
  OutputFolder(Subject subject, std::filesystem::path path);
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;
  ~OutputFolder();

  /// The staging folder, in which callers may make files themselves.
  [[nodiscard]] const std::filesystem::path& staging_folder() const;

  /// Makes a file in the staging folder. Throws RunError.
  void write(std::string_view name, std::string_view content) const;

  /// Flushes all files to the disk, and moves them into the folder, in place of files there with
  /// the same names. The file `last` is moved after all others. Throws RunError.
  void finish(std::string_view last) const;

private:
  class NewFolders;
  class Staging;

  [[noreturn]] void fail(const std::filesystem::path& path, int error) const;

  Subject subject_;
  std::filesystem::path path_;
  std::unique_ptr<NewFolders> made_;
  std::unique_ptr<Staging> staging_;
};

} // namespace eldest
