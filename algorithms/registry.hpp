#pragma once

#include "algorithms/search/algorithm.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The algorithms of this project, with default settings.
[[nodiscard]] const std::vector<Algorithm>& algorithms();

/// The names of these algorithms, separated by commas.
[[nodiscard]] std::string algorithm_names();

/// The algorithm of a name, with default settings. Throws InputError if there is none.
[[nodiscard]] Algorithm find_algorithm(std::string_view name);

} // namespace eldest
