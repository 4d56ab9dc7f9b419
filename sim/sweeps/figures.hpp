#pragma once

#include "sim/sweeps/analysis.hpp"
#include "sim/system/output_file.hpp"

#include <string>
#include <vector>

namespace eldest {

/// A figure, to be drawn by gnuplot.
struct Figure {
  std::string name;    ///< for its files
  std::string caption; ///< what it shows, for people who do not know such figures
  std::string script;  ///< without terminal and output
};

/// The figures of a panel: speedup against processors, the time that is lost, time to depth, and
/// nodes a second. Colours are those of Okabe and Ito, which the colour-blind can tell apart;
/// points, dashes and patterns tell the series apart in black and white. `name` begins the names.
[[nodiscard]] std::vector<Figure> figures_of(const Panel& panel, const std::string& name);

/// Draws figures as SVG and PDF files in the staging folder of a folder, with the script of gnuplot
/// that does it again. Throws RunError if there is no gnuplot, or if it fails.
void draw(const std::vector<Figure>& figures, const OutputFolder& folder);

} // namespace eldest
