#include "sim/machines/simulated/hardware.hpp"

#include "sim/machines/simulated/failures.hpp"
#include "sim/machines/simulated/machine_settings.hpp"
#include "sim/machines/simulated/speed_profile.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace eldest {
namespace {

MachineParameters parameters_of(const Platform& platform, bool locked) {
  auto parameters = platform.parameters();
  if (!locked) {
    parameters.lock_time = 0;
    parameters.lock_round_trips = 0;
  }
  return parameters;
}

std::vector<int> hosts_of_ranks(const Platform& platform, int processors) {
  std::vector<int> hosts;
  for (int rank = 0; rank < processors; ++rank)
    hosts.push_back(platform.host_of(rank));
  return hosts;
}

/// Returns the number of processors on each host, by the host's index.
std::vector<int> count_by_host(const std::vector<int>& hosts) {
  std::vector<int> counts(static_cast<std::size_t>(std::ranges::max(hosts)) + 1);
  for (const int host : hosts)
    ++counts[static_cast<std::size_t>(host)];
  return counts;
}

/// Returns the slowness of processor `rank` over time.
SpeedProfile speed_profile_of(int rank, const std::vector<Failure>& failures) {
  SpeedProfile profile;
  for (const auto& failure : failures) {
    if (failure.is_slow() && failure.processor == rank)
      profile.slow_down(failure.time, failure.until, failure.slowness);
  }
  return profile;
}

} // namespace

Hardware::Hardware(std::unique_ptr<Platform> platform, int processors,
                   const MachineSettings& settings)
    : platform_(std::move(platform)),
      parameters_(parameters_of(*platform_, settings.locked)),
      tables_(settings.tables, processors),
      hosts_(hosts_of_ranks(*platform_, processors)),
      processors_by_host_(count_by_host(hosts_)) {
  // A single processor gets no requests, so it need not remember when it could serve them.
  const auto service = processors == 1 ? Service::hardware : parameters_.service;
  const bool stops = processors > 1 && std::ranges::any_of(settings.failures, &Failure::is_pause);
  for (int rank = 0; rank < processors; ++rank) {
    processors_.push_back(std::make_unique<MachineProcessor>(rank, service, stops));
    if (const auto profile = speed_profile_of(rank, settings.failures);
        processors > 1 && !profile.is_constant())
      processors_.back()->set_speed_profile(profile);
  }
}

double Hardware::speed(int rank) const {
  const auto host = static_cast<std::size_t>(hosts_[static_cast<std::size_t>(rank)]);
  const int cores = platform_->host_cores(rank);
  const auto processors = static_cast<int>(processors_.size());
  const double slowdown = cores > 1 ? parameters_.slowdown(processors_by_host_[host], cores)
                                    : parameters_.slowdown(processors, platform_->cores());
  return platform_->speed(rank) / slowdown;
}

} // namespace eldest
