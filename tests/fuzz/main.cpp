// The program that libFuzzer drives. It reads inputs as the target named in the variable
// ELDEST_FUZZ_TARGET. Without the variable, it prints the targets' names.

#include "tests/fuzz/target.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace eldest::fuzz {

void require(bool holds, const char* what) {
  if (holds)
    return;
  std::fputs(fmt::format("does not hold: {}\n", what).c_str(), stderr);
  std::abort();
}

void check_message(std::string_view message) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  require(!message.empty(), "an error says what is wrong");
  require(std::ranges::none_of(message, is_control), "an error is one line of text");
}

MemoryFile::MemoryFile(std::string_view content) : descriptor_(::memfd_create("input", 0)) {
  const auto written = ::write(descriptor_, content.data(), content.size());
  require(written == static_cast<ssize_t>(content.size()), "there is room for a file in memory");
}

MemoryFile::~MemoryFile() { ::close(descriptor_); }

std::filesystem::path MemoryFile::path() const {
  return fmt::format("/proc/self/fd/{}", descriptor_);
}

namespace {

Target chosen_target() {
  const auto all = targets();
  const char* const name = std::getenv("ELDEST_FUZZ_TARGET");
  const auto target =
      std::ranges::find(all, std::string_view(name == nullptr ? "" : name), &Target::name);
  if (target != all.end())
    return *target;
  for (const auto& known : all)
    fmt::print("{}\n", known.name);
  std::fflush(stdout);
  std::_Exit(name == nullptr ? 0 : 2); // libFuzzer treats other exits as findings
}

} // namespace
} // namespace eldest::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto target = eldest::fuzz::chosen_target();
  target.read({reinterpret_cast<const char*>(data), size}); // NOLINT: bytes as text
  return 0;
}
