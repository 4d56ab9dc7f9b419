#include "sim/sweeps/duration_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace eldest {
namespace {

/// Rough factor by which one more ply makes a search longer. It is between the factors of chess
/// with a good order of moves and of checkers.
constexpr double growth_by_ply = 4;

} // namespace

std::size_t DurationEstimate::number_of(const std::string& name) {
  const auto [place, is_new] = numbers_.try_emplace(name, numbers_.size());
  if (is_new) {
    known_.emplace_back();
    by_depth_.emplace_back();
  }
  return place->second;
}

Likeness DurationEstimate::likeness(const Json& settings) {
  Likeness point{};
  const auto text = [&](const char* field) { return serialize(settings.at(field)) + ' '; };
  auto group = text("tree");
  point.tree = number_of(group);
  group += text("depth");
  point.groups[3] = number_of(group);
  group += text("model") + serialize(settings.at("platform").at("name")) + text("algorithm") +
           text("processors");
  point.groups[2] = number_of(group);
  group += text("options");
  point.groups[1] = number_of(group);
  group += text("position");
  point.groups[0] = number_of(group);
  point.depth = settings.at("depth").get<int>();
  point.guessed_effort =
      std::pow(growth_by_ply, point.depth) * settings.at("processors").get<double>();
  return point;
}

void DurationEstimate::learn(const Likeness& point, double seconds) {
  const auto add = [&](Mean& mean) {
    mean.sum += seconds;
    ++mean.count;
  };
  for (const auto group : point.groups)
    add(known_[group]);
  add(by_depth_[point.tree][point.depth]);
}

std::optional<double> DurationEstimate::seconds(const Likeness& point) const {
  const auto value = [](const Mean& mean) { return mean.sum / static_cast<double>(mean.count); };
  for (const auto group : point.groups) {
    if (known_[group].count > 0)
      return value(known_[group]);
  }
  const auto& depths = by_depth_[point.tree];
  if (depths.empty())
    return std::nullopt;
  const auto distance = [&](const auto& known) { return std::abs(known.first - point.depth); };
  const auto nearest = *std::ranges::min_element(depths, {}, distance);
  return value(nearest.second) * std::pow(growth_by_ply, point.depth - nearest.first);
}

} // namespace eldest
