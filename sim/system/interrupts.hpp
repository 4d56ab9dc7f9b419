#pragma once

#include <signal.h> // NOLINT(modernize-deprecated-headers): sigset_t is POSIX's, not C's

namespace eldest {

/// During its lifetime, prevents SIGINT (Ctrl-C), SIGTERM and SIGHUP from ending this process, and
/// child processes that are made in that time. Signals that the process ignores, as SIGHUP under
/// nohup, are left alone. Lifetimes may be nested, such as those of an experiment and of its
/// searches. Signals that come during an inner lifetime are then kept until the end of the
/// outermost, and are dropped there.
class Interrupts {
public:
  /// Throws std::system_error if the system has no descriptor left.
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// Returns true once a signal has come.
  [[nodiscard]] bool come() const;
  /// A file descriptor that can be read once a signal has come.
  [[nodiscard]] int descriptor() const { return descriptor_; }

private:
  sigset_t blocked_before_{};
  int descriptor_ = -1;
};

} // namespace eldest
