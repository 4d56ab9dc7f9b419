#pragma once

#include "algorithms/search/processor.hpp"

#include <cstdint>
#include <map>
#include <memory_resource>
#include <unordered_map>
#include <utility>

namespace eldest {

/// The messages from each processor to each other one: hands them out in the order in which they
/// were sent, though a short one may overtake a long one. It keeps nothing of two processors that
/// have no messages under way, as nearly all pairs of many processors have none.
class Channels {
public:
  Channels() = default;
  Channels(const Channels&) = delete;
  Channels& operator=(const Channels&) = delete;

  /// Counts a message that is sent; returns its number among those from and to the same processors,
  /// which begin at 0 again whenever none of them is under way.
  [[nodiscard]] std::uint32_t send(int from, int to) { return channels_[place(from, to)].sent++; }

  /// Takes in a message that has arrived: calls `hand_out(message)` with it, and with those that
  /// have waited for it, unless it must wait itself for one that was sent before.
  template <class HandOut>
  void arrive(std::uint32_t number, int to, Message message, HandOut hand_out) {
    const auto found = channels_.find(place(message.from, to));
    auto& [sent, next, early] = found->second;
    if (number != next) {
      early.emplace(number, std::move(message));
      return;
    }
    hand_out(std::move(message));
    for (++next; !early.empty() && early.begin()->first == next; ++next)
      hand_out(std::move(early.extract(early.begin()).mapped()));
    if (next == sent)
      channels_.erase(found);
  }

private:
  struct Channel {
    std::uint32_t sent = 0; ///< how many have been sent
    std::uint32_t next = 0; ///< number of the next to be handed out
    /// Those that have overtaken it, by their numbers.
    std::map<std::uint32_t, Message> early;
  };

  static std::uint64_t place(int from, int to) {
    return std::uint64_t{static_cast<std::uint32_t>(from)} << 32U | static_cast<std::uint32_t>(to);
  }

  std::pmr::unsynchronized_pool_resource memory_;
  std::pmr::unordered_map<std::uint64_t, Channel> channels_{&memory_};
};

} // namespace eldest
