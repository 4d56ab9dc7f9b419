#pragma once

#include "algorithms/search/tables.hpp"
#include "sim/machines/threads/apply_handler.hpp"
#include "trees/base/wire.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace eldest {

/// The part of the tables on which a process runs handlers for other processes.
struct HomeTables {
  Tables& tables;
  int rank = 0;        ///< of the process's first processor
  bool locked = false; ///< true if several threads of the process use the tables
};

/// A function that reads a handler from `request` and runs it on the entry of `key`, which this
/// process keeps. It writes the handler's answer, unless it has none, to `answer`. It throws
/// wire::Error if the bytes are no request.
using ServeHandler = void (*)(const HomeTables& home, Key key, wire::Reader& request,
                              wire::Writer& answer);

/// Registers the function that serves a handler. Returns the handler's number, counted from 0.
/// Called before `main` only.
[[nodiscard]] std::uint16_t add_served_handler(ServeHandler serve);

/// Returns the function that serves the handler with `number`. Throws wire::Error if no handler has
/// this number.
[[nodiscard]] ServeHandler served_handler(std::uint16_t number);

template <TableHandler H>
void serve_handler(const HomeTables& home, Key key, wire::Reader& request, wire::Writer& answer) {
  H handler{};
  H::request_fields(handler, request);
  request.finish();
  if (!home.tables.has<H>())
    request.reject("there is no table for it");
  apply_handler(home.tables, key, home.rank, handler, home.locked);
  if constexpr (AskedHandler<H>)
    H::answer_fields(std::as_const(handler), answer);
}

/// The number of handler H among those that the program has been compiled with. It is the same in
/// every process of one program.
template <TableHandler H>
inline const std::uint16_t handler_number = add_served_handler(&serve_handler<H>);

} // namespace eldest
