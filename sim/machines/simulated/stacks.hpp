#pragma once

#include <cstddef>

namespace eldest {

/// Bytes of a simulated processor's stack: room for a search to max_ply with a list of moves in
/// every frame. Only the pages that are used take memory.
inline constexpr std::size_t stack_bytes = std::size_t{2} << 20U;

/// Greatest number of stacks that have guard pages. The system keeps two mappings for each of them,
/// and Linux gives a process 65,530 mappings by default (vm.max_map_count).
inline constexpr std::size_t most_guarded_stacks = 16384;

} // namespace eldest
