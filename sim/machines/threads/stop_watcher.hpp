#pragma once

#include "sim/system/interrupts.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <thread>

namespace eldest {

/// The reason why a search is stopped before its depth.
enum class StopReason : std::uint8_t {
  time,      ///< its time is up
  interrupt, ///< SIGINT (Ctrl-C), SIGTERM or SIGHUP
};

/// "time" or "interrupt".
[[nodiscard]] std::string_view stop_reason_name(StopReason reason);

/// A watcher, for its lifetime, for the end of a time limit and for interrupts, which it keeps from
/// ending the program in this thread and in all threads that this one starts. Further ones have no
/// effect. One that comes too late is dropped, unless Interrupts around this watcher keep it: then,
/// it and any other are taken by every watcher that begins in their lifetime, too.
class StopWatcher {
public:
  /// `on_stop` is called at most once, in another thread; `time_limit` is in seconds from now.
  /// Throws std::system_error if the system refuses.
  StopWatcher(std::optional<double> time_limit, std::function<void(StopReason)> on_stop);
  ~StopWatcher();
  StopWatcher(const StopWatcher&) = delete;
  StopWatcher& operator=(const StopWatcher&) = delete;

private:
  void watch(std::optional<double> time_limit,
             const std::function<void(StopReason)>& on_stop) const;

  Interrupts interrupts_;
  int dismissal_; ///< an event of the system that ends the thread
  std::jthread thread_;
};

} // namespace eldest
