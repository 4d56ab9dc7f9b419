#pragma once

#include <string>
#include <vector>

namespace eldest {

/// A program of the literature as a preset: option values, and where they come from.
struct Program {
  std::string name;
  std::string settings; ///< an INI file; its first comment line says what the program is
};

/// All of them, by name. They are the files of sim/programs/.
[[nodiscard]] const std::vector<Program>& programs();

/// The program of a name. Throws InputError naming --program.
[[nodiscard]] const Program& find_program(const std::string& name);

} // namespace eldest
