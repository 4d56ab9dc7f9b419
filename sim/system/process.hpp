#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace eldest {

/// A file descriptor that is closed at the end of its lifetime.
class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  [[nodiscard]] int get() const { return number_; }

private:
  int number_;
};

/// The ends of a pipe, the first for reading, the second for writing.
using PipeEnds = std::pair<Descriptor, Descriptor>;

/// Makes a pipe that other programs do not inherit. Throws RunError if the system has no pipe left.
[[nodiscard]] PipeEnds make_pipe();

/// Returns true if something can be read from `descriptor`, or its end has come.
[[nodiscard]] bool has_input(int descriptor);

/// Appends to `text` bytes from `descriptor`, at most 4 KiB. Waits for the first byte if
/// necessary. Returns false at the end of the input. Throws RunError if it cannot be read.
[[nodiscard]] bool read_some(int descriptor, std::string& text);

/// Asks the system to end this process when its parent ends. Ends it now if that has happened
/// already, so that its parent is not `parent` any more.
void end_with(int parent);

/// Returns what the system says of a process after the name of its program, from its state on; see
/// /proc/PID/stat in proc(5). Returns an empty text if there is no such process, or if it just
/// ends.
[[nodiscard]] std::string state_of(std::int64_t process);

/// Waits for the end of a child process, and returns its status.
[[nodiscard]] int wait_for_end(int process);

/// Describes how a process has ended, by its status, as in "exit status 1" or "signal 9 (Killed)".
[[nodiscard]] std::string how_it_ended(int status);

/// Throws a RunError that says `what` has failed, and the reason that errno gives.
[[noreturn]] void fail_with_reason(std::string_view what);

} // namespace eldest
