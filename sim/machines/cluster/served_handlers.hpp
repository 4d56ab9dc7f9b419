#pragma once

#include "algorithms/search/tables.hpp"
#include "sim/machines/threads/apply_handler.hpp"
#include "trees/base/wire.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace eldest {

/// The part of the tables on which a process runs the handlers of others.
struct HomeTables {
  Tables& tables;
  int rank = 0;        ///< of a processor of the process
  bool locked = false; ///< whether its own processors use it meanwhile
};

/// Runs a handler that has come as bytes on the entry of a key, which is kept here, and writes its
/// answer, if it has one. Throws wire::Error if the bytes are no request.
using ServeHandler = void (*)(const HomeTables& home, Key key, wire::Reader& request,
                              wire::Writer& answer);

/// Gives a handler its number, before the program begins.
[[nodiscard]] std::uint16_t add_served_handler(ServeHandler serve);

/// The function that serves the handler of a number. Throws wire::Error if there is none.
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

/// The number of a handler among those that the program has been compiled for, which is the same in
/// every process of one program.
template <TableHandler H>
inline const std::uint16_t handler_number = add_served_handler(&serve_handler<H>);

} // namespace eldest
