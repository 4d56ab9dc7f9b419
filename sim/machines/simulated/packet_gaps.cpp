#include "sim/machines/simulated/packet_gaps.hpp"

#include <algorithm>
#include <cstddef>

namespace eldest {
namespace {

/// Adds a message that takes `seconds` to a queue. Returns the seconds that it waits.
double join_queue(double& busy_until, double seconds, double time) {
  const double turn = std::max(time, busy_until);
  busy_until = turn + seconds;
  return turn - time;
}

} // namespace

PacketGaps::PacketGaps(const MachineParameters& parameters, const std::vector<int>& hosts)
    : gap_(parameters.gap),
      adapter_gap_(parameters.adapter_gap),
      longest_(std::max(gap_, adapter_gap_)),
      hosts_(hosts) {
  for (auto* const direction : {&leaving_, &arriving_}) {
    direction->processors.resize(hosts.size());
    direction->adapters.resize(static_cast<std::size_t>(std::ranges::max(hosts)) + 1);
  }
}

double PacketGaps::Direction::join(const PacketGaps& gaps, int rank, double packets, double time) {
  const auto place = static_cast<std::size_t>(rank);
  double delay = 0;
  if (gaps.gap_ > 0)
    delay = join_queue(processors[place], packets * gaps.gap_, time);
  if (gaps.adapter_gap_ > 0) {
    const auto host = static_cast<std::size_t>(gaps.hosts_[place]);
    delay = std::max(delay, join_queue(adapters[host], packets * gaps.adapter_gap_, time));
  }
  return delay;
}

} // namespace eldest
