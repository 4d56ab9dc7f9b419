#include "sim/sweeps/duration_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace eldest {
namespace {

/// By how much a ply more makes a search longer, roughly: between chess with a good order of moves
/// and checkers.
constexpr double growth_by_ply = 4;

} // namespace

Likeness::Likeness(const Json& settings)
    : tree(settings.at("tree").get<std::string>()),
      depth(settings.at("depth").get<int>()),
      guessed_effort(std::pow(growth_by_ply, depth) * settings.at("processors").get<double>()) {
  const auto text = [&](const char* field) { return serialize(settings.at(field)) + ' '; };
  groups[3] = text("tree") + text("depth");
  groups[2] = groups[3] + text("model") + serialize(settings.at("platform").at("name")) +
              text("algorithm") + text("processors");
  groups[1] = groups[2] + text("options");
  groups[0] = groups[1] + text("position");
}

void DurationEstimate::learn(const Likeness& point, double seconds) {
  const auto add = [&](Mean& mean) {
    mean.sum += seconds;
    ++mean.count;
  };
  for (std::size_t level = 0; level < Likeness::levels; ++level)
    add(known_[level][point.groups[level]]);
  add(by_depth_[point.tree][point.depth]);
}

std::optional<double> DurationEstimate::seconds(const Likeness& point) const {
  const auto value = [](const Mean& mean) { return mean.sum / static_cast<double>(mean.count); };
  for (std::size_t level = 0; level < Likeness::levels; ++level) {
    const auto found = known_[level].find(point.groups[level]);
    if (found != known_[level].end())
      return value(found->second);
  }
  const auto depths = by_depth_.find(point.tree);
  if (depths == by_depth_.end())
    return std::nullopt;
  const auto distance = [&](const auto& known) { return std::abs(known.first - point.depth); };
  const auto nearest = *std::ranges::min_element(depths->second, {}, distance);
  return value(nearest.second) * std::pow(growth_by_ply, point.depth - nearest.first);
}

} // namespace eldest
