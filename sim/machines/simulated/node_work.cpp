#include "sim/machines/simulated/node_work.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <string_view>

namespace eldest {

NodeCosts node_seconds(const MachineParameters& machine, const OnComputer& place, double speed,
                       const NodeCosts& alone, const NodeCosts& bytes) {
  const auto [index, working, processors] = place;
  const double slowdown = machine.slowdown(index, working, processors);
  const int sharing = machine.sharing_memory(index, working, processors);
  const auto step = [&](std::string_view name, double units, double moved) {
    const double seconds = units / speed;
    if (machine.memory_bandwidth == 0 || moved == 0)
      return seconds * slowdown;
    const double transfer = moved / machine.memory_bandwidth;
    if (transfer > seconds)
      throw InputError(fmt::format(
          "node-bytes: {} takes {:.3g} ns, in which memory carries {:.3g} bytes; should be at "
          "most that, not {:g}",
          name, 1e9 * seconds, seconds * machine.memory_bandwidth, moved));
    return (seconds - transfer) * slowdown + sharing * transfer;
  };
  return {step("a visit", alone.visit, bytes.visit),
          step("a generation of moves", alone.generation, bytes.generation),
          step("an ordering of moves", alone.ordering, bytes.ordering),
          step("a generation of captures", alone.captures, bytes.captures),
          step("a move", alone.move, bytes.move)};
}

} // namespace eldest
