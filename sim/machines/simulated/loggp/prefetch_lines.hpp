#pragma once

#include <cstddef>

namespace eldest {

/// Bytes of a cache line.
inline constexpr std::size_t cache_line = 64;

/// Prefetches `lines` cache lines from `begin` on.
inline void prefetch_lines(const void* begin, std::size_t lines) {
  const auto* const bytes = static_cast<const std::byte*>(begin);
  for (std::size_t line = 0; line < lines; ++line)
    __builtin_prefetch(bytes + line * cache_line);
}

} // namespace eldest
