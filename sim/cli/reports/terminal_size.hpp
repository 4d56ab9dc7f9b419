#pragma once

#include <cstddef>

namespace eldest {

/// The size of a terminal, in characters. 0: not known.
struct TerminalSize {
  std::size_t rows = 0;
  std::size_t columns = 0;
};

/// Returns the size of the terminal that `descriptor` is open on.
[[nodiscard]] TerminalSize terminal_size(int descriptor);

} // namespace eldest
