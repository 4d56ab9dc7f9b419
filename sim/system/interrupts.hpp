#pragma once

#include <signal.h> // NOLINT(modernize-deprecated-headers): sigset_t is POSIX's, not C's

namespace eldest {

/// Prevents SIGINT (Ctrl-C), SIGTERM and SIGHUP, for its lifetime, from ending this process and
/// child processes made meanwhile. Says whether a signal has come. Signals that the process
/// ignores, as SIGHUP under nohup, are left alone. Lifetimes may be nested, as in an experiment and
/// in its searches. Inner objects then leave signals that have come to the outermost object, which
/// drops them at its end.
class Interrupts {
public:
  /// Throws std::system_error if the system refuses.
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// Returns true if a signal has come, from the first one on.
  [[nodiscard]] bool come() const;
  /// A file descriptor that can be read once a signal has come.
  [[nodiscard]] int descriptor() const { return descriptor_; }

private:
  sigset_t blocked_before_{};
  int descriptor_ = -1;
};

} // namespace eldest
