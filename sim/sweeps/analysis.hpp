#pragma once

#include "sim/sweeps/axes.hpp"
#include "sim/sweeps/cell.hpp"
#include "sim/sweeps/layout.hpp"
#include "sim/sweeps/store.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace eldest {

/// Searches that differ only in x, position, seed and tree_seed.
struct Series {
  std::string label;               ///< distinguishes the series from the others of its panel
  std::map<AxisValue, Cell> cells; ///< by value of the axis x

  /// Returns the cell at `x`, or null if there is no cell or no comparison in it.
  [[nodiscard]] const Cell* compared(const AxisValue& x) const;
};

/// A position of which the search found a forced end of the game before its last iteration.
struct DecidedPosition {
  std::string position;
  int depth = 0; ///< of the first iteration with the value of a won or lost game
};

/// Series that can be compared. At least one cell has a comparison.
struct Panel {
  std::string title;
  Json axes; ///< values of the axes that all searches of the panel have in common
  Scale x;
  /// True if there is a parallel search in which no processor spent any time on messages or on
  /// table accesses.
  bool communication_is_free = false;
  std::vector<Series> series;
  std::vector<DecidedPosition> decided; ///< in the order of the store
};

/// Returns the values of x of all series of a panel, ascending.
[[nodiscard]] std::vector<AxisValue> values_of_x(const Panel& panel);

/// The analysis of the points in a store whose version_of_numbers is that of its latest outcome.
struct Analysis {
  std::string version;               ///< of the program that has made the latest outcome
  int model_version = 0;             ///< of all points; 0 for results of programs without one
  std::size_t of_other_versions = 0; ///< points left out, which are of other versions
  std::size_t not_run = 0;           ///< points without an outcome
  std::size_t failed = 0;
  std::size_t without_x = 0;         ///< searches left out, in which the axis x is not set
  std::size_t verdicts = 0;          ///< comparisons with a best, for which p-values are corrected
  std::vector<AnalysedPoint> points; ///< in the store's order, baselines included
  std::vector<Panel> panels;         ///< in the store's order
  std::vector<DamagedRow> damaged;   ///< rows left out; an outcome among them counts as not run

  /// Returns both versions in words, such as "eldest 0.10.0 (model version 1)".
  [[nodiscard]] std::string versions() const;
};

/// Analyses a store without its damaged rows. If the layout names the version, points of all
/// versions are analysed. Throws RunError if the store cannot be read. Throws InputError if none of
/// its points has been run, or if it lacks an axis of the layout. Also throws InputError if the
/// searches of a cell differ in other axes.
[[nodiscard]] Analysis analyse(const SweepStore& store, const Layout& layout = {});

} // namespace eldest
