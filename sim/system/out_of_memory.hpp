#pragma once

#include <string_view>

namespace eldest {

/// The message of an error for lack of memory.
inline constexpr std::string_view out_of_memory = "out of memory";

/// Makes this program print one line and end with exit status 1 if an exception for lack of memory
/// is not caught. A destructor may throw such an exception, and so may the report of another error.
/// Takes no memory.
void report_lack_of_memory();

/// Makes this process print one line and end with exit status 1 at the first allocation by `new`
/// that fails. For processes with libraries that crash after an exception for lack of memory, as
/// SimGrid does. Takes no memory.
void end_without_memory();

} // namespace eldest
