#include "sim/machines/trace/search_log.hpp"

#include <algorithm>
#include <utility>

namespace eldest {

std::optional<bool> SearchLog::visit(const NodeVisit& node) {
  ++visits_;
  if (!sequential_)
    return std::nullopt;
  const auto useful = sequential_->take(node.key, node.depth);
  if (useful)
    ++(*useful ? useful_visits_ : wasted_visits_);
  return useful;
}

void SearchLog::add(const NodeStretch& stretch) {
  if (stretch.end - stretch.begin < resolution_)
    return;
  stretches_.push_back(stretch);
  while (stretches_.size() > max_stretches_) {
    resolution_ = std::max(2 * resolution_, stretch.end / static_cast<double>(max_stretches_));
    std::erase_if(stretches_,
                  [&](const NodeStretch& one) { return one.end - one.begin < resolution_; });
  }
}

std::size_t SearchLog::move_to(Key key) {
  const auto found = std::find_if(moves_.begin(), moves_.end(),
                                  [=](const RootMove& known) { return known.key == key; });
  if (found != moves_.end())
    return static_cast<std::size_t>(found - moves_.begin());
  moves_.push_back({key});
  return moves_.size() - 1;
}

void SearchRecorder::visit(const NodeVisit& node) {
  if (const auto useful = log_.visit(node))
    wasted_ = !*useful;
  if (begins_job_ || node.ply <= log_.plies())
    note(node);
}

void SearchRecorder::note(const NodeVisit& node) {
  const bool job = std::exchange(begins_job_, false);
  const auto above = std::find_if(open_.begin(), open_.end(),
                                  [&](const Open& one) { return one.stretch.ply >= node.ply; });
  const double now = now_();
  leave(static_cast<std::size_t>(above - open_.begin()), now);
  set_line(kept(line_through(line_, node.key, node.ply)));
  if (node.ply > 0)
    open(node.key,
         {.ply = node.ply, .depth = node.depth, .job = job, .alpha = node.alpha, .beta = node.beta},
         now);
}

void SearchRecorder::end(Key key, int depth, NodeEnd how) {
  const auto found = std::find_if(open_.begin(), open_.end(), [&](const Open& one) {
    return one.key == key && one.stretch.depth == depth;
  });
  if (found != open_.end())
    leave(static_cast<std::size_t>(found - open_.begin()), now_(), how);
}

void SearchRecorder::take_up(const TopLine& line) {
  go_on_below(line);
  begins_job_ = true;
}

void SearchRecorder::go_on_below(const TopLine& whole_line) {
  begins_job_ = false;
  const auto line = kept(whole_line);
  if (line == line_)
    return;
  std::size_t common = 0; // open stretches that are on `line`
  while (common < open_.size() && common < line.size() &&
         open_[common].stretch.ply == static_cast<int>(common) + 1 &&
         open_[common].key == line[common])
    ++common;
  const double now = now_();
  leave(common, now);
  set_line(line);
  for (std::size_t i = common; i < line.size() && line[i] != 0; ++i)
    open(line[i], {.ply = static_cast<int>(i) + 1}, now);
}

void SearchRecorder::rest() {
  if (open_.empty())
    return;
  leave(0, now_());
  set_line({});
}

void SearchRecorder::worked(double seconds) {
  if (move_ && seconds > 0)
    (wasted_ ? log_.move(*move_).wasted : log_.move(*move_).useful) += seconds;
}

void SearchRecorder::open(Key key, NodeStretch stretch, double now) {
  stretch.rank = rank_;
  stretch.begin = now;
  stretch.end = now;
  stretch.line = line_above(line_, stretch.ply + 1);
  open_.push_back({key, stretch});
}

void SearchRecorder::leave(std::size_t count, double now, std::optional<NodeEnd> how) {
  while (open_.size() > count) {
    auto stretch = open_.back().stretch;
    stretch.end = now;
    stretch.how = open_.size() == count + 1 ? how : std::nullopt;
    log_.add(stretch);
    open_.pop_back();
  }
}

void SearchRecorder::set_line(const TopLine& line) {
  if (line[0] != line_[0])
    move_ = line[0] == 0 ? std::nullopt : std::optional(log_.move_to(line[0]));
  line_ = line;
}

} // namespace eldest
