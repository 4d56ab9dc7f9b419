#pragma once

#include "sim/sweeps/analysis.hpp"
#include "sim/system/output_file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// A figure that gnuplot draws.
struct Figure {
  std::string name;                 ///< name of its files, without extension
  std::string title;                ///< what the figure shows, in a few words
  std::string caption;              ///< explanation for people who do not know such figures
  std::string script;               ///< commands of gnuplot, without terminal and output
  std::vector<std::string> plots{}; ///< what each plot shows, in the order of gnuplot
};

/// Returns the figures of a panel: speedup by x, time lost, time to depth, and nodes a second.
/// Their names begin with `name`. Colours are those of Okabe and Ito, which the colour-blind can
/// tell apart. In black and white, points, dashes and patterns distinguish the series. Intervals
/// are bars side by side, so that none hides another.
[[nodiscard]] std::vector<Figure> figures_of(const Panel& panel, const std::string& name);

/// Returns a name for the figures of each panel that says which searches they show. The names
/// differ, and consist of small letters, digits, full stops and hyphens.
[[nodiscard]] std::vector<std::string> names_of_figures(const std::vector<Panel>& panels);

/// Returns a text as the name of a file: small letters, digits and full stops, with hyphens
/// between. Texts are cut after 80 characters.
[[nodiscard]] std::string file_name(std::string_view text);

/// Draws figures as SVG and PDF files in the staging folder of `folder`. Also writes the gnuplot
/// script that draws them again. Throws RunError if gnuplot is missing or fails.
void draw(const std::vector<Figure>& figures, const OutputFolder& folder);

} // namespace eldest
