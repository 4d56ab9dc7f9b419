#include "sim/experiments/calibration/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eldest {
namespace {

constexpr double most_load = 0.2;
constexpr double most_spread = 2;
constexpr double longest_transfer = 1e-6;

/// A figure of `Measurements` that determines numbers of the platform file, and its meaning.
template <class Measurements> struct UsedFigure {
  std::string_view meaning;
  Measured Measurements::*figure;
};
constexpr auto used_of_machine = std::to_array<UsedFigure<MeasuredMachine>>({
    {"to look for messages", &MeasuredMachine::look},
    {"to read the clock", &MeasuredMachine::time_stamp},
    {"an access in turn to one bucket", &MeasuredMachine::contended_access},
    {"a word from core to core", &MeasuredMachine::transfer},
    {"to send a message", &MeasuredMachine::send},
    {"a message to a receiver that is awake", &MeasuredMachine::message},
});
constexpr auto used_of_network = std::to_array<UsedFigure<MeasuredNetwork>>({
    {"to look for messages", &MeasuredNetwork::look},
    {"to send a message", &MeasuredNetwork::send},
    {"to receive a message", &MeasuredNetwork::receive},
    {"a message and one back", &MeasuredNetwork::round_trip},
    {"a byte of a message", &MeasuredNetwork::byte},
});

/// Returns the time of an access to a table that several cores share, in a search of `nodes`.
Measured shared_access(const MeasuredNodes& nodes, const MeasuredMachine& machine) {
  const auto& access = nodes.access;
  const auto& lock = nodes.lock;
  const auto& alone = machine.prefetched_access;
  const auto& all = machine.shared_access;
  const auto sum = [](double own, double locks, double others) {
    return own + locks + std::max(others, 0.0);
  };
  return {sum(access.median, lock.median, all.median - alone.median),
          sum(access.min, lock.min, all.min - alone.max),
          sum(access.max, lock.max, all.max - alone.min)};
}

bool is_spread(const Measured& measured) { return measured.max > most_spread * measured.min; }

void doubt_spread(std::vector<std::string>& doubts, std::string_view meaning,
                  const Measured& measured) {
  constexpr double ns = 1e-9;
  if (is_spread(measured))
    doubts.push_back(
        fmt::format("{} took {:.4g} to {:.4g} ns", meaning, measured.min / ns, measured.max / ns));
}

/// Adds the doubts that any calibration may have: about the load and the nodes.
template <class AnyCalibration>
void doubt_computer(std::vector<std::string>& doubts, const AnyCalibration& calibration) {
  if (calibration.load > most_load)
    doubts.push_back(fmt::format("the load was {:.2f} a core before the measurement, should be {} "
                                 "at most",
                                 calibration.load, most_load));
  for (const auto& nodes : calibration.nodes) {
    doubt_spread(doubts, "a node of " + nodes.tree, nodes.node);
    doubt_spread(doubts, "a table access in " + nodes.tree, nodes.access);
    for (const auto& [algorithm, factor] : nodes.slowdowns) {
      if (is_spread(factor))
        doubts.push_back(fmt::format("the slowdown of {} in {} was {:.2f} to {:.2f}", algorithm,
                                     nodes.tree, factor.min, factor.max));
    }
  }
}

} // namespace

std::vector<std::string> doubts_about(const Calibration& calibration) {
  std::vector<std::string> doubts;
  doubt_computer(doubts, calibration);
  const auto& machine = calibration.machine;
  for (const auto& [meaning, figure] : used_of_machine)
    doubt_spread(doubts, meaning, machine.*figure);
  for (const auto& nodes : calibration.nodes)
    doubt_spread(doubts, "a table access of several cores in " + nodes.tree,
                 shared_access(nodes, machine));
  if (machine.transfer.median > longest_transfer)
    doubts.push_back(fmt::format("a word took {:.2f} us from core to core, should be {} us at most",
                                 machine.transfer.median / 1e-6, longest_transfer / 1e-6));
  return doubts;
}

std::vector<std::string> doubts_about(const ClusterCalibration& calibration) {
  std::vector<std::string> doubts;
  doubt_computer(doubts, calibration);
  for (const auto& [meaning, figure] : used_of_network)
    doubt_spread(doubts, meaning, calibration.network.*figure);
  return doubts;
}

std::vector<std::string> doubts_about(const MeasuredCores& cores) {
  std::size_t pairs = 0;
  std::size_t spread = 0;
  for (const auto& row : cores.latencies) {
    pairs += row.size();
    spread += static_cast<std::size_t>(std::ranges::count_if(row, is_spread));
  }
  if (spread == 0)
    return {};
  return {fmt::format("of {} latencies between cores, {} differ by more than a factor of {} from "
                      "one measurement to another",
                      pairs, spread, most_spread)};
}

} // namespace eldest
