#pragma once

#include <string>
#include <string_view>

namespace eldest {

/// The style of a text for a person: colours on a terminal, none elsewhere.
class Style {
public:
  /// Makes a style without colours.
  Style() = default;

  /// Returns a style with colours if `descriptor` is a terminal that has them (TERM is set, and not
  /// to dumb). NO_COLOR in the environment forbids them (https://no-color.org).
  [[nodiscard]] static Style of(int descriptor);

  [[nodiscard]] std::string heading(std::string_view text) const { return in("1", text); }
  [[nodiscard]] std::string best(std::string_view text) const { return in("1;32", text); }
  [[nodiscard]] std::string error(std::string_view text) const { return in("1;31", text); }

private:
  explicit Style(bool is_coloured) : is_coloured_(is_coloured) {}

  /// Returns the text between ANSI's codes for graphic renditions.
  [[nodiscard]] std::string in(std::string_view code, std::string_view text) const;

  bool is_coloured_ = false;
};

} // namespace eldest
