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

/// Returns true if an algorithm of this project is called `name`, now or formerly.
[[nodiscard]] bool is_algorithm(std::string_view name);

/// The algorithm called `name`, now or formerly, with default settings. Throws InputError for an
/// unknown name.
[[nodiscard]] Algorithm find_algorithm(std::string_view name);

/// Returns true if `option` is an option of algorithms, but of none of those in `chosen`, by
/// current names. Returns false for an option of all algorithms.
[[nodiscard]] bool is_option_of_others(std::string_view option,
                                       const std::vector<std::string>& chosen);

/// The current name of the algorithm formerly called `name`, or `name` itself.
[[nodiscard]] std::string current_algorithm(std::string_view name);

/// The current name of an algorithm's option that was formerly called `name`, or `name` itself.
[[nodiscard]] std::string current_option(std::string_view name);

} // namespace eldest
