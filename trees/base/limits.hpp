#pragma once

#include <cstddef>

namespace eldest {

/// Limit on the size of an input file, above that of any file of positions, settings or hosts.
inline constexpr std::size_t max_input_bytes = std::size_t{256} << 20U;

/// Limit on the depth of elements or values that contain each other, in XML and in JSON. Readers of
/// these formats, and SimGrid, call themselves for each level.
inline constexpr int max_nesting = 200;

/// Limit on the length of a line of settings or of a conversation.
inline constexpr std::size_t max_line_bytes = std::size_t{1} << 20U;

/// Limit on the length of a message, which may repeat any input.
inline constexpr std::size_t max_message_bytes = 2000;

} // namespace eldest
