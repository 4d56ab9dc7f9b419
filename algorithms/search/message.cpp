#include "algorithms/search/message.hpp"

#include "algorithms/search/numbered_readers.hpp"

namespace eldest {

std::size_t Payload::add(Read read) { return NumberedReaders<Read>::add(read); }

Payload Payload::read(std::size_t protocol, std::span<const std::byte> bytes,
                      const wire::Receiver& context) {
  return NumberedReaders<Read>::at(protocol, "there is no such protocol")(bytes, context);
}

} // namespace eldest
