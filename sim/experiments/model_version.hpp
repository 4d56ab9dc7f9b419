#pragma once

namespace eldest {

/// Version of everything that determines the numbers of a simulation: the games, the algorithms,
/// and the models of the machine. Each change after which a simulation may have other numbers
/// raises it. Results of the same model version count as the same, whatever the program's version.
inline constexpr int model_version = 7;

} // namespace eldest
