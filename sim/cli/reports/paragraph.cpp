#include "sim/cli/reports/paragraph.hpp"

#include <algorithm>

namespace eldest {
namespace {

/// Returns the width of a text in columns, which is its number of code points in UTF-8.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

} // namespace

std::string paragraph(std::string_view text, std::size_t indent, std::size_t begin) {
  std::string lines;
  auto column = begin;
  bool at_start = true;
  while (true) {
    const auto first = text.find_first_not_of(" \n");
    if (first == std::string_view::npos)
      return lines;
    text.remove_prefix(first);
    const auto word = text.substr(0, text.find_first_of(" \n"));
    const auto width = columns_of(word);
    if (!at_start && column + 1 + width > text_columns) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
      at_start = true;
    }
    if (!at_start) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += width;
    at_start = false;
    text.remove_prefix(word.size());
  }
}

} // namespace eldest
