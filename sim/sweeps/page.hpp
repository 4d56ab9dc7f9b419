#pragma once

#include "sim/sweeps/analysis.hpp"
#include "sim/sweeps/figures.hpp"

#include <string>
#include <vector>

namespace eldest {

/// A panel's figures, as SVG.
struct DrawnFigure {
  std::string caption;
  std::string svg;
};

/// Returns a page of HTML, complete in itself: for each panel its figures and tables, then what was
/// run and what failed. `figures` has those of each panel, in their order; `title` is the page's.
[[nodiscard]] std::string page(const Analysis& analysis, const std::string& title,
                               const std::vector<std::vector<DrawnFigure>>& figures);

} // namespace eldest
