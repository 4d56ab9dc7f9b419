#pragma once

#include "sim/machines/simulated/failures.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace eldest {

/// The number of times that the network delivers a message.
enum class Delivery : std::uint8_t { once, twice, never };

/// The faults of a machine of several processors, for its engine. See Failure and MessageFaults for
/// the meaning of each.
class Faults {
public:
  /// The beginning of a processor's stop or of a link's failure, or the end of a link's failure.
  struct Event {
    double time;
    const Failure* failure; ///< the failure that begins or, if it is a link's, ends
  };

  /// If `processors` is 1, there are no faults.
  Faults(const std::vector<Failure>& failures, const MessageFaults& messages, std::uint64_t seed,
         std::size_t processors);

  [[nodiscard]] bool any() const { return !failures_.empty() || messages_.any(); }
  /// Returns true if some processor stops for a while.
  [[nodiscard]] bool pauses() const;
  [[nodiscard]] const std::vector<Failure>& failures() const { return failures_; }

  /// Returns true if `link` does not work at `time`.
  [[nodiscard]] bool is_down(const std::string& link, double time) const;

  /// The events of links and of processors that stop, in order of time.
  [[nodiscard]] std::vector<Event> events() const;

  /// Returns true if a message is lost because its sender has stopped for good by its departure, or
  /// its receiver by its arrival.
  [[nodiscard]] bool has_died(int from, double departure, int to, double arrival) const {
    return death_[static_cast<std::size_t>(from)] <= departure ||
           death_[static_cast<std::size_t>(to)] <= arrival;
  }
  /// Returns true if a message is lost because its sender and receiver are apart while it is in
  /// flight.
  [[nodiscard]] bool are_apart(int from, double departure, int to, double arrival) const;

  /// The faults of one message to another host.
  struct Sending {
    Delivery delivery = Delivery::once;
    double late = 0; ///< seconds
  };
  /// Draws the faults of the next message from processor `from` to another host.
  [[nodiscard]] Sending next_sending(int from);

private:
  std::vector<Failure> failures_;
  MessageFaults messages_;
  std::uint64_t seed_;
  std::vector<double> death_; ///< by rank: time of the stop for good, in seconds since the start
  std::vector<std::uint64_t> sent_; ///< by rank: number of messages sent to other hosts
};

} // namespace eldest
