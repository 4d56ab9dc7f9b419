#pragma once

#include "algorithms/jamboree/messages.hpp"
#include "algorithms/search/frame_steps.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::jamboree {

/// Stage of the work on a son.
enum class SonState : std::uint8_t {
  testing, ///< with a null window, to find out if it is better than alpha
  failed,  ///< its test has failed, so that it is to be valued, after its elder brothers
  valuing, ///< with an open window, as the eldest son is from the start
  passing, ///< not a son, but the position after a pass, to find out if it reaches beta
};

/// A son that has been begun and is not complete.
template <class Move> struct OpenSon {
  Move move;
  std::size_t place; ///< among its brothers, from 0, the eldest, on
  int depth;         ///< the son's own
  SonState state;
  Score alpha;            ///< lower end of the window of its current search, as its father sees it
  int searcher;           ///< rank of the processor that does the current search
  JobId job;              ///< the current search, as a job; number 0: part of the father's task
  int reduction = 0;      ///< testing: ply by which it is tested to less depth first
  Score bound = 0;        ///< failed: lower bound of the son's value
  double value_begin = 0; ///< earliest time to value the son, by the clock of the critical path

  /// Returns true if the current search is a job.
  [[nodiscard]] bool is_job() const { return state != SonState::failed && job.number != 0; }
};

/// A node that this processor owns.
template <Position P> struct Frame : NodeFrame<P> {
  using Son = OpenSon<typename P::Move>;
  using Sons = boost::container::small_vector<Son, 2>;
  using NodeFrame<P>::NodeFrame;

  bool has_waited = false;
  std::size_t sons_begun = 0;
  /// The sons that have been begun and are not complete, in the order of the moves. There is at
  /// most one unless searches have been stolen.
  Sons open;

  /// Returns true if a son can be valued, because its test has failed and its elder brothers are
  /// complete.
  [[nodiscard]] bool can_value() const {
    return !open.empty() && open.front().state == SonState::failed;
  }
  /// Returns true if a son can be begun: the first, or one more when the first is complete.
  [[nodiscard]] bool can_begin() const {
    const bool eldest_open = !open.empty() && open.front().place == 0;
    return !this->moves.exhausted() && !eldest_open;
  }
  /// Returns true if a search of a son can be begun.
  [[nodiscard]] bool has_work() const { return this->begun && (can_value() || can_begin()); }
  /// Returns true if the node can only wait for results of its sons' searches.
  [[nodiscard]] bool waits() const { return this->begun && !open.empty() && !has_work(); }

  /// Begins to value the first open son. Precondition: `can_value()`.
  Son& begin_value(int searcher, const JobId& job) {
    Son& son = open.front();
    son.state = SonState::valuing;
    son.alpha = std::max(this->lower(), son.bound);
    son.reduction = 0;
    son.searcher = searcher;
    son.job = job;
    return son;
  }

  /// Begins the search of the son whose move `moves` gave last, to `depths`. The eldest son is
  /// valued without a test, and the others are tested.
  Son& begin_son(typename P::Move move, const SonDepths& depths, int searcher, const JobId& job) {
    const auto place = sons_begun++;
    const auto state = place == 0 ? SonState::valuing : SonState::testing;
    open.push_back({move, place, depths.full, state, this->lower(), searcher, job,
                    depths.full - depths.first});
    open.back().value_begin = this->times.complete;
    return open.back();
  }

  /// Begins the search of a pass that is to reach `beta`, by the node's owner.
  Son& begin_pass(Score beta, int depth, int searcher) {
    open.push_back({{}, 0, depth, SonState::passing, beta - 1, searcher, {}});
    return open.back();
  }

  /// Returns the position that a son's move, or the pass, leads to.
  [[nodiscard]] P position_of(const Son& son) const {
    if constexpr (PassablePosition<P>) {
      if (son.state == SonState::passing)
        return this->position.after_pass();
    }
    return this->position.after(son.move);
  }

  /// Returns the earliest time to begin the current search of a son, by the clock of the critical
  /// path.
  [[nodiscard]] double begin_of(const Son& son) const {
    return son.state == SonState::valuing ? son.value_begin : this->times.next_son;
  }

  /// Removes a son that is complete at `time`, by the clock of the critical path. The son's younger
  /// brothers cannot be valued before that time.
  void remove(typename Sons::iterator son, double time) {
    for (auto younger = open.erase(son); younger != open.end(); ++younger)
      younger->value_begin = std::max(younger->value_begin, time);
  }

  /// Returns the son that this processor searches in the father's task, or the end of `open`.
  [[nodiscard]] typename Sons::iterator inner_son() {
    return std::find_if(open.begin(), open.end(), [](const Son& son) {
      return son.state != SonState::failed && son.job.number == 0;
    });
  }
};

