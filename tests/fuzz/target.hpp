#pragma once

#include "trees/base/errors.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace eldest::fuzz {

/// A reader of user input that is to be fuzzed.
struct Target {
  std::string_view name; ///< also of tests/fuzz/seeds/NAME.txt
  /// Reads an input. Ends the program if a requirement does not hold.
  void (*read)(std::string_view input);
};

/// Returns the targets of a program: of positions and trees, of machines, or of the options and
/// results of eldest itself.
[[nodiscard]] std::span<const Target> targets();

/// Ends the program unless `holds` is true. The fuzzer counts that as a finding.
void require(bool holds, const char* what);

/// Requires the message of an error to be one line.
void check_message(std::string_view message);

/// Returns the result of reading an input, or nothing if the input is refused with an InputError.
/// Any other exception is a finding.
template <class Call>
[[nodiscard]] std::optional<std::invoke_result_t<Call>> accepted(const Call& call) {
  try {
    return call();
  } catch (const InputError& error) {
    check_message(error.what());
    return std::nullopt;
  }
}

/// A file that exists in memory only.
class MemoryFile {
public:
  explicit MemoryFile(std::string_view content);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] std::filesystem::path path() const;

private:
  int descriptor_;
};

} // namespace eldest::fuzz
