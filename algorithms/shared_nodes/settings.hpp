#pragma once

#include <cstdint>

namespace eldest {

/// Options for the information about nodes that processors exchange, beside results and numbers of
/// processors. Each depth is the least depth, in ply, of the nodes concerned; 0 for no nodes. Each
/// granularity is that of a Payoff.
struct SharingSettings {
  int push_depth = 0; ///< nodes whose new bounds are sent to the other processors in them
  /// Of pushes. The exchange that is measured is the sending of a bound to one processor. Asking
  /// the table for the others is left out.
  double push_granularity = 0;
  int parent_check_depth = 0; ///< fathers that are looked up when one of their sons is finished
  double parent_check_granularity = 0;
  bool publishes_bounds =
      false;                  ///< better scores of these fathers are written to the table at once
  int cutoff_check_depth = 0; ///< nodes before whose young sons all nodes on the path are looked up
  double answer_timeout = 0;  ///< seconds to wait for a table answer; 0: as in SearchSettings
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
