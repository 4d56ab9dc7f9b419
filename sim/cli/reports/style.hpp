#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace eldest {

/// The style of a text for a person: its width and, on a terminal, colours.
class Style {
public:
  /// The width where there is no terminal, and the greatest width, in columns.
  static constexpr std::size_t max_columns = 100;
  /// The least width, in columns; a narrower terminal breaks lines itself.
  static constexpr std::size_t min_columns = 60;

  /// Makes a style without colours. `columns`: the width of lines.
  explicit Style(std::size_t columns = max_columns) : columns_(columns) {}

  /// Returns the style for a file. If `descriptor` is a terminal, the text is as wide as the
  /// terminal, from `min_columns` to `max_columns`. It has colours if the environment variable TERM
  /// is set, and not to "dumb". NO_COLOR in the environment forbids colours (https://no-color.org).
  [[nodiscard]] static Style of(int descriptor);

  [[nodiscard]] std::size_t columns() const { return columns_; }

  [[nodiscard]] std::string heading(std::string_view text) const { return in("1", text); }
  [[nodiscard]] std::string best(std::string_view text) const { return in("1;32", text); }
  [[nodiscard]] std::string error(std::string_view text) const { return in("1;31", text); }

  /// Returns a text in lines of at most `columns()` columns, without a line break at the end. The
  /// first line begins at column `begin`, the others at column `indent`. A word that is too long
  /// for a line is broken after a comma, or stays whole.
  [[nodiscard]] std::string paragraph(std::string_view text, std::size_t indent,
                                      std::size_t begin = 0) const;

private:
  /// Returns the text or, with colours, the text between ANSI's codes for graphic renditions.
  [[nodiscard]] std::string in(std::string_view code, std::string_view text) const;

  std::size_t columns_;
  bool is_coloured_ = false;
};

} // namespace eldest
