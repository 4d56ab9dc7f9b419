#include "sim/system/memory_file.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <fstream>

namespace eldest {

MemoryFile::MemoryFile(std::string_view text) : descriptor_(::memfd_create("eldest", MFD_CLOEXEC)) {
  if (descriptor_.get() < 0)
    fail_with_reason("making a file in memory");
  std::ofstream file(path(), std::ios::binary);
  file << text << std::flush;
  if (!file)
    fail_with_reason("writing a file in memory");
}

std::string MemoryFile::path() const { return fmt::format("/proc/self/fd/{}", descriptor_.get()); }

} // namespace eldest
