#include "algorithms/search/bound_handler.hpp"

#include "algorithms/search/numbered_readers.hpp"

namespace eldest {

std::uint16_t BoundHandler::add(ReadRequest read) {
  return static_cast<std::uint16_t>(NumberedReaders<ReadRequest>::add(read));
}

void BoundHandler::read_request(std::uint16_t number, Key key, int rank, wire::Reader& request,
                                const Use& use) {
  NumberedReaders<ReadRequest>::at(number, "a request for a table is for no handler")(key, rank,
                                                                                      request, use);
}

} // namespace eldest
