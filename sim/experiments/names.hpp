#pragma once

#include "sim/experiments/problem.hpp"

#include <string>
#include <vector>

namespace eldest {

/// An algorithm that the program can run, for `eldest list algorithms`.
struct AlgorithmName {
  Algorithm algorithm;
  std::string name;
  std::string description;
};
[[nodiscard]] const std::vector<AlgorithmName>& algorithms();

/// The names of all algorithms, with commas between.
[[nodiscard]] std::string algorithm_names();

[[nodiscard]] std::string algorithm_name(Algorithm algorithm);

/// Throws InputError for a name that none has.
[[nodiscard]] Algorithm parse_algorithm(const std::string& name);

} // namespace eldest
