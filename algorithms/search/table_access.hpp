#pragma once

#include "algorithms/search/bound_handler.hpp"
#include "algorithms/search/tables.hpp"

#include <optional>

namespace eldest {

/// An access to an entry of a table, as a machine carries it to the entry's home.
struct TableAccess : AccessHeader {
  /// Returns an access whose answer comes back into the handler to which `handler` refers.
  [[nodiscard]] static TableAccess read(const Tables& tables, const BoundHandler& handler) {
    return {handler.header(tables), handler};
  }

  /// Returns an access without an answer. It has a copy of the handler to which `handler` refers.
  [[nodiscard]] static TableAccess write(const Tables& tables, const BoundHandler& handler) {
    TableAccess access{handler.header(tables), handler.copied()};
    access.answer_bytes.reset();
    return access;
  }

  BoundHandler handler{}; ///< runs at the home
};

} // namespace eldest
