#pragma once

#include <map>
#include <string>

namespace eldest {

/// A platform in a store, with all texts that are needed to use it elsewhere.
struct StoredPlatform {
  std::string digest;                            ///< by which the settings of points name it
  std::string name;                              ///< path or name by which it was first chosen
  std::string written;                           ///< text of the file
  std::string parsed;                            ///< text of what has been read of the file
  std::map<std::string, std::string> profiles{}; ///< texts of its profiles, by their names in it

  bool operator==(const StoredPlatform&) const = default;
};

/// A command that has planned points of a store.
struct SweepRecord {
  std::string command; ///< command line with all settings, those of a file included
  std::string file;    ///< name of the file of settings; empty if there was none
  std::string text;    ///< text of that file
  std::string version; ///< of eldest
  int model_version = 0;

  bool operator==(const SweepRecord&) const = default;
};

} // namespace eldest
