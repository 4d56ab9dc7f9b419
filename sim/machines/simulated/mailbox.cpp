#include "sim/machines/simulated/mailbox.hpp"

namespace eldest {

void Mailbox::deliver(std::uint32_t number, Message message) {
  const int from = message.from;
  auto& next = channels_[from].next;
  if (number != next) {
    early_.emplace(std::pair(from, number), std::move(message));
    return;
  }
  ready_.push_back(std::move(message));
  ++next;
  for (auto early = early_.find({from, next}); early != early_.end();
       early = early_.find({from, next})) {
    ready_.push_back(std::move(early->second));
    early_.erase(early);
    ++next;
  }
}

Message Mailbox::take() {
  auto message = std::move(ready_.front());
  ready_.pop_front();
  return message;
}

} // namespace eldest
