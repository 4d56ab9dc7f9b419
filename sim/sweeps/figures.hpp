#pragma once

#include "sim/sweeps/analysis.hpp"
#include "sim/system/output_file.hpp"

#include <string>
#include <vector>

namespace eldest {

/// A figure that gnuplot draws.
struct Figure {
  std::string name;    ///< name of its files, without extension
  std::string caption; ///< explanation for people who do not know such figures
  std::string script;  ///< commands of gnuplot, without terminal and output
};

/// Returns the figures of a panel: speedup by processors, time lost, time to depth, and nodes a
/// second. Their names begin with `name`. Colours are those of Okabe and Ito, which the
/// colour-blind can tell apart. In black and white, points, dashes and patterns distinguish the
/// series.
[[nodiscard]] std::vector<Figure> figures_of(const Panel& panel, const std::string& name);

/// Draws figures as SVG and PDF files in the staging folder of `folder`. Also writes the gnuplot
/// script that draws them again. Throws RunError if gnuplot is missing or fails.
void draw(const std::vector<Figure>& figures, const OutputFolder& folder);

} // namespace eldest
