#include "sim/system/interrupts.hpp"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <system_error>

namespace eldest {
namespace {

constexpr std::array interrupts{SIGINT, SIGTERM, SIGHUP};

bool is_ignored(int signal) {
  struct sigaction action {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN; // NOLINT: the member of the union that is set here
}

sigset_t heeded_interrupts() {
  sigset_t signals{};
  sigemptyset(&signals);
  for (const int signal : interrupts) {
    if (!is_ignored(signal))
      sigaddset(&signals, signal);
  }
  return signals;
}

} // namespace

Interrupts::Interrupts() {
  const auto signals = heeded_interrupts();
  descriptor_ = ::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor_ < 0)
    throw std::system_error(errno, std::generic_category(), "cannot watch for signals");
  ::pthread_sigmask(SIG_BLOCK, &signals, &blocked_before_);
}

Interrupts::~Interrupts() {
  ::close(descriptor_);
  auto own = heeded_interrupts();
  for (const int signal : interrupts) {
    if (sigismember(&blocked_before_, signal) == 1)
      sigdelset(&own, signal);
  }
  // Signals that have come have been handled, and must not end the process.
  constexpr timespec now{};
  while (::sigtimedwait(&own, nullptr, &now) >= 0) {
  }
  ::pthread_sigmask(SIG_SETMASK, &blocked_before_, nullptr);
}

bool Interrupts::come() const {
  pollfd input{descriptor_, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0;
}

} // namespace eldest
