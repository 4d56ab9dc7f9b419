#include "sim/experiments/names.hpp"

#include "trees/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eldest {

const std::vector<AlgorithmName>& algorithms() {
  static const std::vector<AlgorithmName> algorithms{
      {Algorithm::alphabeta, "alphabeta", "sequential fail-soft alpha-beta, recursive"},
      {Algorithm::negascout, "negascout", "sequential NegaScout (Reinefeld 1983), recursive"},
      {Algorithm::abdada, "abdada", "ABDADA (Weill 1996)"},
      {Algorithm::ybwc, "ybwc", "Young Brothers Wait Concept, by work stealing (Feldmann 1993)"},
      {Algorithm::simplified_abdada, "simplified-abdada", "Simplified ABDADA (Kerrigan 2017)"},
      {Algorithm::shared_table, "shared-table",
       "a shared transposition table and nothing else: the ancestor of Lazy SMP"},
      {Algorithm::pv_split, "pvsplit", "PV-Split (Marsland & Campbell 1982)"},
      {Algorithm::aphid, "aphid", "APHID (Brockington & Schaeffer)"},
  };
  return algorithms;
}

std::string algorithm_names() {
  std::string names;
  for (const auto& algorithm : algorithms())
    names += (names.empty() ? "" : ", ") + algorithm.name;
  return names;
}

std::string algorithm_name(Algorithm algorithm) {
  return std::find_if(algorithms().begin(), algorithms().end(),
                      [=](const AlgorithmName& name) { return name.algorithm == algorithm; })
      ->name;
}

Algorithm parse_algorithm(const std::string& name) {
  const auto found = std::find_if(algorithms().begin(), algorithms().end(),
                                  [&](const AlgorithmName& known) { return known.name == name; });
  if (found == algorithms().end())
    throw InputError(Subject::algorithm,
                     fmt::format("{}: no such algorithm; there are: {}", name, algorithm_names()));
  return found->algorithm;
}

} // namespace eldest
