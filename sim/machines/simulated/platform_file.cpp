#include "sim/machines/simulated/platform_file.hpp"

#include "sim/machines/simulated/data_files.hpp"
#include "sim/machines/simulated/shipped_platforms.hpp"
#include "trees/errors.hpp"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

namespace eldest {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void unknown_platform(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& platform : shipped_platforms())
    names.push_back(fs::path(platform.file).stem());
  throw InputError(Subject::platform,
                   fmt::format("{}: no such file, and no platform of that name in {}; "
                               "shipped are {}",
                               name, (data_folder() / "platforms").string(),
                               fmt::join(names, ", ")));
}

/// The path of the file that `name` stands for; reading it says what is wrong if there is none.
std::string locate(const std::string& name) {
  if (const auto file = find_data_file(name))
    return *file;
  const fs::path path(name);
  std::error_code none;
  if (path.has_parent_path() || path.has_extension() || fs::exists(path, none))
    return name;
  if (const auto file = find_data_file(data_folder() / "platforms" / (name + ".xml")))
    return *file;
  unknown_platform(name);
}

std::string read_file(const std::string& path) {
  if (fs::is_directory(path))
    throw InputError(Subject::platform, fmt::format("{}: is a directory, not a file", path));
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file)
    throw InputError(Subject::platform,
                     fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  return text;
}

std::ptrdiff_t line_at(std::string_view text, std::ptrdiff_t offset) {
  const auto length = std::min<std::size_t>(text.size(), static_cast<std::size_t>(offset));
  return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length), '\n');
}

} // namespace

PlatformFile read_platform_file(const std::string& name) {
  const auto path = locate(name);
  const std::string text = read_file(path);
  pugi::xml_document document;
  const auto result = document.load_buffer(text.data(), text.size());
  if (!result)
    throw InputError(Subject::platform,
                     fmt::format("{}, line {}: not well-formed XML: {}", path,
                                 line_at(text, result.offset), result.description()));
  const auto root = document.child("platform");
  if (!root)
    throw InputError(Subject::platform,
                     fmt::format("{}: no <platform> element: not a SimGrid platform", path));
  PlatformFile platform{path, {}, name};
  for (const auto& config : root.children("config")) {
    for (const auto& property : config.children("prop"))
      platform.configured.emplace_back(property.attribute("id").value());
  }
  return platform;
}

} // namespace eldest
