#include "sim/cli/options/programs.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"

#include <algorithm>

namespace eldest {

const Program& find_program(const std::string& name) {
  const auto found = std::find_if(programs().begin(), programs().end(),
                                  [&](const Program& program) { return program.name == name; });
  if (found == programs().end()) {
    std::vector<std::string_view> names;
    for (const auto& program : programs())
      names.emplace_back(program.name);
    throw InputError("--program " + no_such("program", name, names));
  }
  return *found;
}

} // namespace eldest
