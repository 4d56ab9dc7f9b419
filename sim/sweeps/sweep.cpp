#include "sim/sweeps/sweep.hpp"

#include "sim/sweeps/duration_estimate.hpp"
#include "sim/system/child_process.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace eldest {
namespace {

constexpr int look_milliseconds = 200;

/// A sweep in progress, which runs points and puts their outcomes into the store.
class Sweep {
public:
  /// `stored`: the points of the store.
  Sweep(SweepStore& store, const std::vector<PlannedPoint>& points, std::vector<StoredPoint> stored,
        const SweepSettings& settings, ProgressBoard* board)
      : store_(store),
        points_(points),
        settings_(settings),
        board_(board),
        retry_{settings.retry_failed ? store.outcomes_so_far() : 0, settings.limit},
        children_({.cpu_seconds = {}, .wall_seconds = settings.limit}) {
    progress_.points = points.size();
    for (const auto& planned : points)
      likenesses_.push_back(durations_.likeness(planned.point.settings));
    find_outcomes(stored);
    sort_waiting();
  }

  [[nodiscard]] bool has_ended() const { return progress_.ended == progress_.points; }

  /// Stores the outcomes of points that have ended, and starts others in their place.
  void go_on() { turn(static_cast<std::size_t>(settings_.jobs)); }

  /// Stores the outcomes of points that have ended.
  void keep() { turn(0); }

  /// Waits until a point ends or a signal comes, at most about `look_milliseconds`.
  void wait(const Interrupts& interrupts) {
    auto ended = children_.wait(look_milliseconds, &interrupts);
    std::ranges::move(ended, std::back_inserter(ended_));
    look_elsewhere();
  }

  /// Returns the progress of the sweep.
  [[nodiscard]] const SweepProgress& progress() {
    progress_.running.clear();
    for (const auto& [point, running] : running_)
      progress_.running.push_back({point, seconds_since(running.start), progress_of(point)});
    std::ranges::stable_sort(progress_.running, std::ranges::greater(), &RunningPoint::seconds);
    estimate_time_left();
    return progress_;
  }

private:
  using Clock = std::chrono::steady_clock;
  /// Points that one simulation runs: one point, or several of a family in order of depth.
  using Group = std::vector<std::size_t>;

  /// A running simulation, which is identified by its deepest point.
  struct Running {
    Clock::time_point start;
    Group points; ///< without outcome
  };

  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  [[nodiscard]] const std::string& key_of(std::size_t point) const {
    return points_[point].point.key;
  }

  [[nodiscard]] SearchProgress* progress_of(std::size_t point) const {
    return board_ != nullptr ? &board_->of(point) : nullptr;
  }

  [[nodiscard]] int depth_of(std::size_t point) const { return likenesses_[point].depth; }

  /// Learns durations from the results in the store. Counts the points that have an outcome. Adds
  /// to `waiting_` the points without one, and those that are to be run again.
  void find_outcomes(std::vector<StoredPoint>& stored) {
    std::map<std::string, PointOutcome> outcomes;
    for (auto& [point, outcome] : stored) {
      if (!outcome)
        continue;
      if (outcome->result)
        learn(durations_.likeness(point.settings), outcome->wall_seconds);
      outcomes.emplace(point.key, std::move(*outcome));
    }
    std::map<std::string, std::size_t> families; // indices in `waiting_`
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const auto found = outcomes.find(key_of(i));
      if (found != outcomes.end() && !is_run_again(found->second, settings_)) {
        count(found->second.result.has_value());
        continue;
      }
      const auto& family = points_[i].family;
      const auto [known, is_new] = families.try_emplace(family, waiting_.size());
      if (family.empty() || is_new)
        waiting_.push_back({i});
      else
        waiting_[known->second].push_back(i);
    }
    for (auto& group : waiting_)
      std::ranges::sort(group, {}, [this](std::size_t point) { return depth_of(point); });
  }

  void count(bool has_result) {
    ++progress_.ended;
    progress_.failed += has_result ? 0 : 1;
  }

  void learn(const Likeness& point, double seconds) {
    durations_.learn(point, seconds);
    ++learnt_;
  }

