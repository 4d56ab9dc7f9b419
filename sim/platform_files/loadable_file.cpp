#include "sim/platform_files/loadable_file.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>
#include <system_error>

namespace eldest {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void cannot_write(const fs::path& path, int error) {
  throw RunError(fmt::format("{}: the copy of a platform cannot be written: {}", path.string(),
                             std::strerror(error)));
}

fs::path make_temporary_folder() {
  auto name = (fs::temp_directory_path() / "eldest-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    cannot_write(name, errno);
  return name;
}

void write_text(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file)
    cannot_write(path, errno);
}

/// Replaces the names of profiles in all links below an element.
void rename_profiles(const pugi::xml_node& parent,
                     const std::map<std::string, std::string>& names) {
  for (auto node : parent.children()) {
    for (auto attribute : node.attributes()) {
      const auto name = names.find(attribute.value());
      if (name != names.end() && std::string_view(attribute.name()).ends_with("_file"))
        attribute.set_value(name->second.c_str());
    }
    rename_profiles(node, names);
  }
}

/// Returns the text of a platform with other names of its profiles.
std::string with_names(const std::string& text, const std::map<std::string, std::string>& names) {
  pugi::xml_document document;
  document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype,
                       pugi::encoding_utf8);
  rename_profiles(document, names);
  std::ostringstream renamed;
  document.save(renamed, "", pugi::format_raw);
  return renamed.str();
}

} // namespace

LoadableFile::LoadableFile(const PlatformFile& platform) : path_(platform.path) {
  if (platform.has_file && platform.changes.empty())
    return;
  const auto& text = platform.changes.empty() ? platform.text : platform.parsed;
  if (platform.profiles.empty()) {
    in_memory_.emplace(text);
    path_ = in_memory_->path();
    return;
  }
  folder_ = make_temporary_folder();
  path_ = folder_ / "platform.xml";
  try {
    write(platform, text);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    throw;
  }
}

LoadableFile::~LoadableFile() {
  std::error_code ignored;
  if (!folder_.empty())
    fs::remove_all(folder_, ignored);
}

void LoadableFile::write(const PlatformFile& platform, const std::string& text) const {
  // SimGrid first looks for profiles in the working directory, where no file has such a name. The
  // platform's own names might lead out of the folder.
  std::map<std::string, std::string> names;
  for (const auto& [name, profile] : platform.profiles) {
    names[name] = fmt::format("{}-{}", folder_.filename().string(), names.size());
    write_text(folder_ / names[name], profile);
  }
  write_text(path_, with_names(text, names));
}

} // namespace eldest
