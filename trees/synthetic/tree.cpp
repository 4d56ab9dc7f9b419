#include "trees/synthetic/tree.hpp"

#include <cmath>

namespace eldest::synthetic {

namespace {

const Parameters& checked(const Parameters& parameters) {
  check(parameters);
  return parameters;
}

/// Returns the number of moves that all nodes have, or 0 if it differs from node to node.
int constant_branching(const Parameters& parameters) {
  const auto& [fewest, most, geometric_mean] = parameters.branching;
  return fewest == most && geometric_mean == 0 && parameters.forced == 0 ? fewest : 0;
}

double ratio_of_mean(double mean) { return mean == 0 ? 0 : 1 - 1 / mean; }

} // namespace

// With the deviation deviation * sqrt(1 - persistence²) of a node's own part, the whole has
// `deviation`. Only the square root is inexact, and IEEE 754 fixes how it is rounded.
Deviations::Deviations(Purpose purpose, int deviation, double persistence)
    : purpose_(purpose),
      lasting_(persistence),
      whole_((std::int64_t{deviation} * error_scale) << 16U) {
  const auto share = static_cast<std::int64_t>(persistence * 0x1p16);
  const auto square = (std::int64_t{1} << 32U) - share * share;
  fresh_ = deviation * std::int64_t{error_scale} *
           static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
}

Tree::Tree(const Parameters& parameters)
    : parameters_(checked(parameters)),
      transposition_(parameters.transpositions),
      constant_branching_(constant_branching(parameters)),
      forced_(parameters.forced),
      leaf_(parameters.leaf),
      extend_(parameters.extend),
      first_is_best_(parameters.order),
      inherited_(parameters.model == Model::incremental ? parameters.correlation : 0),
      commuting_(parameters.commuting),
      errors_(Purpose::error, parameters.noise, parameters.persistence),
      swings_(Purpose::swing, parameters.swing_noise, parameters.persistence),
      mean_cost_(static_cast<std::int64_t>(parameters.cost * 0x1p20)),
      cost_deviation_(static_cast<std::int64_t>(parameters.cost * parameters.cost_spread * 0x1p20)),
      reduction_(static_cast<std::uint64_t>(parameters.reduction * 0x1p16)),
      best_place_(parameters.falloff),
      more_moves_(ratio_of_mean(parameters.branching.geometric_mean)) {
  for (std::size_t i = 0; i < sums_.size(); ++i)
    sums_[i] = Share(1 / std::sqrt(static_cast<double>(i + 1)));
  root_.key = draw(parameters.seed, Purpose::root);
  root_.value = centred(low_half(draw(root_.key, Purpose::value)));
  root_.error = errors_.of_root(root_.key);
  root_.swing = swings_.of_root(root_.key);
}

} // namespace eldest::synthetic