  /// Sorts the waiting points by estimated duration. The longest are last, because points are taken
  /// from the end of the list.
  void sort_waiting() {
    std::vector<std::pair<double, double>> order(points_.size());
    for (const auto& group : waiting_)
      order[group.back()] = {durations_.seconds(likenesses_[group.back()]).value_or(0),
                             likenesses_[group.back()].guessed_effort};
    std::ranges::stable_sort(waiting_, {}, [&](const Group& group) { return order[group.back()]; });
    learnt_when_sorted_ = learnt_;
  }

  /// Sorts again once a tenth more durations are known than at the last time. Sorting therefore
  /// takes hardly more time for each point if there are many points.
  void sort_if_more_is_known() {
    if (learnt_ > learnt_when_sorted_ + learnt_when_sorted_ / 10)
      sort_waiting();
  }

  /// Stores outcomes, and takes and starts points until `jobs` of them run. Outcomes are stored,
  /// and points taken, in a single transaction, because each transaction takes the time of several
  /// writes to the disk.
  void turn(std::size_t jobs) {
    const auto has_room = [&] { return children_.running() + taken_.size() < jobs; };
    if (ended_.empty() && ((waiting_.empty() && returned_.empty()) || !has_room()))
      return;
    store_.together([&] {
      for (const auto& ended : ended_)
        keep(ended);
      sort_if_more_is_known();
      while (!returned_.empty() && has_room())
        taken_.push_back({pop_from(returned_)});
      while (!waiting_.empty() && has_room())
        take(pop_from(waiting_));
    });
    ended_.clear();
    for (const auto& group : std::exchange(taken_, {}))
      start(group);
  }

  template <class Value> static Value pop_from(std::vector<Value>& values) {
    auto last = std::move(values.back());
    values.pop_back();
    return last;
  }

  void take(const Group& group) {
    Group free;
    for (const auto point : group)
      sort_in(point, store_.claim(key_of(point), retry_), free);
    if (!free.empty())
      taken_.push_back(std::move(free));
  }

  /// Adds a point to `if_free` or `elsewhere_`, or counts it as ended, by its state.
  void sort_in(std::size_t point, PointState state, Group& if_free) {
    if (state == PointState::free)
      if_free.push_back(point);
    else if (state == PointState::taken)
      elsewhere_.push_back(point);
    else
      count(state == PointState::has_result);
  }

  void start(const Group& group) {
    const auto deepest = group.back();
    if (auto* const place = progress_of(deepest))
      place->running = false; // a search that was given up there has not reset the flag
    children_.start(deepest, [this, &group](const SendEarly& send) { return run(group, send); });
    running_[deepest] = {Clock::now(), group};
  }

  /// Runs the deepest point of a group in this process. Sends the outcomes of the others.
  [[nodiscard]] Json run(const Group& group, const SendEarly& send) const {
    std::map<int, std::size_t> by_depth;
    LesserDepths lesser;
    for (const auto point : group) {
      if (point == group.back())
        break;
      by_depth[depth_of(point)] = point;
      lesser.depths.push_back(depth_of(point));
    }
    lesser.take = [&](int depth, const std::optional<SearchResult>& result) {
      const auto point = by_depth.at(depth);
      send(point, result ? TaskResult{points_[point].report(*result), {}, {}}
                         : TaskResult{{}, {}, RunError("it must be run on its own")});
    };
    const auto& deepest = points_[group.back()];
    return deepest.report(deepest.search(progress_of(group.back()), lesser));
  }

  /// Keeps the outcomes of a simulation that has ended, or one that it has sent early. Points of
  /// which it has only said that they must be run on their own will be run.
  void keep(const ChildProcesses::Ended& ended) {
    auto& [start, group] = running_.at(ended.number);
    const double seconds = seconds_since(start);
    const bool has_failed = ended.outcome.bad_input || ended.outcome.failure;
    if (ended.early) {
      std::erase(group, *ended.early);
      if (has_failed)
        returned_.push_back(*ended.early);
      else
        keep(*ended.early, ended.outcome, seconds);
      return;
    }
    for (const auto point : group) {
      if (has_failed || point == ended.number)
        keep(point, ended.outcome, seconds);
      else
        returned_.push_back(point);
    }
    running_.erase(ended.number);
  }

  void keep(std::size_t point, const TaskResult& ended, double seconds) {
    PointOutcome outcome;
    outcome.wall_seconds = seconds;
    outcome.limit = ended.over_time;
    if (ended.bad_input)
      outcome.failure = ended.bad_input->what();
    else if (ended.failure)
      outcome.failure = ended.failure->what();
    else
      outcome.result = ended.result;
    store_.put(key_of(point), outcome);
    ++progress_.run;
    count(outcome.result.has_value());
    if (outcome.result)
      learn(likenesses_[point], outcome.wall_seconds);
  }

