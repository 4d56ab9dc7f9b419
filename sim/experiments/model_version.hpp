#pragma once

#include <string_view>

namespace eldest {

/// Version of everything that determines the numbers of a simulation: the games, the algorithms,
/// and the models of the machine. Each change after which a simulation may have other numbers
/// raises it. Results of the same model version count as the same, whatever the program's version.
inline constexpr int model_version = 7;

/// Version of SimGrid that made the results of a model version. A few simulations in which another
/// version carries the messages have other numbers.
inline constexpr std::string_view reference_simgrid = "3.32";

} // namespace eldest
