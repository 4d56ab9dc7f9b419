#pragma once

namespace eldest {

/// Whether AddressSanitizer watches this program. It does not follow processors that switch stacks,
/// nor processes that end without their own end of the program, and has to be told.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool address_sanitizer = true;
#elif defined(__has_feature)
inline constexpr bool address_sanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool address_sanitizer = false;
#endif

} // namespace eldest
