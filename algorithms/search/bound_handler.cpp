#include "algorithms/search/bound_handler.hpp"

#include <vector>

namespace eldest {
namespace {

using ReadHandler = BoundHandler (*)(Key key, int rank, wire::Reader& request,
                                     std::shared_ptr<void>& owner);

/// The functions that read the handlers of the program, by the handlers' numbers. The program's
/// order of initialisation decides the numbers.
std::vector<ReadHandler>& handlers() {
  static std::vector<ReadHandler> all;
  return all;
}

} // namespace

std::uint16_t BoundHandler::add(Read read) {
  handlers().push_back(read);
  return static_cast<std::uint16_t>(handlers().size() - 1);
}

BoundHandler BoundHandler::read(std::uint16_t number, Key key, int rank, wire::Reader& request,
                                std::shared_ptr<void>& owner) {
  const auto& all = handlers();
  if (number >= all.size())
    throw wire::Error("a request for a table is for no handler");
  return all[number](key, rank, request, owner);
}

} // namespace eldest
