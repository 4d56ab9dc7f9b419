#pragma once

#include "algorithms/search/node_type.hpp"
#include "algorithms/search/settings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace eldest::ybn {

/// One processor's measurements of how often the search of young brothers that do not wait for the
/// eldest son is wasted. That is the rate of cut-offs by the eldest son, by the type and depth of
/// the father. In a PV node with an open window, it is the rate of guesses that were too high. A
/// rate that has been measured seldom is drawn towards that of all depths of the type. The rate of
/// all depths is in turn drawn towards one that is assumed before the search.
class EldestRates {
public:
  /// Adds a node of this type and depth, whose eldest son has been valued. `wasted` is true if the
  /// value makes the search of the young brothers useless.
  void add(NodeType type, int depth, bool wasted) {
    auto& of_type = types_[index(type)];
    of_type.whole.add(wasted);
    of_type.depths[index(depth)].add(wasted);
  }

  /// Returns the rate in nodes of this type and depth, in (0, 1).
  [[nodiscard]] double of(NodeType type, int depth) const {
    const auto& of_type = types_[index(type)];
    return of_type.depths[index(depth)].drawn_to(of_type.whole.drawn_to(assumed(type)));
  }

private:
  /// Number of measurements for which the rate of the wider group counts.
  static constexpr double weight = 4;

  struct Counts {
    double wasted = 0;
    double all = 0;

    void add(bool one_wasted) {
      wasted += one_wasted ? 1 : 0;
      ++all;
    }
    [[nodiscard]] double drawn_to(double rate) const {
      return (wasted + weight * rate) / (all + weight);
    }
  };

  struct OfType {
    Counts whole;
    std::array<Counts, max_depth + 1> depths;
  };

  /// Rates of a well-ordered tree, in which CUT nodes are cut off by the first move and others are
  /// not. Nothing is known of a node outside of the critical tree.
  static constexpr double assumed(NodeType type) {
    switch (type) {
    case NodeType::cut:
      return 0.9;
    case NodeType::pv:
    case NodeType::all:
      return 0.1;
    case NodeType::outside:
      break;
    }
    return 0.5;
  }

  static constexpr std::size_t index(NodeType type) { return static_cast<std::size_t>(type); }
  static std::size_t index(int depth) {
    return static_cast<std::size_t>(std::clamp(depth, 0, max_depth));
  }

  std::array<OfType, 4> types_;
};

} // namespace eldest::ybn
