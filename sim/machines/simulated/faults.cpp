#include "sim/machines/simulated/faults.hpp"

#include "trees/base/random.hpp"

#include <algorithm>

namespace eldest {
namespace {

bool contains(const std::vector<RankRange>& ranks, int rank) {
  return std::ranges::any_of(
      ranks, [=](const RankRange& range) { return range.first <= rank && rank <= range.last; });
}

} // namespace

Faults::Faults(const std::vector<Failure>& failures, const MessageFaults& messages,
               std::uint64_t seed, std::size_t processors)
    : seed_(seed), death_(processors, Failure::never), sent_(processors) {
  if (processors == 1)
    return;
  failures_ = failures;
  messages_ = messages;
  for (const auto& failure : failures_) {
    auto& death = death_[static_cast<std::size_t>(failure.processor)];
    if (failure.is_stop() && failure.is_for_good())
      death = std::min(death, failure.time);
  }
}

bool Faults::pauses() const { return std::ranges::any_of(failures_, &Failure::is_pause); }

bool Faults::is_down(const std::string& link, double time) const {
  return std::ranges::any_of(failures_, [&](const Failure& failure) {
    return failure.link == link && failure.time <= time && time < failure.until;
  });
}

std::vector<Faults::Event> Faults::events() const {
  std::vector<Event> events;
  for (const auto& failure : failures_) {
    if (failure.is_slow() || failure.is_partition())
      continue;
    events.push_back({failure.time, &failure});
    if (failure.is_link() && !failure.is_for_good())
      events.push_back({failure.until, &failure});
  }
  std::ranges::stable_sort(events, {}, &Event::time);
  return events;
}

bool Faults::are_apart(int from, double departure, int to, double arrival) const {
  return std::ranges::any_of(failures_, [&](const Failure& failure) {
    return failure.is_partition() && departure < failure.until && arrival >= failure.time &&
           contains(failure.apart, from) != contains(failure.apart, to);
  });
}

Faults::Sending Faults::next_sending(int from) {
  if (!messages_.any())
    return {};
  const auto rank = static_cast<std::size_t>(from);
  SplitMix64 random(mix(mix(mix(seed_) + rank) + sent_[rank]++));
  const auto happens = [&](double probability) { return unit_interval(random()) < probability; };
  const bool lost = happens(messages_.lost);
  const bool doubled = happens(messages_.doubled);
  const bool late = happens(messages_.late);
  return {lost      ? Delivery::never
          : doubled ? Delivery::twice
                    : Delivery::once,
          late ? messages_.late_by * unit_interval(random()) : 0};
}

} // namespace eldest
