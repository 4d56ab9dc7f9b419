#pragma once

#include "algorithms/search/algorithm.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The algorithms of this project, with default settings.
[[nodiscard]] const std::vector<Algorithm>& algorithms();

/// The names of this project's algorithms, separated by commas.
[[nodiscard]] std::string algorithm_names();

/// Returns true if an algorithm of this project is called `name`.
[[nodiscard]] bool is_algorithm(std::string_view name);

/// The algorithm called `name`, with default settings. Throws InputError for an unknown name.
[[nodiscard]] Algorithm find_algorithm(std::string_view name);

} // namespace eldest
