#pragma once

#include <string>
#include <vector>

namespace eldest {

/// A program of the literature as a preset: option values and their sources.
struct Program {
  std::string name;
  std::string settings; ///< an INI file, whose first comment line describes the program
};

/// All programs, by name: the files of sim/cli/programs/.
[[nodiscard]] const std::vector<Program>& programs();

/// The program of a name. Throws InputError naming --program.
[[nodiscard]] const Program& find_program(const std::string& name);

} // namespace eldest
