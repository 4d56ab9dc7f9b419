#pragma once

#include "trees/base/random.hpp"
#include "trees/synthetic/position.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

// The parts that the tests of synthetic trees share.

namespace eldest::synthetic {

[[nodiscard]] inline Tree tree_of(std::string_view parameters) {
  return Tree{parse_parameters(parameters)};
}

[[nodiscard]] inline eldest::MoveList<Move> moves_of(const Position& position) {
  eldest::MoveList<Move> moves;
  position.generate_moves(moves);
  return moves;
}

[[nodiscard]] inline Score plain_minimax(const Position& position, int depth) {
  if (depth <= 0)
    return position.evaluate();
  const auto moves = moves_of(position);
  if (moves.empty())
    return position.terminal_value(depth);
  Score best = -infinity;
  for (const auto move : moves) {
    const Position son = position.after(move);
    best = std::max(best, -plain_minimax(son, depth - 1 + son.extension()));
  }
  return best;
}

/// Returns `count` different nodes on random paths from the root. Each path goes to the end of the
/// game. The tree must have at least `count` nodes.
[[nodiscard]] inline std::vector<Position> random_nodes(const Tree& tree, std::size_t count) {
  SplitMix64 random{2026};
  std::vector<Position> nodes;
  std::set<Key> met;
  Position position{tree};
  while (nodes.size() < count) {
    const auto moves = moves_of(position);
    position = moves.empty() ? Position{tree} : position.after(moves[random() % moves.size()]);
    if (met.insert(position.key()).second)
      nodes.push_back(position);
  }
  return nodes;
}

/// Mean and standard deviation of a sample.
struct Moments {
  double mean = 0;
  double deviation = 0;
};

[[nodiscard]] inline Moments moments(const std::vector<double>& sample) {
  double sum = 0;
  double squares = 0;
  for (const double x : sample) {
    sum += x;
    squares += x * x;
  }
  const auto count = static_cast<double>(sample.size());
  const double mean = sum / count;
  return {mean, std::sqrt(squares / count - mean * mean)};
}

template <class Measure>
[[nodiscard]] Moments moments(const std::vector<Position>& nodes, Measure measure) {
  std::vector<double> sample;
  sample.reserve(nodes.size());
  for (const auto& node : nodes)
    sample.push_back(static_cast<double>(measure(node)));
  return moments(sample);
}

} // namespace eldest::synthetic
