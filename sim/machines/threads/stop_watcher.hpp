#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <thread>

#include <signal.h> // NOLINT(modernize-deprecated-headers): sigset_t is POSIX's, not C's

namespace eldest {

/// The reason why a search is stopped before its depth.
enum class StopReason : std::uint8_t {
  time,      ///< its time is up
  interrupt, ///< SIGINT (Ctrl-C) or SIGTERM
};

/// "time" or "interrupt".
[[nodiscard]] std::string_view stop_reason_name(StopReason reason);

/// Keeps SIGINT and SIGTERM, for its lifetime, from ending the program between two searches: they
/// wait for the next StopWatcher. Those that none has taken by its end are dropped.
class HeldInterrupts {
public:
  HeldInterrupts();
  ~HeldInterrupts();
  HeldInterrupts(const HeldInterrupts&) = delete;
  HeldInterrupts& operator=(const HeldInterrupts&) = delete;

private:
  sigset_t blocked_before_{};
};

/// A watcher, for its lifetime, for the end of a time limit and for SIGINT and SIGTERM, which it
/// blocks in this thread and in all threads that this one starts. If it has taken one, further ones
/// have no effect; if not, one that comes too late for it has its usual effect afterwards.
class StopWatcher {
public:
  /// `on_stop` is called at most once, in another thread; `time_limit` is in seconds from now.
  StopWatcher(std::optional<double> time_limit, std::function<void(StopReason)> on_stop);
  ~StopWatcher();
  StopWatcher(const StopWatcher&) = delete;
  StopWatcher& operator=(const StopWatcher&) = delete;

private:
  void watch(std::optional<double> time_limit, const std::function<void(StopReason)>& on_stop);

  bool interrupted_ = false; ///< the thread's, until it is joined
  sigset_t blocked_before_{};
  std::thread thread_;
};

} // namespace eldest
