#pragma once

#include <array>

namespace eldest {

/// The views of a store for other programs, as the text after "CREATE VIEW". The program itself
/// does not read them. docs/reference/notebooks.md has their columns. A change of a view requires a
/// new version of the store's schema.
extern const std::array<const char*, 4> store_views;

} // namespace eldest
