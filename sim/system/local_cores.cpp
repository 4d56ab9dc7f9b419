#include "sim/system/local_cores.hpp"

#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace eldest {

std::vector<int> local_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::vector<int> cores;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    for (int core = 0; core < CPU_SETSIZE; ++core) {
      if (CPU_ISSET(core, &allowed))
        cores.push_back(core);
    }
  }
  if (cores.empty())
    cores.push_back(0);
  return cores;
}

int core_count() { return static_cast<int>(local_cores().size()); }

void pin_to(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  ::sched_setaffinity(0, sizeof set, &set);
}

double load_per_core() {
  double load = 0;
  const auto cores = static_cast<double>(std::max(std::thread::hardware_concurrency(), 1U));
  return ::getloadavg(&load, 1) == 1 ? load / cores : 0;
}

std::string computer_name() {
  utsname names{};
  ::uname(&names);
  return static_cast<const char*>(names.nodename);
}

std::string processor_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2);
  }
  utsname names{};
  ::uname(&names);
  return static_cast<const char*>(names.machine);
}

} // namespace eldest
