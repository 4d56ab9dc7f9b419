#include "sim/machines/cluster/served_handlers.hpp"

#include <vector>

namespace eldest {
namespace {

/// The handlers of the program, by number.
std::vector<ServeHandler>& handlers() {
  static std::vector<ServeHandler> all;
  return all;
}

} // namespace

std::uint16_t add_served_handler(ServeHandler serve) {
  handlers().push_back(serve);
  return static_cast<std::uint16_t>(handlers().size() - 1);
}

ServeHandler served_handler(std::uint16_t number) {
  const auto& all = handlers();
  if (number >= all.size())
    throw wire::Error("a request for a table is for no handler");
  return all[number];
}

} // namespace eldest