/// A part of the tree that a processor searches on its own, as a stack of frames. It begins at the
/// root or at a job. Its last frame is being searched, or waits for thieves.
template <Position P> struct Task {
  Job<P> job;
  std::vector<Frame<P>> frames;

  [[nodiscard]] bool waits() const { return frames.back().waits(); }
};

/// A node of one of this processor's tasks.
template <Position P> struct Place {
  Task<P>* task;
  std::size_t frame;

  [[nodiscard]] Frame<P>& operator*() const { return task->frames[frame]; }
  [[nodiscard]] Frame<P>* operator->() const { return &task->frames[frame]; }
};

/// Tasks of a processor, with all the nodes that it owns.
template <Position P> class Tasks {
public:
  [[nodiscard]] bool empty() const { return tasks_.empty(); }

  /// Adds a task whose first frame is its job's root.
  Task<P>& begin(const Job<P>& job, const NodeResult& node) {
    tasks_.push_back({job, {}});
    tasks_.back().frames.emplace_back(job.position, node, job.ply);
    return tasks_.back();
  }

  /// Removes a task, and returns it.
  Task<P> end(const Task<P>& task) {
    const auto found = std::find_if(tasks_.begin(), tasks_.end(),
                                    [&](const Task<P>& known) { return &known == &task; });
    Task<P> ended = std::move(*found);
    tasks_.erase(found);
    return ended;
  }

  /// Returns the task that was begun last among those that need not wait, or null.
  [[nodiscard]] Task<P>* ready() {
    const auto task = std::find_if(tasks_.rbegin(), tasks_.rend(),
                                   [](const Task<P>& known) { return !known.waits(); });
    return task == tasks_.rend() ? nullptr : &*task;
  }

  /// Returns the task that does `job`, or null.
  [[nodiscard]] Task<P>* find(const JobId& job) {
    const auto task = std::find_if(tasks_.begin(), tasks_.end(),
                                   [&](const Task<P>& known) { return known.job.id == job; });
    return task == tasks_.end() ? nullptr : &*task;
  }

  /// Returns any task. Precondition: there is one.
  [[nodiscard]] Task<P>& any() { return tasks_.back(); }

  /// Calls `visit(place)` for every node, those of a task from its root on.
  template <class Visit> void for_each(Visit visit) {
    for (auto& task : tasks_) {
      for (std::size_t i = 0; i < task.frames.size(); ++i)
        visit(Place<P>{&task, i});
    }
  }

  /// Returns the node nearest to the root that has work and depth `min_depth` or more, and whose
  /// eldest son is complete; or nothing.
  [[nodiscard]] std::optional<Place<P>> nearest_to_root(int min_depth) {
    std::optional<Place<P>> nearest;
    for_each([&](const Place<P>& place) {
      if (place->has_work() && place->sons_begun > 0 && place->node.depth >= min_depth &&
          (!nearest || place->ply < (*nearest)->ply))
        nearest = place;
    });
    return nearest;
  }

  /// Returns the node with work that is farthest from the root, or nothing.
  [[nodiscard]] std::optional<Place<P>> farthest_from_root() {
    std::optional<Place<P>> farthest;
    for_each([&](const Place<P>& place) {
      if (place->has_work() && (!farthest || place->ply >= (*farthest)->ply))
        farthest = place;
    });
    return farthest;
  }

private:
  std::list<Task<P>> tasks_; ///< in the order in which they were begun
};

} // namespace eldest::jamboree
