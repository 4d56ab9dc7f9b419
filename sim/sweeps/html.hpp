#pragma once

#include "sim/sweeps/figures.hpp"

#include <string>
#include <string_view>

namespace eldest {

/// Returns a text for HTML, between tags or in a quoted attribute, on one line.
[[nodiscard]] std::string as_html(std::string_view text);

/// Returns the SVG element of a figure that gnuplot has drawn, for a page with several figures. The
/// element has unique names, the role of an image, a label, and titles of its plots for people.
/// Returns an empty text if gnuplot has drawn none. `file`: content of the SVG file. `panel`: title
/// of the figure's panel.
[[nodiscard]] std::string svg_for_page(std::string_view file, const Figure& figure,
                                       std::string_view panel);

} // namespace eldest
