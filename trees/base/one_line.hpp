#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace eldest {

/// Returns `text` with C++ escape sequences instead of control characters, so that it is one line
/// and does nothing to a terminal. Control characters are those of ASCII and, in UTF-8, those of
/// Unicode's Latin-1.
[[nodiscard]] inline std::string on_one_line(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if (c == 0xc2 && next >= 0x80 && next <= 0x9f) { // two bytes of UTF-8: U+0080 to U+009F
      c = static_cast<unsigned char>(next);
      ++i;
    } else if (c >= ' ' && c != 0x7f) {
      line += text[i];
      continue;
    }
    line += '\\';
    if (c == '\n' || c == '\t' || c == '\r')
      line += c == '\n' ? 'n' : c == '\t' ? 't' : 'r';
    else
      line.append({'x', digits[c / 16U], digits[c % 16U]});
  }
  return line;
}

} // namespace eldest
