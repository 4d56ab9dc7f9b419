#pragma once

#include <string>
#include <vector>

namespace eldest {

/// Numbers of the cores that this process may run on; at least one.
[[nodiscard]] std::vector<int> local_cores();

/// How many they are.
[[nodiscard]] int core_count();

/// Keeps this thread on a core, if the system allows that.
void pin_to(int core);

/// What this computer's processor calls itself.
[[nodiscard]] std::string processor_model();

} // namespace eldest
