#pragma once

#include "sim/machines/simulated/failures.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace eldest {

/// What becomes of a message that the network has been given.
enum class Delivery : std::uint8_t { once, twice, never };

/// What is wrong with a machine of several processors, as its engine asks about it. See Failure and
/// MessageFaults for what each fault is.
class Faults {
public:
  /// A processor or a link stops, or goes on.
  struct Event {
    double time;
    const Failure* failure; ///< which begins or, if it is a link's, ends
  };

  /// None if there is one processor only.
  Faults(const std::vector<Failure>& failures, const MessageFaults& messages, std::uint64_t seed,
         std::size_t processors);

  [[nodiscard]] bool any() const { return !failures_.empty() || messages_.any(); }
  /// Whether a processor stops for a while.
  [[nodiscard]] bool pauses() const;
  [[nodiscard]] const std::vector<Failure>& failures() const { return failures_; }

  /// Whether a link has failed at a time, and does not work again.
  [[nodiscard]] bool is_down(const std::string& link, double time) const;

  /// What happens at a time, in that order: of processors that stop and of links.
  [[nodiscard]] std::vector<Event> events() const;

  /// Whether something is lost that leaves a processor at one time and arrives at another at
  /// another, because one of them has stopped for good.
  [[nodiscard]] bool has_died(int from, double departure, int to, double arrival) const {
    return death_[static_cast<std::size_t>(from)] <= departure ||
           death_[static_cast<std::size_t>(to)] <= arrival;
  }
  /// Whether it is lost because they are apart.
  [[nodiscard]] bool are_apart(int from, double departure, int to, double arrival) const;

  /// A processor sends one more message to another host: what becomes of it, and by how many
  /// seconds it is late.
  struct Sending {
    Delivery delivery = Delivery::once;
    double late = 0;
  };
  [[nodiscard]] Sending next_sending(int from);

private:
  std::vector<Failure> failures_;
  MessageFaults messages_;
  std::uint64_t seed_;
  std::vector<double> death_;       ///< by rank: seconds since the start
  std::vector<std::uint64_t> sent_; ///< by rank: messages to other hosts
};

} // namespace eldest
