#pragma once

#include <string>
#include <vector>

namespace eldest {

/// An engine from the literature as a preset: values of options, and their sources.
struct Program {
  std::string name;
  std::string settings; ///< INI file, whose first comment line describes the engine
};

/// Returns all presets by name, from the files of sim/cli/programs/.
[[nodiscard]] const std::vector<Program>& programs();

/// Returns the preset called `name`. Throws InputError about --program for an unknown name.
[[nodiscard]] const Program& find_program(const std::string& name);

} // namespace eldest
