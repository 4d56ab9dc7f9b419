#include "sim/system/data_files.hpp"

#include <cstdlib>
#include <system_error>

namespace eldest {

namespace fs = std::filesystem;

namespace {

bool is_file(const fs::path& path) {
  std::error_code none;
  const auto status = fs::status(path, none);
  return fs::exists(status) && !fs::is_directory(status);
}

} // namespace

fs::path program_folder() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none).parent_path();
}

fs::path data_folder() {
  const char* const chosen = std::getenv("ELDEST_DATA_DIR");
  if (chosen != nullptr && *chosen != '\0')
    return chosen;
  std::error_code none;
  if (auto folder = program_folder().parent_path() / "share/eldest"; fs::is_directory(folder, none))
    return folder;
  return ELDEST_INSTALLED_DATA_DIR;
}

std::optional<fs::path> find_data_file(const fs::path& path) {
  if (is_file(path))
    return path;
  if (auto shipped = data_folder() / path; is_file(shipped))
    return shipped;
  return std::nullopt;
}

} // namespace eldest
