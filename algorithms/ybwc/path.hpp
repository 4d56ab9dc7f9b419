#pragma once

#include "algorithms/search/frame_steps.hpp"
#include "algorithms/search/node_type.hpp"
#include "algorithms/search/phase.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/ybwc/messages.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace eldest::ybwc {

/// A test of a young brother in a PV node whose eldest son is being searched: a search with a null
/// window above `guess`, the expected value of the eldest.
struct EarlyTest {
  Score guess = 0;
  SonDepths depths;
};

/// A slave, and the young brother that it is searching. `test` is nothing unless that is a test.
template <class Move> struct Slave {
  int rank;
  std::uint32_t job;
  Move move;
  std::optional<EarlyTest> test{};
};

/// A young brother that has been tested, with the value that the test has returned.
template <class Move> struct TestedSon {
  Move move;
  EarlyTest test;
  Score value = 0;
  double complete = 0; ///< by the clock of the critical path
};

/// A young brother whose test has not decided it. It is to be searched as if it had not been
/// tested.
template <class Move> struct UndecidedSon {
  Move move;
  SonDepths depths;
};

/// A node on the path, owned by this processor.
template <Position P> struct Frame : PathFrame<P> {
  using PathFrame<P>::PathFrame;

  bool brothers_wait = true;
  bool waited_at = false;
  std::vector<Slave<typename P::Move>> slaves;
  std::vector<TestedSon<typename P::Move>> tested; ///< until the eldest son is valued
  std::vector<UndecidedSon<typename P::Move>> undecided;

  /// Returns true for a PV node with an open window, whose young brothers need the value of the
  /// eldest for their own windows.
  [[nodiscard]] bool needs_guess() const {
    return this->type == NodeType::pv && this->node.alpha + 1 < this->node.beta;
  }

  /// The number of sons that have not been given to anybody.
  [[nodiscard]] std::size_t sons_left() const { return this->moves.left() + undecided.size(); }

  [[nodiscard]] bool awaits_slaves() const {
    return this->begun && sons_left() == 0 && !slaves.empty();
  }
};

/// A job of this processor. Its nodes are the frames from index `base` to the `base` of the next
/// job. In every job but the last, the processor waits as a master at the job's last node. By the
/// next job it helps a slave of that node.
template <Position P, Processor M> struct OwnJob {
  Job<P> job; ///< with the latest bounds
  SonSearch search;
  std::size_t base = 0;
  std::optional<InPhase<M>> helping; ///< the helping phase, unless this is the first job
};

/// Nodes that a processor owns on its path, from the root of its first job to the current node, and
/// their jobs. Indices count from the root of the first job.
template <Position P, Processor M> class Path {
public:
  /// Number that no Frame has.
  static constexpr std::uint64_t no_node = 0;

  Path() { frames_.reserve(max_ply); }

  // Nodes

  [[nodiscard]] std::size_t size() const { return frames_.size(); }
  [[nodiscard]] bool empty() const { return frames_.empty(); }
  [[nodiscard]] Frame<P>& operator[](std::size_t index) { return frames_[index]; }
  [[nodiscard]] const Frame<P>& operator[](std::size_t index) const { return frames_[index]; }
  [[nodiscard]] Frame<P>& last() { return frames_.back(); }
  [[nodiscard]] const Frame<P>& last() const { return frames_.back(); }

  [[nodiscard]] std::size_t index_of(const Frame<P>& frame) const {
    return static_cast<std::size_t>(&frame - frames_.data());
  }

  /// Enters a son of the last node, or the root of a job.
  void enter(const P& position, const NodeResult& node, int ply, NodeType type) {
    frames_.emplace_back(position, node, ply, type, ++nodes_owned_);
  }

  /// Gives the last node a new number, because another search of it begins.
  void renew_last() { last().number = ++nodes_owned_; }

  /// Leaves the last node. Its father is then the last.
  void leave() { frames_.pop_back(); }

  // Jobs

  [[nodiscard]] bool has_job() const { return !jobs_.empty(); }
  [[nodiscard]] std::size_t jobs() const { return jobs_.size(); }
  [[nodiscard]] OwnJob<P, M>& job(std::size_t index) { return jobs_[index]; }
  [[nodiscard]] OwnJob<P, M>& last_job() { return jobs_.back(); }

  /// Begins a job. Its root, which is below the last node, is not entered yet.
  void begin_job(const Job<P>& job) {
    jobs_.push_back(
        {job, {job.depth, job.alpha, job.scout, job.eldest, job.reduction}, size(), {}});
  }

  /// Ends the last job, whose nodes have been left.
  void end_job() { jobs_.pop_back(); }

  /// Returns the index of the job with that name, or nothing if this processor has no such job.
  [[nodiscard]] std::optional<std::size_t> find_job(const JobId& id) const {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (jobs_[i].job.id == id)
        return i;
    }
    return std::nullopt;
  }

  /// Returns true if the node `index` is the root of a job.
  [[nodiscard]] bool job_begins_at(std::size_t index) const {
    return std::any_of(jobs_.begin(), jobs_.end(),
                       [=](const OwnJob<P, M>& own) { return own.base == index; });
  }

  /// Returns the number of jobs that begin at the node `index` or above it.
  [[nodiscard]] std::size_t jobs_down_to(std::size_t index) const {
    const auto below = std::find_if(jobs_.begin(), jobs_.end(),
                                    [=](const OwnJob<P, M>& own) { return own.base > index; });
    return static_cast<std::size_t>(below - jobs_.begin());
  }

  /// Returns the iteration of the jobs. Precondition: there is a job.
  [[nodiscard]] int iteration() const { return jobs_.front().job.iteration; }

  /// Leaves all nodes and jobs except the first `nodes` and `jobs`.
  void cut_back(std::size_t nodes, std::size_t jobs) {
    while (frames_.size() > nodes)
      frames_.pop_back();
    while (jobs_.size() > jobs)
      jobs_.pop_back();
  }

private:
  std::vector<Frame<P>> frames_; ///< of all jobs
  std::vector<OwnJob<P, M>> jobs_;
  std::uint64_t nodes_owned_ = 0;
};

} // namespace eldest::ybwc