  /// Checks the points that another process had taken, once none of this process are waiting. Such
  /// a point has an outcome if that process has ended it. It is free if that process itself has
  /// ended.
  void look_elsewhere() {
    if (!waiting_.empty())
      return;
    Group free;
    for (const auto point : std::exchange(elsewhere_, {}))
      sort_in(point, store_.state(key_of(point), retry_), free);
    for (const auto point : free)
      waiting_.push_back({point});
  }

  void estimate_time_left() {
    double seconds = 0;
    const auto add = [&](std::size_t point, double begun) {
      const auto duration = durations_.seconds(likenesses_[point]);
      if (duration)
        seconds += std::max(0.0, *duration - begun);
      return duration.has_value();
    };
    const bool known =
        std::ranges::all_of(returned_, [&](std::size_t point) { return add(point, 0); }) &&
        std::ranges::all_of(waiting_, [&](const Group& group) { return add(group.back(), 0); }) &&
        std::ranges::all_of(progress_.running, [&](const RunningPoint& running) {
          return add(running.point, running.seconds);
        });
    progress_.seconds_left = known ? std::optional(seconds / settings_.jobs) : std::nullopt;
  }

  SweepStore& store_;
  const std::vector<PlannedPoint>& points_;
  const SweepSettings& settings_;
  ProgressBoard* board_;
  Retry retry_;
  std::vector<Likeness> likenesses_; ///< by point
  DurationEstimate durations_;
  std::size_t learnt_ = 0; ///< number of durations learnt
  std::size_t learnt_when_sorted_ = 0;
  ChildProcesses children_;
  std::map<std::size_t, Running> running_;   ///< running simulations, by their deepest point
  std::vector<ChildProcesses::Ended> ended_; ///< ended, but not yet in the store
  std::vector<Group> waiting_;               ///< to be run; the longest last
  std::vector<Group> taken_;                 ///< to be started
  /// To be run on their own, because the simulation of their group could not run them. They have
  /// been taken.
  std::vector<std::size_t> returned_;
  std::vector<std::size_t> elsewhere_; ///< taken by another process
  SweepProgress progress_;
};

std::vector<std::string> keys_of(const std::vector<PlannedPoint>& points) {
  std::vector<std::string> keys;
  for (const auto& planned : points)
    keys.push_back(planned.point.key);
  return keys;
}

} // namespace

bool is_run_again(const PointOutcome& outcome, const SweepSettings& settings) {
  const bool by_limit = outcome.limit && (!settings.limit || *settings.limit > *outcome.limit);
  return !outcome.result && (settings.retry_failed || by_limit);
}

std::vector<StoredPoint> add_points(SweepStore& store, const std::vector<PlannedPoint>& points,
                                    std::vector<DamagedRow>& damaged) {
  auto stored = store.points(&damaged);
  std::vector<Point> all;
  for (const auto& planned : points)
    all.push_back(planned.point);
  const auto keys = keys_of(points);
  store.together([&] {
    for (const auto& row : damaged) {
      if (std::ranges::find(keys, row.key) != keys.end())
        store.remove(row.key);
    }
    store.add(all);
  });
  return stored;
}

SweepProgress run_sweep(SweepStore& store, const std::vector<PlannedPoint>& points,
                        const SweepSettings& settings, const Interrupts& interrupts,
                        ProgressBoard* board,
                        const std::function<void(const SweepProgress&)>& on_progress) {
  std::vector<DamagedRow> damaged;
  Sweep sweep(store, points, add_points(store, points, damaged), settings, board);
  auto shown = std::chrono::steady_clock::now();
  on_progress(sweep.progress());
  while (!interrupts.come()) {
    sweep.go_on();
    if (sweep.has_ended())
      break;
    sweep.wait(interrupts);
    if (const auto now = std::chrono::steady_clock::now();
        now - shown >= std::chrono::milliseconds(look_milliseconds)) {
      on_progress(sweep.progress());
      shown = now;
    }
  }
  sweep.keep();
  store.release();
  if (sweep.has_ended())
    store.check_ended(keys_of(points));
  auto progress = sweep.progress();
  progress.damaged = std::move(damaged);
  return progress;
}

} // namespace eldest
