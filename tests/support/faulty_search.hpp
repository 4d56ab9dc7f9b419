#pragma once

#include "algorithms/search/worker.hpp"
#include "sim/machines/simulated/simulated_processor.hpp"
#include "tests/support/bug_classes.hpp"
#include "trees/synthetic/position.hpp"

#include <cstdint>

namespace eldest::test {

/// A bug that FaultyProcessor puts into the machine below a search.
enum class Fault : std::uint8_t {
  none,
  short_keys,       ///< the table tells positions apart by the upper 8 bits of their keys
  bounds_as_exact,  ///< the table keeps every bound as an exact score
  torn_entries,     ///< one of eight stores writes the score of the store before
  other_depth,      ///< an entry answers for a ply more than it was searched to
  stored_on_stop,   ///< a stopped processor stores the last node it asked about, with a wrong score
  move_lost,        ///< the table's answers have no move
  failed_window,    ///< the root's window is narrow, and is not opened if the search fails
  depth_overstated, ///< helpers report an iteration as one that is a ply deeper
  helper_forgotten, ///< processors without a move of the root get no message
};

/// Runs one processor's part of a search on a FaultyProcessor.
[[nodiscard]] SearchOutcome search_with(Fault fault, const BugCase& test,
                                        const synthetic::Position& root,
                                        SimulatedProcessor& processor);

} // namespace eldest::test
