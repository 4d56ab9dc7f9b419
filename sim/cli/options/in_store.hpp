#pragma once

#include "sim/experiments/json.hpp"
#include "sim/platform_files/platform_file.hpp"
#include "sim/sweeps/stored_files.hpp"

#include <optional>
#include <span>
#include <string>

namespace eldest {

/// A part of a store, which a word of the command line names as STORE:NAME.
struct InStore {
  std::string word; ///< as on the command line
  std::string store;
  std::string name;
};

/// Returns the part of a store that a word names. Returns nothing if the word is the path of a file
/// (see find_data_file), or if it has no SQLite database before a colon.
[[nodiscard]] std::optional<InStore> in_store(const std::string& word);

/// Reads a platform. `part.name` is one of these:
/// - the path or name by which a sweep was given the platform, or its last part without an ending,
/// - the first 8 characters of the platform's digest, or more,
/// - the key of a point, whose platform it is.
///
/// Makes `changes` as `read_platform_file` does. By its digest, a platform has the changes with
/// which it was stored. Throws InputError if `part.name` is none of the platforms in the store, or
/// several.
[[nodiscard]] PlatformFile read_stored_platform(const InStore& part,
                                                std::span<const PlatformChange> changes = {});

/// Returns a platform as a store has it.
[[nodiscard]] StoredPlatform to_store(const PlatformFile& platform);

/// Reads the result of a point, or the settings of a point without one. `part.name` is the point's
/// key, or the first 4 characters or more. If the store has the point's platform, then
/// `platform.file` is a word for it. Throws InputError if there is no such point, or several.
[[nodiscard]] Json read_stored_result(const InStore& part);

/// Reads the text of a sweep's file of settings. `part.name` is its name. Throws InputError if
/// there is no such file, or if several files have that name.
[[nodiscard]] std::string read_stored_settings(const InStore& part);

} // namespace eldest
