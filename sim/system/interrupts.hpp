#pragma once

#include <signal.h> // NOLINT(modernize-deprecated-headers): sigset_t is POSIX's, not C's

namespace eldest {

/// Keeps SIGINT (Ctrl-C), SIGTERM and SIGHUP, for its lifetime, from ending this process and the
/// child processes made meanwhile, and says whether one has come. Those that the process ignores,
/// as SIGHUP under nohup, are left alone. Of objects in each other's lifetimes, as in an experiment
/// and in its searches, the inner ones leave what has come to the outermost, at whose end it is
/// dropped.
class Interrupts {
public:
  /// Throws std::system_error if the system refuses.
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// Whether one has come; from the first on, it remains so.
  [[nodiscard]] bool come() const;
  /// A file descriptor that can be read once one has come.
  [[nodiscard]] int descriptor() const { return descriptor_; }

private:
  sigset_t blocked_before_{};
  int descriptor_ = -1;
};

} // namespace eldest
