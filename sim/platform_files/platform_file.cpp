#include "sim/platform_files/platform_file.hpp"

#include "sim/platform_files/platform_changes.hpp"
#include "sim/platform_files/platform_check.hpp"
#include "sim/platform_files/shipped_platforms.hpp"
#include "sim/platform_files/simgrid_settings.hpp"
#include "sim/system/data_files.hpp"
#include "trees/base/content_id.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/suggestion.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pugixml.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>

namespace eldest {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void unknown_platform(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& platform : shipped_platforms())
    names.push_back(fs::path(platform.file).stem());
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw InputError(Subject::platform,
                   fmt::format("{}: no such file, and no platform of that name in {}{}; "
                               "shipped are {}",
                               name, (data_folder() / "platforms").string(),
                               suggestion(name, known), fmt::join(names, ", ")));
}

/// Returns the path of the file that `name` means. If there is no such file, throws InputError, or
/// returns a path that fails to be read with a suitable error.
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

/// Reads the text of a platform. Refuses pipes, because SimGrid reads the file again.
std::string read_file(const std::string& path) {
  try {
    return read_input_file(path, InputKind::file);
  } catch (const InputError& error) {
    throw InputError(Subject::platform, error.what());
  }
}

std::ptrdiff_t line_at(std::string_view text, std::ptrdiff_t offset) {
  const auto length = std::min<std::size_t>(text.size(), static_cast<std::size_t>(offset));
  return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length), '\n');
}

/// Parses the text of a platform. Throws InputError for a mistake in the syntax.
void parse(const PlatformFile& platform, pugi::xml_document& document) {
  const auto& text = platform.text;
  // Keeps line breaks in names, as SimGrid does.
  constexpr auto as_it_is =
      (pugi::parse_default | pugi::parse_doctype) & ~pugi::parse_wconv_attribute;
  const auto result = document.load_buffer(text.data(), text.size(), as_it_is, pugi::encoding_utf8);
  if (!result)
    throw InputError(Subject::platform,
                     fmt::format("{}, line {}: not well-formed XML: {}", platform.path,
                                 line_at(text, result.offset), result.description()));
  if (!document.child("platform"))
    throw InputError(
        Subject::platform,
        fmt::format("{}: no <platform> element: not a SimGrid platform", platform.path));
  if (const auto null = text.find('\0'); null != std::string::npos)
    throw InputError(Subject::platform,
                     fmt::format("{}, line {}: has a null character, should be text", platform.path,
                                 line_at(text, static_cast<std::ptrdiff_t>(null))));
}

std::string to_text(const pugi::xml_document& document) {
  std::ostringstream text;
  text << "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n";
  document.child("platform").print(text, "  ");
  return text.str();
}

std::string digest_of(const PlatformFile& platform) {
  auto text = platform.parsed;
  for (const auto& [name, profile] : platform.profiles)
    text += fmt::format("{}\n{}\n{}", name, profile.size(), profile);
  return content_id(text);
}

/// Reads what is in a platform, after changes of its numbers, and checks it.
void read_contents(PlatformFile& platform, std::span<const PlatformChange> changes) {
  pugi::xml_document document;
  parse(platform, document);
  for (const auto& change : changes)
    platform.notes.push_back(change_numbers(document, change));
  platform.changes.assign(changes.begin(), changes.end());
  check_elements(document, platform.text, platform);
  platform.sole_cluster = find_sole_cluster(document);
  platform.parsed = to_text(document);
  platform.digest = digest_of(platform);
}

} // namespace

PlatformFile read_platform_file(const std::string& name, std::span<const PlatformChange> changes) {
  PlatformFile platform;
  platform.path = locate(name);
  platform.name = name;
  platform.text = read_file(platform.path);
  read_contents(platform, changes);
  return platform;
}

PlatformFile read_platform_text(const PlatformText& platform, const std::string& place,
                                std::span<const PlatformChange> changes) {
  PlatformFile read;
  read.path = place;
  read.name = platform.name;
  read.text = platform.text;
  read.profiles = platform.profiles;
  read.has_file = false;
  read_contents(read, changes);
  return read;
}

void override_setting(PlatformFile& platform, std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos)
    throw InputError(fmt::format("{} should be a setting and its value, such as "
                                 "network/crosstraffic:1",
                                 in_quotes(text)));
  auto setting = checked_setting(text.substr(0, colon), text.substr(colon + 1));
  if (const auto* const own = platform.setting(setting.name))
    platform.notes.push_back(
        fmt::format("{} is {} instead of {}", setting.name, setting.value, *own));
  else {
    const auto defaults = default_settings();
    const auto found = std::ranges::find(defaults, setting.name, &SimGridSetting::name);
    if (found != defaults.end())
      platform.notes.push_back(fmt::format("{} is {} instead of {}, on which the models rely",
                                           setting.name, setting.value, found->value));
    else if (!is_followed(platform, setting.name))
      platform.notes.push_back(fmt::format("the setting {} is not used", setting.name));
  }
  std::erase_if(platform.overrides,
                [&](const SimGridSetting& other) { return other.name == setting.name; });
  platform.overrides.push_back(std::move(setting));
}

} // namespace eldest
