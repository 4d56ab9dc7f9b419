#include "sim/cli/reports/style.hpp"

#include "sim/cli/reports/terminal_size.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace eldest {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): before any thread
  return value == nullptr ? "" : value;
}

/// Returns the width of a text in columns, which is its number of code points in UTF-8.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// Returns the part of a word that is put on one line. This is the whole word if it fits into
/// `columns`. Otherwise, it is the part up to the last comma that fits, or the whole word if there
/// is no such comma.
std::string_view beginning_of(std::string_view word, std::size_t columns) {
  if (columns_of(word) <= columns)
    return word;
  const auto comma = word.rfind(',', columns - 1);
  return comma == std::string_view::npos ? word : word.substr(0, comma + 1);
}

} // namespace

Style Style::of(int descriptor) {
  Style style;
  if (::isatty(descriptor) != 1)
    return style;
  if (const auto columns = terminal_size(descriptor).columns; columns != 0)
    style.columns_ = std::clamp(columns, min_columns, max_columns);
  const auto terminal = variable("TERM");
  style.is_coloured_ = variable("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb";
  return style;
}

std::string Style::in(std::string_view code, std::string_view text) const {
  return is_coloured_ ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

std::string Style::paragraph(std::string_view text, std::size_t indent, std::size_t begin) const {
  std::string lines;
  auto column = begin;
  bool at_start = true;
  while (true) {
    const auto first = text.find_first_not_of(" \n");
    if (first == std::string_view::npos)
      return lines;
    text.remove_prefix(first);
    const auto word = beginning_of(text.substr(0, text.find_first_of(" \n")), columns_ - indent);
    const auto width = columns_of(word);
    if (!at_start && column + 1 + width > columns_) {
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
