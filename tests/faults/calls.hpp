#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace eldest::faults {

/// The kinds of calls that can fail.
enum class Kind : std::uint8_t {
  open,
  read,
  write,
  sync,
  rename,
  unlink,
  mkdir,
  truncate,
  close,
  stat,
  lock,
  descriptor,
  wait,
  fork,
  thread,
  mmap,
  memory,
};

/// The names of the kinds, in their order.
inline constexpr std::array<std::string_view, 17> kind_names{
    "open", "read", "write",      "sync", "rename", "unlink", "mkdir", "truncate", "close",
    "stat", "lock", "descriptor", "wait", "fork",   "thread", "mmap",  "memory"};

/// The ways in which calls fail.
enum class Mode : std::uint8_t {
  none,      ///< all calls succeed, and are counted
  once,      ///< the call with the number fails
  from_then, ///< the call with the number and all later ones fail
  part,      ///< the call with the number reads or writes one byte
};

/// Counters in a file that the driver reads. The process and its forked children share them.
struct Counters {
  std::atomic<std::uint64_t> failed; ///< number of calls that have been made to fail
  std::array<std::atomic<std::uint64_t>, kind_names.size()> calls; ///< number of calls by kind
};

/// Counts a call. Returns the way in which it must fail, with errno set, or Mode::none.
[[nodiscard]] Mode count(Kind kind);

/// Counts a call. Returns true if it must fail, with errno set.
[[nodiscard]] inline bool fails(Kind kind) {
  const auto mode = count(kind);
  return mode == Mode::once || mode == Mode::from_then;
}

/// Takes back the last failure that `count` has returned.
void forgive();

/// Starts to count by a plan, KIND NUMBER MODE ERRNO FILE, whose words are separated by blanks.
void start(std::string_view plan);

/// A program's function `main`.
using Main = int(int, char**, char**);

/// Executes the commands that a driver sends through the socket that is standard input, each in a
/// process that is forked. `module`: the path of a library that is loaded before. Returns the exit
/// status, in the processes that are forked that of the command.
int serve(Main* program, const char* module, char** environment);

/// Leaves calls alone until it ends, for the thread that makes it.
class Exemption {
public:
  Exemption();
  ~Exemption();
  Exemption(const Exemption&) = delete;
  Exemption& operator=(const Exemption&) = delete;
};

} // namespace eldest::faults
