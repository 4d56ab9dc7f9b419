#pragma once

#include "sim/sweeps/analysis.hpp"
#include "sim/sweeps/played_search.hpp"

#include <string>
#include <vector>

namespace eldest {

/// A figure of a panel, as the SVG element of a page.
struct DrawnFigure {
  std::string title;
  std::string caption;
  std::string svg;
};

/// Returns a self-contained page of HTML. It has the figures and tables of each panel, and then the
/// searches that were run or failed. `title`: title of the page. `figures`: the figures of each
/// panel, in the order of the panels. `played`: the searches to whose pages the cells of the
/// speedups have links.
[[nodiscard]] std::string page(const Analysis& analysis, const std::string& title,
                               const std::vector<std::vector<DrawnFigure>>& figures,
                               const std::vector<PlayedSearch>& played = {});

} // namespace eldest
