#include "sim/experiments/trace/number_column.hpp"

#include <cstddef>

namespace eldest {

void NumberColumn::add(std::uint64_t number) {
  constexpr std::uint64_t low_bits = 0x7f;
  while (number > low_bits) {
    bytes_ += static_cast<char>(number | (low_bits + 1));
    number >>= 7;
  }
  bytes_ += static_cast<char>(number);
}

void NumberColumn::add_signed(std::int64_t number) {
  const auto twice = static_cast<std::uint64_t>(number) << 1;
  add(number < 0 ? ~twice : twice);
}

std::string NumberColumn::text() const { return base64(bytes_); }

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t begin = 0; begin < bytes.size(); begin += 3) {
    const auto group = bytes.substr(begin, 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= group.size() ? digits[bits >> (18 - 6 * i) & 0x3f] : '=';
  }
  return text;
}

} // namespace eldest
