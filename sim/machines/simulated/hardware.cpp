#include "sim/machines/simulated/hardware.hpp"

#include "sim/machines/simulated/failures.hpp"
#include "sim/machines/simulated/machine_settings.hpp"
#include "sim/machines/simulated/ranks_on_hosts.hpp"
#include "sim/machines/simulated/speed_profile.hpp"
#include "sim/platform_files/profile.hpp"

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

/// Returns the slowness of processor `rank` over time, by failures and by its host's profile.
SpeedProfile speed_profile_of(int rank, const std::vector<Failure>& failures,
                              const Platform& platform) {
  SpeedProfile profile;
  for (const auto& failure : failures) {
    if (failure.is_slow() && failure.processor == rank)
      profile.slow_down(failure.time, failure.until, failure.slowness);
  }
  const auto& file = platform.file();
  if (file.speed_profiles.empty())
    return profile;
  if (const auto name = file.speed_profiles.find(platform.host_name(rank));
      name != file.speed_profiles.end())
    profile.follow(read_profile(file.profiles.at(name->second), Changing::speed));
  return profile;
}

} // namespace

Hardware::Hardware(std::unique_ptr<Platform> platform, int processors,
                   const MachineSettings& settings)
    : platform_(std::move(platform)),
      parameters_(parameters_of(*platform_, settings.locked)),
      tables_(settings.tables, processors),
      hosts_(hosts_of_ranks(*platform_, processors)),
      processors_by_host_(count_by_host(hosts_)),
      places_(places_on_hosts(hosts_)) {
  // A single processor gets no requests, so it need not remember when it could serve them.
  const auto service = processors == 1 ? Service::hardware : parameters_.service;
  const bool stops = processors > 1 && std::ranges::any_of(settings.failures, &Failure::is_pause);
  for (int rank = 0; rank < processors; ++rank) {
    processors_.push_back(std::make_unique<MachineProcessor>(rank, service, stops));
    // A machine of one processor has no failures.
    const auto& failures = processors > 1 ? settings.failures : std::vector<Failure>();
    if (const auto profile = speed_profile_of(rank, failures, *platform_); !profile.is_constant())
      processors_.back()->set_speed_profile(profile);
  }
  measure_busy_times();
}

void Hardware::measure_busy_times() {
  if (!std::ranges::all_of(processors_, [&](const auto& each) {
        return platform_->power(each->rank()).has_value();
      }))
    return;
  for (const int count : processors_by_host_)
    busy_times_.emplace_back(static_cast<std::size_t>(count));
  for (const auto& processor : processors_) {
    const auto rank = static_cast<std::size_t>(processor->rank());
    processor->measure_busy_time(busy_times_[static_cast<std::size_t>(hosts_[rank])],
                                 static_cast<std::size_t>(places_[rank]));
  }
}

std::optional<double> Hardware::joules(double seconds) {
  if (busy_times_.empty())
    return std::nullopt;
  double joules = 0;
  std::vector<bool> counted(busy_times_.size());
  for (int rank = 0; const int index : hosts_) {
    const auto host = static_cast<std::size_t>(index);
    auto& busy = busy_times_[host];
    if (!counted[host])
      joules += platform_->power(rank)->joules(platform_->host_cores(rank), seconds, busy.any(),
                                               busy.sum());
    counted[host] = true;
    ++rank;
  }
  return joules;
}

OnComputer Hardware::on_computer(int rank) const {
  const int cores = platform_->computer_cores(rank);
  if (platform_->host_cores(rank) == 1)
    return {rank, static_cast<int>(processors_.size()), cores};
  return {places_[static_cast<std::size_t>(rank)], processors_on_host(rank), cores};
}

int Hardware::processors_on_host(int rank) const {
  const int host = hosts_[static_cast<std::size_t>(rank)];
  return processors_by_host_[static_cast<std::size_t>(host)];
}

double Hardware::speed(int rank) const {
  const auto [index, working, processors] = on_computer(rank);
  return platform_->speed(rank) / parameters_.slowdown(index, working, processors);
}

NodeCosts Hardware::costs(int rank, const NodeCosts& alone, const NodeCosts& bytes) const {
  if (parameters_.memory_bandwidth == 0 || bytes == NodeCosts{})
    return alone;
  return node_seconds(parameters_, on_computer(rank), platform_->speed(rank), alone, bytes) *
         speed(rank);
}

bool Hardware::has_coherent_caches() const {
  return parameters_.write == WriteMode::awaited || processors_by_host_.size() == 1;
}

} // namespace eldest
