#pragma once

#include <span>
#include <string_view>

namespace eldest {

/// A platform file of the folder platforms/.
struct ShippedPlatform {
  std::string_view file;        ///< from the root of the project on
  std::string_view description; ///< the first sentence of its first comment
};

/// All of them, by name.
[[nodiscard]] std::span<const ShippedPlatform> shipped_platforms();

} // namespace eldest
