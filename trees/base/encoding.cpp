#include "trees/base/encoding.hpp"

#include <boost/locale/encoding_utf.hpp>

#include <cstddef>
#include <optional>

namespace eldest {
namespace {

using boost::locale::conv::utf_to_utf;

constexpr std::string_view utf8_mark = "\xef\xbb\xbf";
constexpr std::string_view no_break_space = "\xc2\xa0";

/// Returns the place of the high byte in each pair of bytes, 0 or 1, if `content` seems to be
/// UTF-16. It then begins with a byte order mark or with a character of ASCII.
std::optional<std::size_t> high_byte_of_utf16(std::string_view content) {
  if (content.size() < 2 || content.size() % 2 != 0)
    return std::nullopt;
  if (content.starts_with("\xfe\xff") || (content[0] == '\0' && content[1] != '\0'))
    return 0;
  if (content.starts_with("\xff\xfe") || (content[0] != '\0' && content[1] == '\0'))
    return 1;
  return std::nullopt;
}

std::string from_utf16(std::string_view content, std::size_t high_byte) {
  std::u16string units;
  units.reserve(content.size() / 2);
  for (std::size_t i = 0; i < content.size(); i += 2) {
    const auto high = static_cast<unsigned char>(content[i + high_byte]);
    const auto low = static_cast<unsigned char>(content[i + 1 - high_byte]);
    units += static_cast<char16_t>(high * 256U + low);
  }
  constexpr char16_t mark = 0xfeff;
  return utf_to_utf<char>(units.substr(units.front() == mark ? 1 : 0));
}

bool is_utf8(std::string_view content) {
  namespace utf = boost::locale::utf;
  for (const auto* at = content.begin(); at != content.end();) {
    const auto point = utf::utf_traits<char>::decode(at, content.end());
    if (point == utf::illegal || point == utf::incomplete)
      return false;
  }
  return true;
}

std::string from_latin1(std::string_view content) {
  std::u32string points;
  points.reserve(content.size());
  for (const char c : content)
    points += static_cast<unsigned char>(c);
  return utf_to_utf<char>(points);
}

std::string in_utf8(std::string_view content) {
  if (const auto high_byte = high_byte_of_utf16(content))
    return from_utf16(content, *high_byte);
  if (content.starts_with(utf8_mark))
    content.remove_prefix(utf8_mark.size());
  return is_utf8(content) ? std::string(content) : from_latin1(content);
}

} // namespace

std::string as_text(std::string_view content) {
  const auto text = in_utf8(content);
  std::string lines;
  lines.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool no_break = text.compare(i, no_break_space.size(), no_break_space) == 0;
    if (no_break || text[i] == '\0') {
      lines += ' ';
      i += no_break ? 1 : 0;
    } else if (text[i] != '\r') {
      lines += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      lines += '\n';
    }
  }
  return lines;
}

} // namespace eldest
