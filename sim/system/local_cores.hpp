#pragma once

#include <string>
#include <vector>

namespace eldest {

/// The numbers of the cores that this process may run on; at least one.
[[nodiscard]] std::vector<int> local_cores();

/// The number of cores that this process may run on.
[[nodiscard]] int core_count();

/// Keeps this thread on `core`, if the system allows that.
void pin_to(int core);

/// Mean number of processes that have wanted to run in the last minute, for each core of this
/// computer. 0 if the system does not say so.
[[nodiscard]] double load_per_core();

/// The name of this computer in its network.
[[nodiscard]] std::string computer_name();

/// The model name that this computer's processor reports.
[[nodiscard]] std::string processor_model();

} // namespace eldest
