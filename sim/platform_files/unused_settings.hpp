#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace eldest {

/// Returns the names of the settings of SimGrid 3.32 and 4.1 that change no simulation here. They
/// are for tracing, SMPI, the model checker, plugins and the like, or for how SimGrid runs a
/// simulation.
[[nodiscard]] std::span<const std::string_view> unused_settings();

/// Returns the value that SimGrid gets for a setting in place of the platform's own. With it,
/// SimGrid writes no files and runs programs as usual. Returns nothing for a setting that is not
/// one of `unused_settings()`.
[[nodiscard]] std::optional<std::string_view> harmless_value(std::string_view name);

} // namespace eldest
