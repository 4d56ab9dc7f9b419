#pragma once

#include <filesystem>
#include <optional>

namespace eldest {

/// The folder of the running program.
[[nodiscard]] std::filesystem::path program_folder();

/// The folder of the files that come with the project: platforms/, trees/, programs/ and results/.
/// It is the value of the environment variable ELDEST_DATA_DIR if that is set; otherwise
/// share/eldest beside the folder of the running program, if there is such a folder; otherwise the
/// one that the library was configured to be installed with.
[[nodiscard]] std::filesystem::path data_folder();

/// The file at `path`, or else the one at that path in `data_folder()`. None if there is neither.
[[nodiscard]] std::optional<std::filesystem::path>
find_data_file(const std::filesystem::path& path);

} // namespace eldest
