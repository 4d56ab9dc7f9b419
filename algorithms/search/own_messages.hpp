#pragma once

#include "algorithms/search/message.hpp"
#include "algorithms/search/processor.hpp"

#include <deque>
#include <utility>

namespace eldest {

/// The messages that a processor sends to itself. They cost nothing.
class OwnMessages {
public:
  /// Sends a message, or keeps it if it is for the processor itself.
  template <Processor M> void send(M& processor, int to, Message message) {
    if (to == processor.rank())
      kept_.push_back(std::move(message));
    else
      processor.send(to, std::move(message));
  }

  /// Calls `take` with each message that is kept, also with those that `take` sends.
  template <class Take> void receive(const Take& take) {
    while (!kept_.empty()) {
      auto message = std::move(kept_.front());
      kept_.pop_front();
      take(message);
    }
  }

private:
  std::deque<Message> kept_;
};

} // namespace eldest
