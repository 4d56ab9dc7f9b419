#pragma once

#include "sim/machines/trace/access_log.hpp"
#include "sim/machines/trace/message_log.hpp"
#include "sim/machines/trace/search_log.hpp"
#include "sim/machines/trace/timeline.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

namespace eldest {

/// Limits on what a trace keeps.
struct TraceLimits {
  /// Cells of all processors together. The default takes some 20 MB of JSON, which viewers load in
  /// seconds.
  std::size_t cells = 200'000;
  std::size_t messages = 20'000;
  std::size_t node_stretches = 50'000;
  int plies = 2; ///< see SearchLog
};

/// A record of a search in bounded memory: the states of all processors, the nodes that they
/// searched, and their messages.
struct Trace {
  /// Least limit on the cells of one processor, even if that exceeds the limit for all together.
  static constexpr std::size_t min_cells = 20;
  static constexpr std::size_t access_intervals = 2'000;

  explicit Trace(int processors, const TraceLimits& limits = {})
      : timelines(
            static_cast<std::size_t>(processors),
            Timeline(std::max(min_cells, limits.cells / static_cast<std::size_t>(processors)))),
        messages(limits.messages),
        searched(limits.node_stretches, limits.plies) {
    for (int rank = 0; rank < processors; ++rank)
      recorders.emplace_back(searched, rank);
  }
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  [[nodiscard]] Timeline& timeline(int rank) { return timelines[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] SearchRecorder& search(int rank) {
    return recorders[static_cast<std::size_t>(rank)];
  }
  /// The longest possible mixed cell of any processor, in seconds; 0 if all cells are exact.
  [[nodiscard]] double resolution() const {
    double resolution = 0;
    for (const auto& timeline : timelines)
      resolution = std::max(resolution, timeline.resolution());
    return resolution;
  }

  std::vector<Timeline> timelines; ///< by rank
  MessageLog messages;
  SearchLog searched;
  AccessLog accesses{access_intervals};
  std::deque<SearchRecorder> recorders; ///< by rank, for `searched`
};

} // namespace eldest
