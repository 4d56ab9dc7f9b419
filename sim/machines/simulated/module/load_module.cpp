// For programs that load SimGrid only when they simulate. Loading its libraries takes a tenth of a
// second, which a program that prints its version should not spend.
#include "sim/machines/simulated/simgrid_door.hpp"
#include "sim/system/data_files.hpp"
#include "trees/base/errors.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

namespace eldest {
namespace {

/// The file of the module. It is beside the program, as in the folder of a build, or where it is
/// installed.
std::filesystem::path module_file() {
  const auto folder = program_folder();
  auto file = folder / ELDEST_SIMGRID_MODULE;
  std::error_code none;
  return std::filesystem::exists(file, none)
             ? file
             : folder.parent_path() / ELDEST_MODULE_FOLDER / ELDEST_SIMGRID_MODULE;
}

/// Loads the module, which stays for the life of the process. Returns its functions.
const SimGridDoor* load() {
  void* const module = dlopen(module_file().c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function = module == nullptr ? nullptr : dlsym(module, "eldest_simgrid_functions");
  if (function == nullptr)
    throw RunError(fmt::format("SimGrid cannot be loaded: {}", dlerror()));
  using Functions = const SimGridDoor* (*)();
  return reinterpret_cast<Functions>(function)(); // NOLINT: dlsym's only way
}

} // namespace
} // namespace eldest

const eldest::SimGridDoor* eldest_simgrid_door() {
  static const auto* const door = eldest::load();
  return door;
}
