#pragma once

#include <span>
#include <string_view>

namespace eldest {

/// A platform file of the folder platforms/.
struct ShippedPlatform {
  std::string_view file;        ///< path from the root of the project
  std::string_view description; ///< the first sentence of the file's first comment
};

/// Returns all platform files of platforms/, ordered by name.
[[nodiscard]] std::span<const ShippedPlatform> shipped_platforms();

} // namespace eldest
