#include "sim/sweeps/sweep.hpp"

#include "sim/experiments/child_process.hpp"
#include "sim/sweeps/duration_estimate.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace eldest {
namespace {

constexpr int wait_milliseconds = 200;

/// The points of a sweep on their way into the store.
class Sweep {
public:
  Sweep(SweepStore& store, const std::vector<PlannedPoint>& points, const SweepSettings& settings,
        ProgressBoard* board)
      : store_(store),
        points_(points),
        settings_(settings),
        board_(board),
        children_({.cpu_seconds = {}, .wall_seconds = settings.limit}),
        started_(points.size()) {
    progress_.points = points.size();
    for (const auto& planned : points)
      likenesses_.emplace_back(planned.point.settings);
    find_outcomes();
    sort_waiting();
  }

  [[nodiscard]] bool has_ended() const { return progress_.ended == progress_.points; }
  [[nodiscard]] const SweepProgress& progress() const { return progress_; }

  /// Starts as many points as there is room for.
  void start() {
    while (!waiting_.empty() && children_.running() < static_cast<std::size_t>(settings_.jobs)) {
      const auto point = waiting_.back();
      waiting_.pop_back();
      if (store_.claim(points_[point].point.key, settings_.retry_failed))
        start(point);
      else
        elsewhere_.push_back(point);
    }
  }

  /// Waits a moment for points to end, and keeps the outcomes.
  void wait(const Interrupts& interrupts) {
    for (auto& [point, outcome] : children_.wait(wait_milliseconds, &interrupts))
      keep(point, outcome);
    // Points that another process runs: either it has ended them, or it has ended itself.
    if (children_.running() == 0 || !waiting_.empty())
      look_elsewhere();
    estimate_time_left();
  }

private:
  using Clock = std::chrono::steady_clock;

  /// Learns from the outcomes in the store; counts the points that have one, and puts the others
  /// among those to run.
  void find_outcomes() {
    std::map<std::string, PointOutcome> outcomes;
    for (auto& [point, outcome] : store_.points()) {
      if (!outcome)
        continue;
      if (outcome->result)
        durations_.learn(Likeness(point.settings), outcome->wall_seconds);
      outcomes.emplace(point.key, std::move(*outcome));
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const auto found = outcomes.find(points_[i].point.key);
      if (found != outcomes.end() && (found->second.result || !settings_.retry_failed))
        count(found->second);
      else
        waiting_.push_back(i);
    }
  }

  void count(const PointOutcome& outcome) {
    ++progress_.ended;
    if (!outcome.result)
      ++progress_.failed;
  }

  /// Puts the longest last, from where they are taken.
  void sort_waiting() {
    const auto order = [&](std::size_t point) {
      const auto& likeness = likenesses_[point];
      return std::pair(durations_.seconds(likeness).value_or(0), likeness.guessed_effort);
    };
    std::ranges::stable_sort(waiting_, {}, order);
  }

  void start(std::size_t point) {
    auto* const progress = board_ != nullptr ? &board_->of(point) : nullptr;
    children_.start(point, [this, point, progress] { return points_[point].run(progress); });
    started_[point] = Clock::now();
    running_.insert(point);
  }

  void keep(std::size_t point, const TaskResult& ended) {
    PointOutcome outcome;
    outcome.wall_seconds = std::chrono::duration<double>(Clock::now() - started_[point]).count();
    if (ended.bad_input)
      outcome.failure = ended.bad_input->what();
    else if (ended.failure)
      outcome.failure = ended.failure->what();
    else
      outcome.result = ended.result;
    store_.put(points_[point].point.key, outcome);
    running_.erase(point);
    ++progress_.run;
    count(outcome);
    if (outcome.result) {
      durations_.learn(likenesses_[point], outcome.wall_seconds);
      sort_waiting();
    }
  }

  void look_elsewhere() {
    for (const auto point : std::exchange(elsewhere_, {})) {
      if (const auto found = store_.outcome(points_[point].point.key))
        count(*found);
      else
        waiting_.push_back(point);
    }
  }

  void estimate_time_left() {
    double seconds = 0;
    const auto add = [&](std::size_t point, double begun) {
      const auto duration = durations_.seconds(likenesses_[point]);
      if (duration)
        seconds += std::max(0.0, *duration - begun);
      return duration.has_value();
    };
    const auto now = Clock::now();
    const bool known =
        std::ranges::all_of(waiting_, [&](std::size_t point) { return add(point, 0); }) &&
        std::ranges::all_of(running_, [&](std::size_t point) {
          return add(point, std::chrono::duration<double>(now - started_[point]).count());
        });
    progress_.seconds_left = known ? std::optional(seconds / settings_.jobs) : std::nullopt;
  }

  SweepStore& store_;
  const std::vector<PlannedPoint>& points_;
  const SweepSettings& settings_;
  ProgressBoard* board_;
  std::vector<Likeness> likenesses_; ///< of each point
  DurationEstimate durations_;
  ChildProcesses children_;
  std::vector<Clock::time_point> started_; ///< of each point
  std::vector<std::size_t> waiting_;       ///< to be run; the longest last
  std::vector<std::size_t> elsewhere_;     ///< taken by another process
  std::set<std::size_t> running_;
  SweepProgress progress_;
};

} // namespace

void add_points(SweepStore& store, const std::vector<PlannedPoint>& points) {
  std::vector<Point> all;
  for (const auto& planned : points)
    all.push_back(planned.point);
  store.add(all);
}

SweepProgress run_sweep(SweepStore& store, const std::vector<PlannedPoint>& points,
                        const SweepSettings& settings, const Interrupts& interrupts,
                        ProgressBoard* board,
                        const std::function<void(const SweepProgress&)>& on_progress) {
  add_points(store, points);
  Sweep sweep(store, points, settings, board);
  on_progress(sweep.progress());
  while (!sweep.has_ended() && !interrupts.come()) {
    sweep.start();
    sweep.wait(interrupts);
    on_progress(sweep.progress());
  }
  store.release();
  return sweep.progress();
}

} // namespace eldest
