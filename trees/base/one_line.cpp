#include "trees/base/one_line.hpp"

#include "trees/base/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace eldest {
namespace {

/// Characters from `first` to `last`.
struct Range {
  char32_t first;
  char32_t last;
};

constexpr std::array hidden{Range{0, 0x1f},        Range{0x7f, 0x9f},      Range{0xad, 0xad},
                            Range{0x61c, 0x61c},   Range{0x180e, 0x180e},  Range{0x200b, 0x200f},
                            Range{0x2028, 0x202e}, Range{0x2060, 0x206f},  Range{0xfeff, 0xfeff},
                            Range{0xfff9, 0xfffb}, Range{0xe0000, 0xe007f}};

/// Returns the number of bytes of a character of UTF-8 that begins with `first`, or 0 if none does.
std::size_t length_of(unsigned char first) {
  if (first < 0x80)
    return 1;
  if (first < 0xc2 || first > 0xf4)
    return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/// Returns the escape sequence of a character.
std::string escape_of(char32_t character) {
  if (character == '\n' || character == '\t' || character == '\r')
    return std::string("\\") + (character == '\n' ? 'n' : character == '\t' ? 't' : 'r');
  const auto code = static_cast<unsigned>(character);
  return code < 0x80      ? fmt::format("\\x{:02x}", code)
         : code < 0x10000 ? fmt::format("\\u{:04x}", code)
                          : fmt::format("\\U{:08x}", code);
}

/// Returns the greatest place up to `place` at which no character of UTF-8 is cut in two.
std::size_t boundary_before(std::string_view text, std::size_t place) {
  for (std::size_t back = 0; back < 4 && back <= place; ++back) {
    if ((static_cast<unsigned char>(text[place - back]) & 0xc0U) != 0x80)
      return place - back;
  }
  return place;
}

} // namespace

std::optional<char32_t> take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto length = length_of(byte(0));
  char32_t character = length == 1 ? byte(0) : byte(0) & (0x7fU >> length);
  bool is_whole = length > 0 && length <= text.size();
  for (std::size_t i = 1; is_whole && i < length; ++i) {
    is_whole = (byte(i) & 0xc0U) == 0x80;
    character = character << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  constexpr Range surrogates{0xd800, 0xdfff};
  is_whole = is_whole && character >= least.at(length) && character <= 0x10ffff &&
             (character < surrogates.first || character > surrogates.last);
  text.remove_prefix(is_whole ? length : 1);
  return is_whole ? std::optional(character) : std::nullopt;
}

bool is_hidden(char32_t character) {
  return std::ranges::any_of(hidden, [character](const Range& range) {
    return range.first <= character && character <= range.last;
  });
}

std::string on_one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const auto before = text;
    const auto character = take_character(text);
    if (!character)
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(before.front()));
    else if (is_hidden(*character))
      line += escape_of(*character);
    else
      line += before.substr(0, before.size() - text.size());
  }
  return line;
}

std::string excerpt(std::string_view text, std::size_t most) {
  if (text.size() <= most)
    return on_one_line(text);
  const auto head = boundary_before(text, most - most / 4);
  const auto tail = boundary_before(text, text.size() - most / 4);
  return fmt::format("{}...{}", on_one_line(text.substr(0, head)), on_one_line(text.substr(tail)));
}

std::string message_line(std::string_view message) { return excerpt(message, max_message_bytes); }

} // namespace eldest
