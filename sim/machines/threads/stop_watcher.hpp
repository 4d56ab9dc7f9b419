#pragma once

#include "sim/system/interrupts.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <thread>

namespace eldest {

/// The reason why a search is stopped before it reaches its depth.
enum class StopReason : std::uint8_t {
  time,      ///< the time limit is reached
  interrupt, ///< SIGINT (Ctrl-C), SIGTERM or SIGHUP
};

/// Returns "time" or "interrupt".
[[nodiscard]] std::string_view stop_reason_name(StopReason reason);

/// Watches, during its lifetime, for the end of a time limit and for the signals of
/// `StopReason::interrupt`. Only the first of these events is reported. During the watcher's
/// lifetime, the signals do not end the program. They are blocked in the thread that has made the
/// watcher, and in threads that this thread starts.
///
/// A signal that comes too late to be reported is dropped, unless an Interrupts object that was
/// made before the watcher keeps the signal. Every watcher that is made during such an object's
/// lifetime reports the signals that the object keeps.
class StopWatcher {
public:
  /// Calls `on_stop` at most once, in another thread. `time_limit` is in seconds from now, or
  /// nothing. Throws std::system_error if the system has no thread or descriptor left.
  StopWatcher(std::optional<double> time_limit, std::function<void(StopReason)> on_stop);
  ~StopWatcher();
  StopWatcher(const StopWatcher&) = delete;
  StopWatcher& operator=(const StopWatcher&) = delete;

private:
  void watch(std::optional<double> time_limit,
             const std::function<void(StopReason)>& on_stop) const;

  Interrupts interrupts_;
  int dismissal_; ///< descriptor of an event that ends the thread
  std::jthread thread_;
};

} // namespace eldest
