#pragma once

#include "algorithms/search/message.hpp"

#include <cstddef>

namespace eldest::test {

/// A message with a number, for tests of machines.
struct Number {
  int value = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire), wire::part<0, 0xffffff>(self.value));
  }
};
using NumberMessage = Protocol<15, Number>;

/// Returns a message that holds `value` and counts as `bytes` long on the network, whatever its
/// content.
[[nodiscard]] inline Message number_of_size(int from, std::size_t bytes, int value) {
  auto message = NumberMessage::message(from, Number{value});
  message.bytes = bytes;
  return message;
}

[[nodiscard]] inline int number_in(const Message& message) {
  return NumberMessage::get<Number>(message).value;
}

} // namespace eldest::test
