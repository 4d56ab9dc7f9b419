#include "sim/experiments/fitting/nelder_mead.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace eldest {
namespace {

using Point = std::vector<double>;

/// The point `factor` times as far from the centre as the corner is.
Point along(const Point& centre, const Point& corner, double factor) {
  Point point(centre.size());
  for (std::size_t i = 0; i < point.size(); ++i)
    point[i] = centre[i] + factor * (corner[i] - centre[i]);
  return point;
}

class Simplex {
public:
  Simplex(const std::function<double(const Point&)>& function, const Point& start, double step)
      : function_(function) {
    corners_.push_back(at(start));
    for (std::size_t i = 0; i < start.size(); ++i) {
      Point point = start;
      point[i] += step;
      corners_.push_back(at(std::move(point)));
    }
    sort();
  }

  [[nodiscard]] int evaluations() const { return evaluations_; }
  [[nodiscard]] const Minimum& best() const { return corners_.front(); }
  [[nodiscard]] double difference() const { return corners_.back().value - best().value; }

  /// Replaces the worst corner by a better one, or draws all towards the best.
  void improve() {
    auto& worst = corners_.back();
    const double second_worst = corners_[corners_.size() - 2].value;
    const Point centre = centre_of_others();
    auto reflected = at(along(centre, worst.point, -1));
    if (reflected.value < best().value) {
      auto expanded = at(along(centre, worst.point, -2));
      worst = std::move(expanded.value < reflected.value ? expanded : reflected);
    } else if (reflected.value < second_worst) {
      worst = std::move(reflected);
    } else {
      if (reflected.value < worst.value)
        worst = std::move(reflected);
      auto contracted = at(along(centre, worst.point, 0.5));
      if (contracted.value < worst.value)
        worst = std::move(contracted);
      else
        shrink();
    }
    sort();
  }

private:
  [[nodiscard]] Minimum at(Point point) {
    ++evaluations_;
    const double value = function_(point);
    return {std::move(point), value};
  }

  [[nodiscard]] Point centre_of_others() const {
    Point centre(best().point.size());
    for (std::size_t corner = 0; corner + 1 < corners_.size(); ++corner) {
      for (std::size_t i = 0; i < centre.size(); ++i)
        centre[i] += corners_[corner].point[i] / static_cast<double>(centre.size());
    }
    return centre;
  }

  void shrink() {
    for (std::size_t corner = 1; corner < corners_.size(); ++corner)
      corners_[corner] = at(along(best().point, corners_[corner].point, 0.5));
  }

  void sort() { std::ranges::stable_sort(corners_, {}, &Minimum::value); }

  const std::function<double(const Point&)>& function_;
  std::vector<Minimum> corners_; ///< the best first
  int evaluations_ = 0;
};

} // namespace

Minimum nelder_mead(const std::function<double(const Point&)>& function, const Point& start,
                    double step, int evaluations, double tolerance) {
  Simplex simplex(function, start, step);
  while (simplex.evaluations() < evaluations && simplex.difference() > tolerance)
    simplex.improve();
  return simplex.best();
}

} // namespace eldest
