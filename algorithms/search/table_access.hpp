#pragma once

#include "algorithms/search/bound_handler.hpp"
#include "algorithms/search/tables.hpp"

#include <cstddef>
#include <optional>

namespace eldest {

/// An access to an entry of a table.
struct TableAccess {
  /// Returns an access that runs `handler` for processor `rank`. The answer comes back into the
  /// handler, which must live until then.
  template <AskedHandler H>
  [[nodiscard]] static TableAccess read(const Tables& tables, Key key, int rank, H& handler) {
    return {.home = tables.home<H>(key, rank),
            .locked = needs_lock<H>,
            .entry = tables.index<H>(key, rank),
            .request_bytes = eldest::request_bytes(handler),
            .answer_bytes = eldest::answer_bytes(handler),
            .handler = BoundHandler::reference_to(key, rank, handler)};
  }

  /// Returns an access that runs a copy of `handler` for processor `rank`, without an answer.
  template <TableHandler H>
  [[nodiscard]] static TableAccess write(const Tables& tables, Key key, int rank,
                                         const H& handler) {
    return {.home = tables.home<H>(key, rank),
            .locked = needs_lock<H>,
            .entry = tables.index<H>(key, rank),
            .request_bytes = eldest::request_bytes(handler),
            .answer_bytes = std::nullopt,
            .handler = BoundHandler::copy_of(key, rank, handler)};
  }

  int home = 0;          ///< of the entry: see Tables::home
  bool locked = false;   ///< true if the entry must be locked
  std::size_t entry = 0; ///< index in the table, which determines the lock and the memory bank
  std::size_t request_bytes = 0;
  std::optional<std::size_t> answer_bytes; ///< of a read; a write has no answer
  BoundHandler handler;                    ///< runs at the home
};

} // namespace eldest
