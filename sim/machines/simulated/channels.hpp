#pragma once

#include "algorithms/search/processor.hpp"

#include <cstdint>
#include <map>
#include <memory_resource>
#include <unordered_map>
#include <utility>

namespace eldest {

/// Hands out the messages from each processor to each other one in the order in which they were
/// sent. On the network, a short message may overtake a long one. Nothing is kept for a pair of
/// processors without messages in flight. On large machines, nearly all pairs are such.
class Channels {
public:
  Channels() = default;
  Channels(const Channels&) = delete;
  Channels& operator=(const Channels&) = delete;

  /// Counts a message that is sent. Returns its number among the messages from `from` to `to`. The
  /// numbers begin at 0 again whenever none of these messages is in flight.
  [[nodiscard]] std::uint32_t send(int from, int to) { return channels_[place(from, to)].sent++; }

  /// Receives the message with `number`, which has arrived at processor `to`. Calls
  /// `hand_out(message)` with it, and with the messages that have waited for it. If an earlier
  /// message has not arrived yet, this one waits instead.
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
    std::uint32_t sent = 0; ///< number of messages sent
    std::uint32_t next = 0; ///< number of the next message to be handed out
    /// Messages that have overtaken the next, by number.
    std::map<std::uint32_t, Message> early;
  };

  static std::uint64_t place(int from, int to) {
    return std::uint64_t{static_cast<std::uint32_t>(from)} << 32U | static_cast<std::uint32_t>(to);
  }

  std::pmr::unsynchronized_pool_resource memory_;
  std::pmr::unordered_map<std::uint64_t, Channel> channels_{&memory_};
};

} // namespace eldest
