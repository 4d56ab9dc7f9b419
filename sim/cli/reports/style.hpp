#pragma once

#include <string>
#include <string_view>

namespace eldest {

/// The looks of a text for a person: colours on a terminal, none elsewhere.
class Style {
public:
  /// Without colours.
  Style() = default;

  /// With colours if the file of a descriptor is a terminal that has them (TERM is set, and not to
  /// dumb) and the environment does not forbid them (NO_COLOR, https://no-color.org).
  [[nodiscard]] static Style of(int descriptor);

  [[nodiscard]] std::string heading(std::string_view text) const { return in("1", text); }
  [[nodiscard]] std::string best(std::string_view text) const { return in("1;32", text); }
  [[nodiscard]] std::string error(std::string_view text) const { return in("1;31", text); }

private:
  explicit Style(bool is_coloured) : is_coloured_(is_coloured) {}

  /// The text between ANSI's codes for graphic renditions.
  [[nodiscard]] std::string in(std::string_view code, std::string_view text) const;

  bool is_coloured_ = false;
};

} // namespace eldest
