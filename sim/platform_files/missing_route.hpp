#pragma once

#include <string_view>

namespace eldest {

/// The end of the error of a route that a platform does not have. The choice of other hosts could
/// mend it.
inline constexpr std::string_view routes_needed =
    "should have one each way between all hosts that are used";

} // namespace eldest
