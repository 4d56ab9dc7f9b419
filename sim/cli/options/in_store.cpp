#include "sim/cli/options/in_store.hpp"

#include "sim/sweeps/store.hpp"
#include "sim/system/data_files.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace eldest {

namespace fs = std::filesystem;

namespace {

/// The least number of characters that name a point, or a platform by its digest.
constexpr std::size_t least_of_key = 4;
constexpr std::size_t least_of_digest = 8;

bool is_database(const fs::path& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none))
    return false;
  constexpr std::string_view beginning = "SQLite format 3";
  std::array<char, beginning.size()> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  return file && std::string_view(bytes.data(), bytes.size()) == beginning;
}

/// Returns the point that a key or its beginning names, or nothing.
std::vector<StoredPoint> points_named(const SweepStore& store, const std::string& key) {
  return key.size() < least_of_key ? std::vector<StoredPoint>() : store.points(nullptr, key);
}

bool is_digest_of(const std::string& name, const StoredPlatform& platform) {
  return name.size() >= least_of_digest && platform.digest.starts_with(name);
}

/// Returns true if a platform has a name on the command line.
bool has_name(const StoredPlatform& platform, const std::string& name) {
  return platform.name == name || fs::path(platform.name).stem() == name ||
         is_digest_of(name, platform);
}

/// Returns the platforms that a name may mean. Those with the same texts count as one.
std::vector<StoredPlatform> platforms_named(const SweepStore& store, const std::string& name) {
  std::vector<StoredPlatform> found;
  for (auto& platform : store.platforms()) {
    const auto has_texts = [&](const StoredPlatform& other) {
      return other.written == platform.written && other.profiles == platform.profiles;
    };
    if (has_name(platform, name) && std::ranges::none_of(found, has_texts))
      found.push_back(std::move(platform));
  }
  return found;
}

/// Returns the platform of a point, or nothing if the store lacks it. Its name is that by which the
/// point was run.
std::optional<StoredPlatform> platform_of(const SweepStore& store, const StoredPoint& stored) {
  const bool has_result = stored.outcome && stored.outcome->result;
  const auto wanted =
      settings_of(has_result ? *stored.outcome->result : stored.point.settings).at("platform");
  auto platforms = store.platforms();
  const auto found =
      std::ranges::find(platforms, text_of(field(wanted, "digest")), &StoredPlatform::digest);
  if (found == platforms.end())
    return std::nullopt;
  found->name = text_of(wanted.at("file"));
  return std::move(*found);
}

[[noreturn]] void refuse_platform(const InStore& part, const SweepStore& store,
                                  const std::vector<StoredPlatform>& found) {
  std::set<std::string> known;
  for (const auto& platform : found.empty() ? store.platforms() : found)
    known.insert(found.empty() ? platform.name : platform.digest);
  if (!found.empty())
    throw InputError(Subject::platform,
                     fmt::format("{}: means {} platforms, with the digests {}; one of these is "
                                 "right",
                                 part.word, found.size(), fmt::join(known, ", ")));
  throw InputError(Subject::platform,
                   fmt::format("{}: no such platform in the store; it has {}", part.word,
                               known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
}

StoredPlatform find_platform(const InStore& part) {
  const SweepStore store(part.store, SweepStore::Access::look);
  if (const auto points = points_named(store, part.name); points.size() == 1) {
    if (auto platform = platform_of(store, points.front()))
      return std::move(*platform);
  }
  auto found = platforms_named(store, part.name);
  if (found.size() != 1)
    refuse_platform(part, store, found);
  auto& platform = found.front();
  if (is_digest_of(part.name, platform))
    platform.written = platform.parsed;
  return std::move(platform);
}

} // namespace

std::optional<InStore> in_store(const std::string& word) {
  if (find_data_file(word))
    return std::nullopt;
  for (auto colon = word.find(':'); colon != std::string::npos; colon = word.find(':', colon + 1)) {
    if (auto store = word.substr(0, colon); is_database(store))
      return InStore{word, std::move(store), word.substr(colon + 1)};
  }
  return std::nullopt;
}

PlatformFile read_stored_platform(const InStore& part, std::span<const PlatformChange> changes) {
  const auto platform = find_platform(part);
  return read_platform_text({platform.name, platform.written, platform.profiles}, part.word,
                            changes);
}

StoredPlatform to_store(const PlatformFile& platform) {
  return {platform.digest, platform.name, platform.text, platform.parsed, platform.profiles};
}

Json read_stored_result(const InStore& part) {
  const SweepStore store(part.store, SweepStore::Access::look);
  const auto points = points_named(store, part.name);
  if (points.size() != 1)
    throw InputError(points.empty()
                         ? fmt::format("no point of the store has a key that begins with {}; "
                                       "searches.csv of a report lists the keys",
                                       in_quotes(part.name))
                         : fmt::format("{} points have keys that begin with {}; one needs more of "
                                       "its key",
                                       points.size(), in_quotes(part.name)));
  const auto& [point, outcome] = points.front();
  auto result = outcome && outcome->result ? *outcome->result : point.settings;
  if (platform_of(store, points.front()))
    result["platform"]["file"] = fmt::format("{}:{}", part.store, point.key);
  return result;
}

std::string read_stored_settings(const InStore& part) {
  std::set<std::string> names;
  std::set<std::string> texts;
  for (const auto& sweep : SweepStore(part.store, SweepStore::Access::look).sweeps()) {
    if (!sweep.file.empty())
      names.insert(sweep.file);
    if (sweep.file == part.name)
      texts.insert(sweep.text);
  }
  if (texts.empty())
    throw InputError(
        fmt::format("no such file of settings in the store; it has {}",
                    names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  if (texts.size() > 1)
    throw InputError(
        fmt::format("the store has {} files of settings of this name; its table sweeps "
                    "has their texts",
                    texts.size()));
  return *texts.begin();
}

} // namespace eldest
