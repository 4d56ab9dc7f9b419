#include "trees/base/wire.hpp"

#include <fmt/format.h>

namespace eldest::wire {

void Writer::put(std::uint64_t word, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i)
    bytes_.push_back(static_cast<std::byte>(word >> 8 * i));
}

std::uint64_t Reader::take(std::size_t bytes) {
  if (left() < bytes)
    reject("it ends too early");
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    word |= std::to_integer<std::uint64_t>(bytes_[read_ + i]) << 8 * i;
  read_ += bytes;
  return word;
}

void Reader::finish() const {
  if (left() > 0)
    reject("it should end there");
}

void Reader::reject(const char* what) const {
  throw Error(fmt::format("a message of {} bytes from processor {}, after {} bytes: {}",
                          bytes_.size(), context_.from, read_, what));
}

} // namespace eldest::wire
