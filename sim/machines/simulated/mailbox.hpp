#pragma once

#include "algorithms/processor.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>

namespace eldest {

/// The messages that have arrived at one processor, until they are taken. Those of each sender are
/// handed out in the order in which they were sent, though a short one may overtake a long one.
class Mailbox {
public:
  /// Counts a message that the owner sends; returns its number among those to the same receiver,
  /// from 0.
  [[nodiscard]] std::uint32_t number_sent(int to) { return channels_[to].sent++; }

  /// Takes in a message that has arrived, the `number`th of its sender.
  void deliver(std::uint32_t number, Message message);

  [[nodiscard]] bool empty() const { return ready_.empty(); }

  /// Hands out the next message. Precondition: not empty.
  [[nodiscard]] Message take();

private:
  /// Messages to and from one other processor.
  struct Channel {
    std::uint32_t sent = 0; ///< how many have gone to it
    std::uint32_t next = 0; ///< number of the next one from it to be handed out
  };

  std::deque<Message> ready_;
  std::unordered_map<int, Channel> channels_; ///< by the other processor's rank
  /// Messages that have overtaken others, by sender and number.
  std::map<std::pair<int, std::uint32_t>, Message> early_;
};

} // namespace eldest
