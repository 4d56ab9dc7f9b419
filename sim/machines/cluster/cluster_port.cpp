#include "sim/machines/cluster/cluster_port.hpp"

#include <utility>

namespace eldest {

void ClusterPort::begin() {
  inbox_.clear();
  arrivals_ = 0;
  traffic_ = {};
}

void ClusterPort::keep(Arrival arrival) {
  inbox_.push_back(std::move(arrival));
  arrivals_.fetch_add(1, std::memory_order_release);
}

ClusterPort::Arrival ClusterPort::take_arrival() {
  auto first = std::move(inbox_.front());
  inbox_.pop_front();
  arrivals_.fetch_sub(1, std::memory_order_relaxed);
  return first;
}

void ClusterPort::take_answer(int from, std::uint32_t sequence, std::span<const std::byte> bytes) {
  if (answered() || sequence != asked_.sequence)
    return; // nobody awaits it any more
  wire::Reader reader(bytes, context(from));
  asked_.handler.read_answer(reader);
  answered_.store(true, std::memory_order_release);
}

} // namespace eldest
