#include "sim/machines/trace/message_log.hpp"

namespace eldest {

void MessageLog::sent(int from, int to, std::uint64_t number, std::size_t bytes, double time) {
  const auto ordinal = sent_++;
  if (ordinal % one_in_ != 0)
    return;
  under_way_.try_emplace({from, to, number}, Entry{ordinal, from, to, bytes, time, time});
  while (under_way_.size() + entries_.size() > max_messages_)
    thin_out();
}

void MessageLog::arrived(int from, int to, std::uint64_t number, double time) {
  auto node = under_way_.extract({from, to, number});
  if (node.empty())
    return;
  node.mapped().arrived = time;
  entries_.push_back(node.mapped());
}

void MessageLog::thin_out() {
  one_in_ *= 2;
  const auto superfluous = [&](const Entry& entry) { return entry.ordinal % one_in_ != 0; };
  std::erase_if(entries_, superfluous);
  std::erase_if(under_way_, [&](const auto& item) { return superfluous(item.second); });
}

} // namespace eldest
