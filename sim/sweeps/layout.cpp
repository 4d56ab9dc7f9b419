#include "sim/sweeps/layout.hpp"

#include "sim/sweeps/axes.hpp"
#include "sim/sweeps/labels.hpp"
#include "sim/sweeps/point.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace eldest {
namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Throws InputError if an axis is in the layout twice.
void check_once(const Layout& layout) {
  std::set<std::string> names{layout.x};
  for (const auto* const list : {&layout.panels, &layout.series}) {
    for (const auto& name : *list) {
      if (!names.insert(name).second)
        throw InputError(fmt::format(
            "{}: is named twice; an axis is either x, or of the panels, or of the series", name));
    }
  }
}

} // namespace

Roles::Roles(const Layout& layout, const std::vector<Json>& points)
    : layout_{find_axis(layout.x, points), {}, {}}, varying_(varying_axes(points)) {
  for (const auto& name : layout.panels)
    layout_.panels.push_back(find_axis(name, points));
  for (const auto& name : layout.series)
    layout_.series.push_back(find_axis(name, points));
  check_once(layout_);
}

bool Roles::is_named(const std::string& axis) const {
  return axis == layout_.x || has(layout_.panels, axis) || has(layout_.series, axis);
}

Role Roles::of(const std::string& axis, const std::string& algorithm) const {
  constexpr std::array<std::string_view, 5> usual_panels{"tree", "depth", "platform", "model",
                                                         "processors"};
  if (axis == layout_.x)
    return Role::x;
  if (has(layout_.panels, axis))
    return Role::panel;
  if (has(layout_.series, axis))
    return Role::series;
  if (is_of_samples(axis))
    return Role::sample;
  if (follows_from(axis, layout_.x, algorithm))
    return Role::x;
  if (axis.starts_with(prefix_of_options(algorithm)))
    return of("algorithm", algorithm);
  const bool is_usual = std::ranges::find(usual_panels, axis) != usual_panels.end();
  if (is_usual && !has(varying_, axis))
    return Role::panel;
  if (!layout_.panels.empty())
    return Role::series;
  return is_usual || !layout_.series.empty() ? Role::panel : Role::series;
}

Json Roles::axes_with(Role role, const Json& point) const {
  Json axes = Json::object();
  const auto algorithm = text_of(point.at("algorithm"));
  for (const auto& [name, value] : point.items()) {
    if (of(name, algorithm) == role)
      axes.emplace(name, Json(value));
  }
  return axes;
}

std::string Roles::sample(const Json& point) const {
  std::string name;
  for (const auto* const axis : {"position", "tree_seed"}) {
    if (point.contains(axis) && !is_named(axis))
      name += (name.empty() ? "" : ", seed ") + text_of(point.at(axis));
  }
  return name;
}

} // namespace eldest
