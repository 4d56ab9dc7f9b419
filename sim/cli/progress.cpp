#include "sim/cli/progress.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace eldest {

ProgressBar::ProgressBar(bool quiet) : visible_(!quiet && ::isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (visible_)
    std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(std::size_t done, std::size_t all) const {
  if (!visible_)
    return;
  constexpr std::size_t width = 40;
  const auto filled = all == 0 ? width : done * width / all;
  fmt::print(stderr, "\r[{:<{}}] {}/{} simulations", std::string(filled, '#'), width, done, all);
  std::fflush(stderr);
}

} // namespace eldest
