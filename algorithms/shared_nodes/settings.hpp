#pragma once

#include <cstdint>

namespace eldest {

/// Options for the information about nodes that processors exchange, beside results and numbers of
/// processors. Each depth is the least depth, in ply, of the nodes concerned; 0 for no nodes.
struct SharingSettings {
  int publish_depth = 0;      ///< nodes whose best score is written to the table when it rises
  int push_depth = 0;         ///< nodes whose new bounds are sent to the other processors in them
  int parent_check_depth = 0; ///< fathers that are looked up when one of their sons is finished
  int cutoff_check_depth = 0; ///< nodes before whose young sons all nodes on the path are looked up
  /// Least mean time of a node's search, relative to that of an exchange, if a processor is to push
  /// or publish the node's bounds, or to look the node up as a father; 0 for any time. An exchange
  /// is a bound sent to one processor, or a look-up. Each processor measures both times.
  double grain = 0;
  double answer_timeout = 0; ///< seconds to wait for a table answer; 0: as in SearchSettings
};

/// Counts of the exchanges that SharingSettings asks for, and of their effects.
struct SharingCounts {
  std::uint64_t bounds_published = 0;
  std::uint64_t parent_checks = 0;
  std::uint64_t parent_check_hits = 0;
  std::uint64_t windows_pushed = 0;
  std::uint64_t windows_received = 0;
  std::uint64_t window_hits = 0;
  std::uint64_t abandoned = 0;
};

} // namespace eldest
