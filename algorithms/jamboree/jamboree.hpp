#pragma once

#include "algorithms/jamboree/messages.hpp"
#include "algorithms/jamboree/nodes.hpp"
#include "algorithms/jamboree/settings.hpp"
#include "algorithms/jamboree/stealing.hpp"
#include "algorithms/search/frame_steps.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/nodes_by_iteration.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// Jamboree search, a parallel Scout search. Sources: B. C. Kuszmaul, "Synchronized MIMD
/// computing", 1994, and "The StarTech massively parallel chess program", 1995; C. F. Joerg and B.
/// C. Kuszmaul, "Massively parallel chess", 1994, Figure 5.
///
/// The eldest son of a node is valued first. All other sons are then tested in parallel, with a
/// null window, to find out if one is better than the best known. The test of a son that is better
/// fails, and the son must be valued with the open window. Its valuation waits until all its elder
/// brothers are complete, so that the sons of a node are valued one after the other. A value or a
/// test that reaches beta cuts the node off, and aborts the searches of the other sons.
///
/// By definition this is a Scout search. It tests and values even if the settings ask for αβ.
///
/// The searches of sons are scheduled by work stealing (WorkStealing), as in StarTech and in Cilk.
/// A processor works depth first on its own nodes. One that has nothing to do steals from a victim
/// chosen at random. It steals the search nearest to the root that is still to be begun. A node
/// stays with the processor that entered it, its owner, which takes the thieves' results.
///
/// Our choices, where the sources are silent, or not known to us in detail:
/// - A test and the value that may follow are two searches. The second may be stolen again, or done
///   by the owner, whichever processor did the first.
/// - At a node, a value that can be searched comes before any further test, since it raises alpha
///   for the tests. A single processor then searches as NegaScout does.
/// - A test compares a son with the best value known when the test begins, even if brothers raise
///   that value during the test. If the test fails, the son is valued from the test's result or
///   from the best value then known, whichever is higher.
/// - (Suppose that a test has failed against an old bound, and that another son's value has reached
///   the test's result. Taken literally, the published program would then not value the tested son.
///   The test gives a lower bound only, so the best move would be lost.)
/// - A son that is a leaf has its value from its test, without waiting.
/// - A test that is reduced (Worker::son_depths) is made to less depth first. If it fails, the same
///   processor makes it to the full depth at once, with the same window. To the owner both are one
///   test, so that no message is spent on the second one, which 1 to 4 in 1,000 tests need.
/// - A pass (Worker::pass_cuts_off) comes before the eldest son, and is searched by the node's
///   owner. Searches below it may be stolen. Internal iterative deepening (Worker::find_first_move)
///   first searches a node to less depth, by tests and values.
/// - A processor whose node waits for thieves first looks for a search to be begun among its own
///   nodes, the one farthest from the root. It then asks other processors. Like a stolen search, a
///   search begun in this way becomes a task with a separate stack. Of several tasks that need not
///   wait, the one begun last is continued: depth first.
/// - A processor that is told to abort a search aborts all that has been stolen from below it. An
///   answer that crosses with that message is dropped.
/// - After the last iteration, processor 0 tells all others, by a binomial tree, and they stop at
///   once.
///
/// Nodes that are left because one above them is cut off are not stored in the table. On one
/// processor the nodes are those of the sequential NegaScout.
template <Position P, Processor M> class Jamboree {
public:
  Jamboree(M& processor, const SearchSettings& settings, const JamboreeSettings& own)
      : worker_(processor, settings),
        steps_(worker_),
        own_(own),
        stealing_(worker_, own_, own_counters_, tasks_),
        nodes_(worker_.counters) {}
  Jamboree(const Jamboree&) = delete;
  Jamboree& operator=(const Jamboree&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    until_stopped([&] {
      if (rank() == 0)
        lead(root);
      else
        serve();
    });
    return {std::move(results_), nodes_.until_now(), worker_.counters, named(own_counters_)};
  }

private:
  using Job = jamboree::Job<P>;
  using Task = jamboree::Task<P>;
  using Place = jamboree::Place<P>;
  using Frame = jamboree::Frame<P>;
  using Son = typename Frame::Son;
  using Content = jamboree::Content<P>;
  using Stealing = jamboree::WorkStealing<P, M>;

  // The search

  void lead(const P& root) {
    std::optional<Score> expected;
    for (int depth = 1; worker_.continues_to(depth); ++depth) {
      begin_iteration(worker_.processor);
      const auto result = worker_.aspire(expected, [&](Score alpha, Score beta) {
        root_value_.reset();
        begin_task({{}, depth, root, depth, 0, alpha, beta, 0, {}, steps_.path_clock().now()});
        while (!root_value_)
          go_on();
        return RootResult{*root_value_, steps_.root_move()};
      });
      expected = result.value;
      results_.push_back({depth, result.value, result.move, worker_.processor.now(),
                          steps_.path_clock().reading()});
      show_iteration(worker_.processor, results_.back());
    }
    stop();
  }

  void serve() {
    while (!stopped_)
      go_on();
  }

  /// Makes one step in the task begun last among those that need not wait. If there is none, finds
  /// or awaits something to do.
  void go_on() {
    Task* task = tasks_.ready();
    if (task != nullptr && (own_.polling == Polling::son || !task->frames.back().begun)) {
      look_for_messages();
      task = tasks_.ready();
    }
    if (task != nullptr)
      advance(*task);
    else if (!stopped_)
      find_work();
  }

  /// Makes one step in the last node of a task, the first of these that there is to make:
  ///
  /// - Begins the search of the pass.
  /// - Begins to value a son whose test has failed.
  /// - Visits sons that are leaves, up to the next son that is none, and begins to search that one.
  ///   With Polling::son, visits one leaf only.
  /// - Ends the node.
  void advance(Task& task) {
    nodes_.enter(task.job.iteration);
    worker_.go_on_below(task.job.line, task.frames);
    const Place node{&task, task.frames.size() - 1};
    Frame& frame = *node;
    if (!frame.begun) {
      if (const auto pass = steps_.next_pass(frame)) {
        const Son& son = frame.begin_pass(pass->beta, pass->depth, rank());
        search_inside(task, stealing_.search_of(node, son, frame.position_of(son)), true);
        return;
      }
      steps_.begin_sons(frame);
    }
    if (frame.can_value())
      return begin_inside(task, stealing_.begin_value(node, rank(), {}));
    if (!frame.can_begin())
      return finish(task);
    do {
      const auto son = stealing_.next_son(frame);
      if (!worker_.is_evaluated(son.depths.full))
        return begin_inside(task, stealing_.begin_son(node, son, rank(), {}));
      visit_leaf(node, son);
    } while (frame.can_begin() && own_.polling != Polling::son);
  }

  /// Visits `son`, whose value is its evaluation (Worker::is_evaluated). Takes that value into
  /// `father`, the last node of a task.
  void visit_leaf(const Place& father, const typename Stealing::NewSon& son) {
    Frame& frame = *father;
    const bool eldest = frame.sons_begun++ == 0;
    if (!eldest)
      ++own_counters_.tests;
    steps_.path_clock().set(frame.times.next_son);
    const Score value = -worker_.visit_evaluated(son.position, son.depths.full, frame.ply + 1);
    complete_son(father, son.move, eldest, value, steps_.path_clock().now());
    count_wait(frame);
  }

  /// Begins the search of a son of a task's last node in the same task, at the time of `son.begin`.
  void begin_inside(Task& task, const Job& son) {
    steps_.path_clock().set(son.begin);
    search_inside(task, son, false);
  }

  /// Begins the search of a son of a task's last node in the same task, at the time that the clock
  /// of the critical path shows. `passed` is true if the son is the position after a pass.
  void search_inside(Task& task, const Job& son, bool passed) {
    const auto entered = enter(son);
    if (!entered.value)
      steps_.prepare(task.frames.emplace_back(son.position, entered.node, son.ply), passed);
    else
      hand_up(task, *entered.value);
  }

  /// Begins a job, or the search of the root, as a task. If the value of the position is known at
  /// once, ends the job instead.
  void begin_task(const Job& job) {
    nodes_.enter(job.iteration);
    worker_.rest(); // other tasks may be waiting
    worker_.take_up(job.line);
    steps_.path_clock().set(job.begin);
    const auto entered = enter(job);
    if (!entered.value)
      steps_.prepare(tasks_.begin(job, entered.node).frames.back(), false);
    else
      end_job(job, *entered.value);
  }

  [[nodiscard]] typename FrameSteps<P, M>::Entered enter(const Job& job) {
    return steps_.enter(job.position, job.alpha, job.beta, job.depth, job.ply);
  }

  /// Ends the last node of a task, unless that was only an internal search of the node. Ends the
  /// task, too, if the node is the task's root.
  void finish(Task& task) {
    Frame& frame = task.frames.back();
    if (steps_.deepen(frame)) {
      frame.sons_begun = 0;
      return;
    }
    const Score value = steps_.finish(frame);
    task.frames.pop_back();
    if (task.frames.empty())
      end_job(tasks_.end(task).job, value);
    else
      hand_up(task, value);
  }

  // Values

  /// Hands a node's value to its father, the last node of the task. If a test to less depth has
  /// failed, begins the test to full depth instead.
  void hand_up(Task& task, Score value) {
    const Place father{&task, task.frames.size() - 1};
    const auto son = father->inner_son();
    if (son->reduction > 0 && worker_.reduction_failed(-value, son->alpha)) {
      son->reduction = 0;
      search_inside(task, stealing_.search_of(father, *son, father->position_of(*son)), false);
      return;
    }
    take_value(father, son, -value, steps_.path_clock().now());
    count_wait(*father);
  }

  /// Counts a node that begins to wait for thieves, once.
  void count_wait(Frame& frame) {
    if (frame.waits() && !std::exchange(frame.has_waited, true))
      ++own_counters_.suspensions;
  }

  /// Ends a job with the value of its position. If the job was a test to less depth that has
  /// failed, begins it again, to its full depth.
  void end_job(Job job, Score value) {
    if (job.reduction > 0 && worker_.reduction_failed(-value, -job.beta)) {
      job.depth += std::exchange(job.reduction, 0);
      job.begin = steps_.path_clock().now();
      begin_task(job);
    } else {
      answer(job, -value);
    }
  }

  /// Sends the value of a job, as the father sees it, to the owner of the father.
  void answer(const Job& job, Score value) {
    const jamboree::Answer answer{job.id, value, steps_.path_clock().now()};
    if (job.ply == 0)
      root_value_ = -value;
    else if (job.id.master == rank())
      take(answer, rank());
    else
      send(job.id.master, answer);
  }

  /// Takes the result of a son's search, as its father sees it. The result is known at `time`, by
  /// the clock of the critical path.
  void take_value(const Place& father, typename Frame::Sons::iterator son, Score value,
                  double time) {
    Frame& frame = *father;
    if (son->state == jamboree::SonState::passing) {
      const Score beta = son->alpha + 1;
      frame.open.erase(son);
      steps_.take_pass(frame, beta, value);
      return;
    }
    if (son->state == jamboree::SonState::testing &&
        worker_.search_again(value, son->alpha, frame.node.beta, son->depth)) {
      ++own_counters_.tests_failed;
      if (son != frame.open.begin())
        ++own_counters_.value_waits;
      son->state = jamboree::SonState::failed;
      son->bound = value;
      son->value_begin = std::max(son->value_begin, time);
      return;
    }
    const auto move = son->move;
    const bool eldest = son->place == 0;
    frame.remove(son, time);
    complete_son(father, move, eldest, value, time);
  }

  /// Takes the value of a son that is complete at `time`, by the clock of the critical path.
  void complete_son(const Place& father, typename P::Move move, bool eldest, Score value,
                    double time) {
    Frame& frame = *father;
    frame.complete_son(time, eldest || frame.node.depth < own_.min_steal_depth);
    if (worker_.improve(frame.node, value, frame.position, move, frame.ply, eldest))
      cut_off(father, time);
  }

  // Aborts

  /// Cuts off a node: gives up its remaining sons and everything below it. The cut-off happens at
  /// `time`, by the clock of the critical path.
  void cut_off(const Place& place, double time) {
    auto& frames = place.task->frames;
    for (std::size_t i = place.frame; i < frames.size(); ++i)
      abort_sons(frames[i]);
    while (frames.size() > place.frame + 1)
      frames.pop_back();
    place->cut_off_at(time);
  }

  void abort_sons(Frame& frame) {
    for (const auto& son : std::exchange(frame.open, {})) {
      if (son.is_job())
        abort(son);
    }
  }

  void abort(const Son& son) {
    if (son.searcher == rank()) {
      give_up(tasks_.find(son.job));
      return;
    }
    ++own_counters_.jobs_aborted;
    if (!stopped_)
      send(son.searcher, jamboree::Recall{son.job});
  }

  /// Leaves a task, and aborts all that has been stolen from it. Does nothing if `task` is null.
  void give_up(const Task* task) {
    if (task == nullptr)
      return;
    if (task->job.id.master != rank())
      ++own_counters_.jobs_given_up;
    Task left = tasks_.end(*task);
    for (auto& frame : left.frames)
      abort_sons(frame);
  }

  // Messages

  /// Finds something to do here, or asks others and waits for a message.
  void find_work() {
    if (const auto father = tasks_.farthest_from_root()) {
      ++own_counters_.own_jobs;
      begin_task(stealing_.begin_job(*father, rank()));
      return;
    }
    worker_.rest();
    stealing_.give_kept_requests_away();
    stealing_.ask();
    receive(worker_.processor.wait());
  }

  void look_for_messages() {
    while (const auto message = worker_.processor.poll())
      receive(*message);
    stealing_.serve_kept_requests();
  }

  void receive(const Message& message) {
    if (stopped_)
      return;
    Content::visit(message, [&](const auto& content) { take(content, message.from); });
  }

  void take(const jamboree::Request& request, int /*from*/) { stealing_.take(request); }
  void take(const jamboree::Refusal& /*refusal*/, int /*from*/) { stealing_.take_answer(true); }

  void take(const Job& job, int from) {
    jamboree::require(from == job.id.master, "a job from somebody else than the owner");
    stealing_.take_answer(false);
    begin_task(job);
  }

  void take(const jamboree::Recall& recall, int from) {
    jamboree::require(from == recall.id.master, "a recall by somebody else than the owner");
    give_up(tasks_.find(recall.id));
  }

  void take(const jamboree::Answer& answer, int from) {
    std::optional<Place> father;
    const auto is_answered = [&](const Son& son) { return son.is_job() && son.job == answer.id; };
    tasks_.for_each([&](const Place& place) {
      if (std::any_of(place->open.begin(), place->open.end(), is_answered))
        father = place;
    });
    if (!father)
      return; // the recall is on its way
    auto& open = (*father)->open;
    const auto son = std::find_if(open.begin(), open.end(), is_answered);
    jamboree::require(son->searcher == from, "somebody else than the thief answers");
    if (from != rank())
      ++own_counters_.jobs_answered;
    take_value(*father, son, answer.value, answer.complete);
  }

  void take(const jamboree::Stop& /*stop*/, int /*from*/) { stop(); }

  /// Ends the search. Tells this processor's sons in the binomial tree, and drops all work.
  void stop() {
    for_binomial_sons(rank(), worker_.processor.processors(),
                      [&](int son) { send(son, jamboree::Stop{}); });
    stopped_ = true;
    while (!tasks_.empty())
      give_up(&tasks_.any());
  }

  template <class Kind> void send(int to, const Kind& content) {
    Content::send(worker_.processor, to, content);
  }

  // Small things

  [[nodiscard]] int rank() const { return worker_.processor.rank(); }

  Worker<P, M> worker_;
  FrameSteps<P, M> steps_;
  JamboreeSettings own_;
  JamboreeCounters own_counters_;
  jamboree::Tasks<P> tasks_;
  Stealing stealing_;
  bool stopped_ = false;
  std::optional<Score> root_value_; ///< value of the root, once its search has ended
  std::vector<IterationResult> results_;
  NodesByIteration nodes_;
};

/// Runs one processor's part of Jamboree search. Its nodes cost `node_cost` times as much work as
/// the recursive search's.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const JamboreeSettings& own, SearchSettings settings,
                                   const P& root, M& processor) {
  settings.costs = settings.costs * own.node_cost;
  return Jamboree<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
