#pragma once

#include "trees/chess/epd.hpp"
#include "trees/chess/root.hpp"

#include <cstddef>
#include <vector>

namespace eldest::bench {

/// Returns every `step`-th position of the Bratko-Kopec test, beginning with BK.`step`.
[[nodiscard]] inline std::vector<chess::Root> bratko_kopec(std::size_t step) {
  const auto records = chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  std::vector<chess::Root> roots;
  for (auto i = step; i <= records.size(); i += step)
    roots.emplace_back(records[i - 1].fen);
  return roots;
}

[[nodiscard]] inline std::vector<chess::Position>
positions_of(const std::vector<chess::Root>& roots) {
  std::vector<chess::Position> positions;
  for (const auto& root : roots)
    positions.push_back(root.position());
  return positions;
}

} // namespace eldest::bench
