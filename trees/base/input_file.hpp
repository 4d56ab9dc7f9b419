#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace eldest {

/// More than any file of positions, settings or hosts.
inline constexpr std::size_t max_input_bytes = std::size_t{256} << 20U;

/// What kinds of files are read.
enum class InputKind : unsigned char {
  file,         ///< regular files, whose content may be read again
  file_or_pipe, ///< also pipes, as from a shell's <(…), that something writes to or has written to
};

/// The content of a file of at most so many bytes. Throws InputError, which begins with the path,
/// for a folder, a device, a pipe without a writer, and whatever else cannot be read; does not wait
/// for a writer.
[[nodiscard]] std::string read_input_file(const std::filesystem::path& path,
                                          InputKind kind = InputKind::file_or_pipe,
                                          std::size_t max_bytes = max_input_bytes);

} // namespace eldest
