#include "sim/cli/reports/terminal_size.hpp"

#include <sys/ioctl.h>

namespace eldest {

TerminalSize terminal_size(int descriptor) {
  winsize window{};
  if (::ioctl(descriptor, TIOCGWINSZ, &window) != 0) // NOLINT: C's variable arguments
    return {};
  return {window.ws_row, window.ws_col};
}

} // namespace eldest
