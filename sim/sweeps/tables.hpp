#pragma once

#include "sim/sweeps/analysis.hpp"

#include <string>

namespace eldest {

/// Returns a figure with three significant digits or, if it is 100 or more, as a whole number.
[[nodiscard]] std::string rounded(double value);

/// Returns true if a cell of a panel has the energy of its searches.
[[nodiscard]] bool has_joules(const Panel& panel);

/// Returns a sentence that names the positions of a panel that were decided early, or an empty text
/// if there are none.
[[nodiscard]] std::string decided_text(const Panel& panel);

/// Returns the absolute speedups of all panels as tables for a person to read.
[[nodiscard]] std::string speedups_text(const Analysis& analysis);

/// Returns the absolute speedups of all panels as tables in Markdown.
[[nodiscard]] std::string speedups_markdown(const Analysis& analysis);

/// Returns the absolute speedups of all panels as tables in LaTeX, which require the package
/// booktabs.
[[nodiscard]] std::string speedups_latex(const Analysis& analysis);

} // namespace eldest
