#pragma once

namespace eldest {

/// True if AddressSanitizer watches this program. AddressSanitizer has to be told of processors
/// that switch stacks, and of processes that end without the normal end of the program.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool address_sanitizer = true;
#elif defined(__has_feature)
inline constexpr bool address_sanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool address_sanitizer = false;
#endif

} // namespace eldest
