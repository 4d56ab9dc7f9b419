#include "sim/cli/progress.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace eldest {

namespace {

std::string duration(double seconds) {
  if (seconds < 100)
    return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000)
    return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string description(const SearchProgress& search) {
  auto text = fmt::format("{:.6g} s simulated, {:.1f} M nodes", search.simulated_seconds.load(),
                          1e-6 * static_cast<double>(search.nodes.load()));
  if (search.depth > 0)
    text += fmt::format(", iteration {} of {}", search.depth.load(), search.nominal_depth.load());
  if (search.remaining_seconds >= 0)
    text += fmt::format(", about {} left", duration(search.remaining_seconds));
  return text;
}

} // namespace

ProgressBar::ProgressBar(bool quiet)
    : visible_(!quiet && ::isatty(STDERR_FILENO) == 1),
      board_(visible_ ? std::make_unique<ProgressBoard>() : nullptr) {}

ProgressBar::~ProgressBar() {
  if (visible_)
    std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(std::size_t done, std::size_t all) const { draw(done, all, ""); }

void ProgressBar::show(const SweepProgress& sweep) const {
  std::string remark = sweep.failed > 0 ? fmt::format(", {} failed", sweep.failed) : "";
  if (sweep.seconds_left)
    remark += fmt::format(", about {} left", duration(*sweep.seconds_left));
  draw(sweep.ended, sweep.points, remark);
}

void ProgressBar::draw(std::size_t done, std::size_t all, const std::string& remark) const {
  if (!visible_)
    return;
  constexpr std::size_t width = 20;
  const auto filled = all == 0 ? width : done * width / all;
  fmt::print(stderr, "\r\033[K[{:<{}}] {}/{} simulations{}", std::string(filled, '#'), width, done,
             all, remark);
  if (const auto* const search = board_->first_running())
    fmt::print(stderr, ": {}", description(*search));
  std::fflush(stderr);
}

} // namespace eldest
