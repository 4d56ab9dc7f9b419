#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace eldest {

/// A file descriptor that closes itself at the end of its life.
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

/// The ends of a pipe: the first can be read, the second written to.
using PipeEnds = std::pair<Descriptor, Descriptor>;

/// Makes a pipe that other programs do not inherit. Throws RunError if the system has none left.
[[nodiscard]] PipeEnds make_pipe();

/// Whether something can be read from a descriptor, or its end has come.
[[nodiscard]] bool has_input(int descriptor);

/// Appends to a text what can be read from a descriptor, and waits for it if need be; returns false
/// at the end.
[[nodiscard]] bool read_some(int descriptor, std::string& text);

/// Waits for the end of a child process; returns its status.
[[nodiscard]] int wait_for_end(int process);

/// How a process has ended, by its status: "exit status 1" or "signal 9 (Killed)".
[[nodiscard]] std::string how_it_ended(int status);

/// Throws a RunError: what has not been possible, and the system's reason for its last refusal.
[[noreturn]] void fail_with_reason(std::string_view what);

} // namespace eldest
