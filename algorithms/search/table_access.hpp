#pragma once

#include "algorithms/search/bound_handler.hpp"

namespace eldest {

/// An access to an entry of a table, as a machine carries it to the entry's home.
struct TableAccess : AccessHeader {
  BoundHandler handler{}; ///< runs at the home
};

} // namespace eldest
