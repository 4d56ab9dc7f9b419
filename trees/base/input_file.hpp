#pragma once

#include "trees/base/limits.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace eldest {

/// The kinds of files that are accepted.
enum class InputKind : unsigned char {
  file,         ///< regular files, whose content may be read again
  file_or_pipe, ///< also pipes with a present or past writer, as from a shell's <(…)
};

/// Returns the content of a file of at most `max_bytes`. Throws InputError, which begins with the
/// path, for a longer file, for one not of `kind`, and for anything that cannot be read. A folder,
/// a device and a pipe without a writer cannot be read. Does not wait for a pipe to get a writer.
[[nodiscard]] std::string read_input_file(const std::filesystem::path& path,
                                          InputKind kind = InputKind::file_or_pipe,
                                          std::size_t max_bytes = max_input_bytes);

} // namespace eldest
