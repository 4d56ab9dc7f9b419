#include "sim/machines/simulated/machine_progress.hpp"

#include <algorithm>

namespace eldest {

void MachineProgress::show_now() const {
  std::uint64_t nodes = 0;
  int depth = 0;
  const auto& processors = turns_.hardware().processors();
  for (const auto& processor : processors) {
    nodes += processor->nodes_so_far();
    depth = std::max(depth, processor->depth_so_far());
  }
  // A single processor never makes the machine's clock catch up.
  const double now = processors.size() == 1 ? processors.front()->now() : turns_.now();
  show_(now, nodes, depth);
}

} // namespace eldest
