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

/// A record of a search in bounded memory: the states of all processors, the nodes that they
/// searched, and their messages.
struct Trace {
  /// Default limit on the cells of all processors together. This number of cells takes some 20 MB
  /// of JSON, which viewers load in seconds.
  static constexpr std::size_t max_cells = 200'000;
  /// Least limit on the cells of one processor, even if that exceeds the limit for all together.
  static constexpr std::size_t min_cells = 20;
  static constexpr std::size_t max_messages = 20'000;
  static constexpr std::size_t max_node_stretches = 50'000;
  static constexpr std::size_t access_intervals = 2'000;

  /// `cells`: limit on the cells of all processors together. `max_arrows`: limit on the messages
  /// kept.
  explicit Trace(int processors, std::size_t cells = max_cells,
                 std::size_t max_arrows = max_messages)
      : timelines(static_cast<std::size_t>(processors),
                  Timeline(std::max(min_cells, cells / static_cast<std::size_t>(processors)))),
        messages(max_arrows) {
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
  SearchLog searched{max_node_stretches};
  AccessLog accesses{access_intervals};
  std::deque<SearchRecorder> recorders; ///< by rank, for `searched`
};

} // namespace eldest
