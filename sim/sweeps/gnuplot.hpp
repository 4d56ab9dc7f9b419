#pragma once

#include "sim/system/output_file.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace eldest {

/// Returns a text without quotation marks, on one line. No other character means anything between
/// gnuplot's single quotation marks in labels, which are not enhanced.
[[nodiscard]] std::string unquoted(std::string_view text);

/// Returns a text quoted for gnuplot. Between single quotation marks, gnuplot executes no
/// backquotes.
[[nodiscard]] std::string gnuplot_text(std::string_view text);

/// Writes `commands` of gnuplot as a script into the staging folder of `folder`, and runs it there.
/// Discards its output. Throws RunError if gnuplot is missing or fails.
void run_gnuplot(const std::string& commands, const OutputFolder& folder);

/// Throws RunError unless `file` ends with `end`, because gnuplot does not report that it has
/// written only a part of a file.
void check_whole(const std::filesystem::path& file, std::string_view end);

} // namespace eldest
