#pragma once

#include "trees/errors.hpp"

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

/// The result of reading an input; none if it is refused as bad input should be, with a message
/// that `check` accepts. Any other exception is a finding.
template <class Call, class Check>
[[nodiscard]] std::optional<std::invoke_result_t<Call>> accepted(const Call& call,
                                                                 const Check& check) {
  try {
    return call();
  } catch (const InputError& error) {
    check(std::string_view(error.what()));
    return std::nullopt;
  }
}

/// The same for readers that quote what is wrong, on one line.
template <class Call> [[nodiscard]] auto accepted(const Call& call) {
  return accepted(call, check_message);
}

/// The same for readers that repeat words of the user's as they are, which the program puts on one
/// line.
template <class Call> [[nodiscard]] auto accepted_as_is(const Call& call) {
  return accepted(call, [](std::string_view message) {
    require(!message.empty(), "an error says what is wrong");
  });
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
