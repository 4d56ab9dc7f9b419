#include "trees/synthetic/tree.hpp"

#include <cmath>

namespace eldest::synthetic {

namespace {

const Parameters& checked(const Parameters& parameters) {
  check(parameters);
  return parameters;
}

/// Returns noise * sqrt(1 - persistence²) in units of 2^-16 / error_scale. With this deviation of a
/// node's own error, all errors have the deviation `noise`. Only the square root is inexact, and
/// IEEE 754 fixes how it is rounded.
std::int64_t fresh_deviation(const Parameters& parameters) {
  const auto persistence = static_cast<std::int64_t>(parameters.persistence * 0x1p16);
  const auto square = (std::int64_t{1} << 32U) - persistence * persistence;
  return parameters.noise * std::int64_t{error_scale} *
         static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
}

double ratio_of_mean(double mean) { return mean == 0 ? 0 : 1 - 1 / mean; }

} // namespace

Tree::Tree(const Parameters& parameters)
    : parameters_(checked(parameters)),
      transposition_(parameters.transpositions),
      leaf_(parameters.leaf),
      extend_(parameters.extend),
      first_is_best_(parameters.order),
      inherited_(parameters.model == Model::incremental ? parameters.correlation : 0),
      lasting_(parameters.persistence),
      commuting_(parameters.commuting),
      fresh_deviation_(fresh_deviation(parameters)),
      whole_deviation_((std::int64_t{parameters.noise} * error_scale) << 16U),
      mean_cost_(static_cast<std::int64_t>(parameters.cost * 0x1p20)),
      cost_deviation_(static_cast<std::int64_t>(parameters.cost * parameters.cost_spread * 0x1p20)),
      reduction_(static_cast<std::uint64_t>(parameters.reduction * 0x1p16)),
      best_place_(parameters.falloff),
      more_moves_(ratio_of_mean(parameters.branching.geometric_mean)) {
  for (std::size_t i = 0; i < sums_.size(); ++i)
    sums_[i] = Share(1 / std::sqrt(static_cast<double>(i + 1)));
  root_.key = draw(parameters.seed, Purpose::root);
  root_.value = centred(low_half(draw(root_.key, Purpose::value)));
  if (parameters.noise != 0)
    root_.error = fresh_error(root_.key);
}

} // namespace eldest::synthetic
