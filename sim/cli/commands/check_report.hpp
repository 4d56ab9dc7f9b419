#pragma once

#include "sim/experiments/json.hpp"
#include "sim/experiments/platform_report.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <string>
#include <string_view>

namespace eldest {

/// Returns the report of `eldest check` as text. `model`: name of the model of the costs.
[[nodiscard]] std::string check_text(const PlatformReport& report, const PlatformFile& platform,
                                     std::string_view model);

/// Returns the same report as JSON.
[[nodiscard]] Json check_json(const PlatformReport& report, const PlatformFile& platform,
                              std::string_view model);

} // namespace eldest
