#include "sim/cli/reports/progress.hpp"

#include "sim/cli/reports/terminal_size.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <utility>

namespace eldest {

namespace {

std::string duration(double seconds) {
  if (seconds < 100)
    return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000)
    return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string time_and_nodes(const SearchProgress& search) {
  return fmt::format("{:.2f} s{}, {:.1f} M nodes", search.seconds.load(),
                     search.time == SearchTime::simulated ? " simulated" : "",
                     1e-6 * static_cast<double>(search.nodes.load()));
}

std::string description(const SearchProgress& search) {
  auto text = time_and_nodes(search);
  if (search.depth > 0)
    text += fmt::format(", iteration {} of {}", search.depth.load(), search.nominal_depth.load());
  if (search.remaining_seconds >= 0)
    text += fmt::format(", about {} left", duration(search.remaining_seconds));
  return text;
}

std::string bar(std::size_t done, std::size_t all) {
  constexpr std::size_t width = 20;
  const auto filled = all == 0 ? width : done * width / all;
  return fmt::format("[{:<{}}] {}/{} searches", std::string(filled, '#'), width, done, all);
}

/// Returns a line on a running point: the settings that distinguish the point from most others of
/// its sweep, and its progress. The most important settings are first, because the terminal may cut
/// the line.
std::string description(const RunningPoint& running, const Json& settings) {
  const auto setting = [&](const char* field) { return eldest::text_of(settings.at(field)); };
  const auto id = setting("id");
  auto text =
      fmt::format("  {} {}, P {}, seed {}: ", setting("algorithm"),
                  id.empty() ? setting("tree") : id, setting("processors"), setting("seed"));
  const auto* const search = running.search;
  const bool begun = search != nullptr && search->running;
  text += begun && search->depth > 0
              ? fmt::format("iteration {}/{}", search->depth.load(), search->nominal_depth.load())
              : fmt::format("depth {}", setting("depth"));
  if (begun)
    text += ", " + time_and_nodes(*search);
  return fmt::format("{}, {}", text, duration(running.seconds));
}

/// Cuts a line so that it does not reach the last column. A character that might not move the
/// cursor by exactly one column becomes a question mark. Names may contain any character.
std::string fit(std::string line, std::size_t columns) {
  line.resize(std::min(line.size(), columns - 1));
  std::ranges::replace_if(
      line, [](char c) { return c < ' ' || c > '~'; }, '?');
  return line;
}

} // namespace

ProgressBar::ProgressBar(bool quiet)
    : visible_(!quiet && ::isatty(STDERR_FILENO) == 1),
      board_(visible_ ? std::make_unique<ProgressBoard>() : nullptr) {}

ProgressBar::~ProgressBar() { draw({}); }

void ProgressBar::show(std::size_t done, std::size_t all) {
  if (!visible_)
    return;
  auto line = bar(done, all);
  if (const auto* const search = board_->first_running())
    line += ": " + description(*search);
  draw({line});
}

void ProgressBar::show(const SweepProgress& sweep, const std::vector<PlannedPoint>& points) {
  if (!visible_)
    return;
  std::vector lines{bar(sweep.ended, sweep.points)};
  if (sweep.failed > 0)
    lines.front() += fmt::format(", {} failed", sweep.failed);
  if (sweep.seconds_left)
    lines.front() += fmt::format(", about {} left", duration(*sweep.seconds_left));
  for (const auto& running : sweep.running)
    lines.push_back(description(running, points[running.point].point.settings));
  draw(std::move(lines));
}

ShownProgress::ShownProgress(ProgressBar& bar, bool in_this_process) : bar_(bar) {
  if (in_this_process && bar.board() != nullptr)
    thread_ = std::jthread([this](const std::stop_token& stop) { show_until(stop); });
}

void ShownProgress::show(std::size_t done, std::size_t all) {
  const std::scoped_lock lock(mutex_);
  done_ = done;
  all_ = all;
  bar_.show(done, all);
}

void ShownProgress::show_until(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds interval(300);
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    stopped_.wait_for(lock, stop, interval, [] { return false; });
    bar_.show(done_, all_);
  }
}

void ProgressBar::draw(std::vector<std::string> lines) {
  if (!visible_)
    return;
  const auto size = terminal_size(STDERR_FILENO);
  const auto rows = size.rows == 0 ? 24 : size.rows;
  const auto columns = size.columns == 0 ? 80 : size.columns;
  if (lines.size() > rows) {
    const auto left_out = lines.size() - rows + 1;
    lines.resize(rows);
    lines.back() = fmt::format("  and {} more", left_out);
  }
  std::string text = lines_ > 1 ? fmt::format("\033[{}A", lines_ - 1) : "";
  text += "\r\033[J";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0)
      text += '\n';
    text += fit(lines[i], columns);
  }
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  lines_ = lines.size();
}

} // namespace eldest
