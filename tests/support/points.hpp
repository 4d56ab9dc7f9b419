#pragma once

#include "sim/sweeps/point.hpp"

#include <fmt/format.h>

#include <vector>

namespace eldest::test {

/// Returns the settings of a simulation, with the fields of its object in a report.
[[nodiscard]] inline Json make_settings(int seed) {
  return {
      {"command", "simulate"},
      {"version", "1"},
      {"platform", {{"file", "m.xml"}, {"name", "M"}, {"hosts", 8}, {"cores", 8}, {"digest", "d"}}},
      {"processors", 8},
      {"algorithm", "ybwc"},
      {"search", "negascout"},
      {"tree", "chess"},
      {"position", "startpos"},
      {"id", ""},
      {"depth", 3},
      {"model", "loggp"},
      {"seed", seed},
      {"options",
       {{"jitter", 1e-9},
        {"null_move_growth", 0},
        {"lmr_size", "one-ply"},
        {"futility", 0},
        {"countermoves", false},
        {"move_order", "all"},
        {"order_noise", 0}}}};
}

/// Returns `count` points that differ in the seed.
[[nodiscard]] inline std::vector<Point> make_points(int count) {
  std::vector<Point> points;
  for (int seed = 1; seed <= count; ++seed) {
    const auto settings = make_settings(seed);
    points.push_back(
        {point_key(settings), settings, fmt::format("eldest simulate --seed {}", seed), {}});
  }
  return points;
}

} // namespace eldest::test
