#include "sim/machines/simulated/platform.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace eldest {

std::string policy_of(const Link& link) {
  if (!link.shared)
    return "FATPIPE";
  return link.name.ends_with("_UP") || link.name.ends_with("_DOWN") ? "SPLITDUPLEX" : "SHARED";
}

RouteSpeed Platform::speed_of(const Route& route) const {
  RouteSpeed speed;
  for (const auto link : route.links) {
    const auto crossings = links()[link].shared ? std::ranges::count(route.links, link) : 1;
    speed.crossings = std::max(speed.crossings, crossings);
    speed.seconds_per_byte = std::max(speed.seconds_per_byte, static_cast<double>(crossings) *
                                                                  (1 / links()[link].bandwidth));
  }
  return speed;
}

std::vector<std::string> Platform::look_over(int processors) const {
  std::vector<std::string> notes;
  if (!parameters().doubt.empty())
    notes.push_back("its measured numbers are not sure: " + parameters().doubt);
  if (auto note = note_on_routes(processors))
    notes.push_back(std::move(*note));
  return notes;
}

MachineParameters
Platform::read_parameters(const std::map<std::string, std::string>& properties) const {
  try {
    return read_machine_parameters(properties);
  } catch (const InputError& error) {
    throw InputError(Subject::platform, fmt::format("{}: {}", file().path, error.what()));
  }
}

std::string Platform::room() const {
  const auto count = [](int number, std::string_view noun) {
    return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
  };
  int used = 0; // hosts, which all have cores
  for (int rank = 0; rank < cores(); ++rank)
    used = std::max(used, host_of(rank) + 1);
  const auto chosen = count(used, "host");
  const auto with_cores =
      cores() == used ? chosen : fmt::format("{} with {}", chosen, count(cores(), "core"));
  return hosts() == used
             ? fmt::format("{} has {}", file().path, with_cores)
             : fmt::format("{} chosen of the {} of {}", with_cores, hosts(), file().path);
}

void Platform::require_processors(int processors) const {
  if (processors < 1 || processors > cores())
    throw InputError(Subject::processors, fmt::format("{}: {}", processors, room()));
  for (int rank = 0; rank < processors; ++rank) {
    if (computer_cores(rank) % parameters().core_threads != 0)
      throw InputError(Subject::platform,
                       fmt::format("{}: property eldest:core-threads is {}, should divide the {} "
                                   "processors of a computer",
                                   file().path, parameters().core_threads, computer_cores(rank)));
  }
}

std::optional<std::string> Platform::note_on_routes(int processors) const {
  // Checks of all pairs of many processors would take longer than most searches on them.
  constexpr int few = 64;
  std::optional<std::string> note;
  const auto check = [&](int from, int to) {
    if (host_of(from) != host_of(to) && route(from, to).latency == 0 && !note)
      note = fmt::format("the route from host {} to host {} has no latency", host_name(from),
                         host_name(to));
  };
  for (int rank = 0; rank < processors; ++rank) {
    const int next = (rank + 1) % processors;
    for (const int other : {0, next}) {
      check(rank, other);
      check(other, rank);
    }
    for (int other = 0; processors <= few && other < processors; ++other)
      check(rank, other);
  }
  return note;
}

} // namespace eldest
