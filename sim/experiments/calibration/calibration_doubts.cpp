#include "sim/experiments/calibration/calibration.hpp"

#include <fmt/format.h>

namespace eldest {
namespace {

constexpr double most_load = 0.2;
constexpr double most_spread = 2;
constexpr double longest_transfer = 1e-6;

/// The figures of a machine that determine numbers of its platform file, and their meanings.
struct UsedFigure {
  std::string_view meaning;
  Measured MeasuredMachine::*figure;
};
constexpr auto used_figures = std::to_array<UsedFigure>({
    {"an access at random", &MeasuredMachine::locked_access},
    {"the same by all cores", &MeasuredMachine::shared_access},
    {"an access in turn to one bucket", &MeasuredMachine::contended_access},
    {"a word from core to core", &MeasuredMachine::transfer},
    {"to send a message", &MeasuredMachine::send},
    {"a message to a receiver that is awake", &MeasuredMachine::message},
});

void doubt_spread(std::vector<std::string>& doubts, std::string_view meaning,
                  const Measured& measured) {
  constexpr double ns = 1e-9;
  if (measured.max > most_spread * measured.min)
    doubts.push_back(
        fmt::format("{} took {:.4g} to {:.4g} ns", meaning, measured.min / ns, measured.max / ns));
}

} // namespace

std::vector<std::string> doubts_about(const Calibration& calibration) {
  std::vector<std::string> doubts;
  if (calibration.load > most_load)
    doubts.push_back(fmt::format("the load was {:.2f} a core before the measurement, should be {} "
                                 "at most",
                                 calibration.load, most_load));
  for (const auto& nodes : calibration.nodes) {
    doubt_spread(doubts, "a node of " + nodes.tree, nodes.node);
    doubt_spread(doubts, "a table access in " + nodes.tree, nodes.access);
  }
  const auto& machine = calibration.machine;
  for (const auto& [meaning, figure] : used_figures)
    doubt_spread(doubts, meaning, machine.*figure);
  if (machine.transfer.median > longest_transfer)
    doubts.push_back(fmt::format("a word took {:.2f} us from core to core, should be {} us at most",
                                 machine.transfer.median / 1e-6, longest_transfer / 1e-6));
  return doubts;
}

} // namespace eldest
