#pragma once

#include <filesystem>
#include <optional>

namespace eldest {

/// The folder of the running program.
[[nodiscard]] std::filesystem::path program_folder();

/// The folder of the files that come with the project: platforms/, trees/, programs/ and results/.
/// This is the first of the following that applies:
///
/// - the value of the environment variable ELDEST_DATA_DIR, if set and not empty,
/// - share/eldest beside the folder of the running program, if that folder exists,
/// - the folder that the library was configured to be installed with.
[[nodiscard]] std::filesystem::path data_folder();

/// Returns the file at `path`, else the one at that path in `data_folder()`, or nothing.
[[nodiscard]] std::optional<std::filesystem::path>
find_data_file(const std::filesystem::path& path);

} // namespace eldest
