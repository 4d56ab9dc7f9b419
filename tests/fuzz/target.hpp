#pragma once

#include "trees/base/errors.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace eldest::fuzz {

/// Something that reads what users write.
struct Target {
  std::string_view name; ///< of tests/fuzz/seeds/NAME.txt, too
  /// Reads an input. Ends the program if something does not hold that should.
  void (*read)(std::string_view input);
};

/// The targets of a program: of positions and trees, of machines, or of the options and results of
/// eldest itself.
[[nodiscard]] std::span<const Target> targets();

/// Ends the program, which is a finding, unless something holds.
void require(bool holds, const char* what);

/// Requires a message to be one line.
void check_message(std::string_view message);

/// The result of reading an input; none if it is refused as bad input should be. Any other
/// exception is a finding.
template <class Call>
[[nodiscard]] std::optional<std::invoke_result_t<Call>> accepted(const Call& call) {
  try {
    return call();
  } catch (const InputError& error) {
    check_message(error.what());
    return std::nullopt;
  }
}

/// A file that is nowhere but in memory.
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
