#include "algorithms/search/message.hpp"

namespace eldest {
namespace {

using Read = Payload (*)(std::span<const std::byte>, const wire::Receiver&);

/// The functions that read the messages of the program's protocols, by the protocols' places. The
/// program's order of initialisation decides the places.
std::vector<Read>& protocols() {
  static std::vector<Read> all;
  return all;
}

} // namespace

std::size_t Payload::add(Read read) {
  protocols().push_back(read);
  return protocols().size() - 1;
}

Payload Payload::read(std::size_t protocol, std::span<const std::byte> bytes,
                      const wire::Receiver& context) {
  const auto& all = protocols();
  if (protocol >= all.size())
    throw wire::Error("there is no such protocol");
  return all[protocol](bytes, context);
}

} // namespace eldest
