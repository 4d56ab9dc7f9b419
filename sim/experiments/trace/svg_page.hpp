#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

namespace eldest {

/// A colour; red, green and blue from 0 to 255.
struct Colour {
  double red = 0;
  double green = 0;
  double blue = 0;
};
[[nodiscard]] std::string plain(const Colour& colour); ///< in the notation of SVG

/// A page of SVG with an axis of time, on which shapes are drawn. Coordinates are in pixels. A
/// column of time is one pixel wide.
class SvgPage {
public:
  static constexpr std::size_t columns = 900;
  static constexpr double left = 96; ///< of the axis of time
  static constexpr double right = left + static_cast<double>(columns);

  /// `end`: end of the time, in seconds.
  SvgPage(std::ostream& out, double end, double height);

  [[nodiscard]] double end() const { return end_; }
  [[nodiscard]] double x_of(double seconds) const {
    return left + seconds / end_ * static_cast<double>(columns);
  }

  /// Writes the first line of the page. A title that is too long ends in "…". Viewers then show all
  /// of it where the mouse pointer rests.
  void title(std::string_view words);
  void text(double x, double y, std::string_view words, std::string_view style = "");
  void rectangle(double x, double y, double width, double height, std::string_view colour);
  void line(double x1, double y1, double x2, double y2, std::string_view style);
  /// Draws the area below a curve. `height(column)` is the height of the curve above `base`.
  template <class Height> void area(double base, Height height, std::string_view colour) {
    std::string points = point(left, base);
    for (std::size_t column = 0; column < columns; ++column)
      points += ' ' + point(left + static_cast<double>(column), base - height(column));
    polygon(points + ' ' + point(right, base), colour);
  }
  /// Draws the axis of time, with its unit.
  void time_axis(double y);
  /// Writes words that read upwards at the left of the page, with their middle at `middle`. `line`:
  /// 0 or 1.
  void sideways(double middle, std::string_view words, int line = 0);
  void finish();

private:
  [[nodiscard]] static std::string point(double x, double y);
  void polygon(std::string_view points, std::string_view colour);

  std::ostream& out_;
  double end_;
};

} // namespace eldest
