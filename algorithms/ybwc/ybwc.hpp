#pragma once

#include "algorithms/search/frame_steps.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/nodes_by_iteration.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/ybwc/messages.hpp"
#include "algorithms/ybwc/on_request.hpp"
#include "algorithms/ybwc/path.hpp"
#include "algorithms/ybwc/settings.hpp"
#include "algorithms/ybwc/stealing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// The Young Brothers Wait Concept, in αβ and in NegaScout (Feldmann, Monien, Mysliwietz &
/// Vornberger 1990; Feldmann 1993). The descriptions followed are Weill's (1996, sections 3 and 4)
/// and Brockington & Schaeffer's (section 2.2). Sons of a node may be searched in parallel once its
/// eldest son is complete.
///
/// Work is stolen. Processor 0 owns the root. A processor without work asks another one, which
/// gives away a young brother and is the asker's master until the asker answers. The brother given
/// is the next son of the node that is nearest to the root on the giver's path and may be split.
///
/// The owner keeps the node, searches further sons, and takes the slaves' values. The owner sends
/// the slaves new bounds. A slave narrows the windows along its own path by them, and sends new
/// bounds to its own slaves. When the node is cut off, the owner recalls the slaves, as they in
/// turn recall their own. A slave owns the son it was given, and gives away the sons of that son.
///
/// Every processor keeps its path in frames instead of recursing. A value or a bound that comes in
/// a message may cut off a node several ply above the end of the path.
///
/// Helpful master: an owner who has no more sons to search, but slaves that have not answered, asks
/// one of them for work. The owner is given only work from below that slave's job, so that its own
/// node waits only for the work that it helps with.
///
/// YBWC* (Brockington & Schaeffer, section 2.2): at CUT nodes all promising moves are searched
/// sequentially first, at ALL nodes nothing waits. The type of a node follows from its place in the
/// critical tree (Knuth & Moore). MoveOrdering defines which moves are promising.
///
/// Our choices, where the papers are silent (on requests, see WorkStealing):
/// - A son whose scout beats alpha is searched again by the processor that has scouted it, at once
///   and with the bounds of that moment. This is the most urgent work at the node, and the son's
///   subtree is in that processor's killers, history and perhaps table.
/// - When the alpha of a scout rises, the processor that scouts begins again with the new one. A
///   result in the old null window says little about the new one, in which the search is more
///   likely to fail low.
/// - A job that arrives when its asker no longer waits at the node concerned is dropped. The recall
///   of that job is on its way.
/// - A son that is reduced (Worker::son_depths) is one job. The slave that has searched the son to
///   less depth searches it to its full depth at once if need be, as after a scout.
/// - A pass comes before any son is given away. An internal search is like that of a node of less
///   depth. See FrameSteps.
/// - After the last iteration, processor 0 tells all others, by a binomial tree, and they stop at
///   once.
///
/// A node's window is narrowed while the node is searched, and its score is stored as a bound with
/// respect to the last window. That is right:
/// - Windows only get narrower, so the window of each son, unless it is a scout's, always contained
///   that of its father.
/// - A son's value at or below the father's last alpha is therefore exact or an upper bound. At or
///   above the father's last beta it is exact or a lower bound, and between them exact. The same
///   holds for the maximum of the sons' values.
/// - A scout's value above its null window is a lower bound only. It is used only if it reaches
///   beta or the son is a leaf.
/// - One case is left: the table may have lowered beta further than the father knows, and a new
///   alpha may reach that beta. The value is then at most that beta. So beta is returned, and not
///   stored, because it came from the table.
///
/// Nodes that are left because one above them is cut off are not stored.
///
/// On one processor the nodes are those of SequentialSearch.
///
/// `Sharing` decides what processors know of one another's work, and which sons they give away: see
/// OnRequest.
template <Position P, Processor M, class Sharing = ybwc::OnRequest<P>> class Ybwc {
public:
  Ybwc(M& processor, const SearchSettings& settings, const YbwcSettings& own)
      : Ybwc(processor, settings, own, Sharing(own)) {}
  Ybwc(M& processor, const SearchSettings& settings, const YbwcSettings& own, Sharing sharing)
      : worker_(processor, settings),
        steps_(worker_),
        own_(own),
        sharing_(std::move(sharing)),
        stealing_(worker_, own_, own_counters_, path_, sharing_),
        nodes_(worker_.counters) {}
  Ybwc(const Ybwc&) = delete;
  Ybwc& operator=(const Ybwc&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    const bool completed = until_stopped([&] {
      if (rank() == 0)
        lead(root);
      else
        serve();
    });
    ybwc::require(!completed || (path_.empty() && !path_.has_job()),
                  "work is left after the search");
    auto counts = named(own_counters_);
    counts += named(sharing_.counters());
    return {std::move(results_), nodes_.until_now(), worker_.counters, std::move(counts)};
  }

private:
  using Move = typename P::Move;
  using Job = ybwc::Job<P>;
  using Content = ybwc::Content<P>;
  using Frame = ybwc::Frame<P>;

  // The search

  void lead(const P& root) {
    for (int depth = 1; worker_.continues_to(depth); ++depth)
      search_root(root, depth);
    stop();
  }

  void serve() {
    while (!stopped_) {
      if (!path_.has_job())
        find_work();
      else
        proceed();
    }
  }

  void search_root(const P& root, int depth) {
    begin_iteration(worker_.processor);
    const auto result = worker_.aspire(last_value_, [&](Score alpha, Score beta) {
      Job job{{}, depth, root, depth, 0, -beta, -alpha, false, true, NodeType::pv};
      job.begin = steps_.path_clock().now();
      begin_job(job);
      while (path_.has_job())
        proceed();
      return RootResult{root_value_, steps_.root_move()};
    });
    last_value_ = result.value;
    results_.push_back(
        {depth, result.value, result.move, worker_.processor.now(), steps_.path_clock().reading()});
    show_iteration(worker_.processor, results_.back());
  }

  /// Makes a step at the last node of the path: begins a pass or a son, or ends the node. If all
  /// its remaining sons are with slaves, waits for a message. Before the step, handles the messages
  /// that have come if it is time to.
  void proceed() {
    if (!path_.last().begun || own_.polling == Polling::son) {
      look_for_messages();
      if (!path_.has_job())
        return;
    }
    if (path_.last().awaits_slaves() || stealing_.sons_await_reply())
      wait_for_slaves();
    else if (const auto value = advance())
      hand_up(*value);
  }

  void begin_job(const Job& job) {
    ybwc::require(job.iteration == nodes_.iteration() || !path_.has_job(),
                  "a helping master changes iterations");
    nodes_.enter(job.iteration);
    path_.begin_job(job);
    steps_.path_clock().set(job.begin);
    if (path_.jobs() > 1)
      path_.last_job().helping.emplace(worker_.in_phase(Phase::helping));
    if (const auto value = enter_job())
      hand_up(*value);
  }

  /// Begins the search of the last job's root, or begins it again. Returns the root's value, or
  /// nothing if that is not known at once.
  NodeValue enter_job() {
    const auto& [job, search, base, helping] = path_.last_job();
    worker_.take_up(job.line);
    return enter(job.position, search, job.beta, job.ply, job.father);
  }

  /// Begins the search of the son in `frame.son` of the last frame, or begins it again. Returns the
  /// son's value, or nothing if that is not known at once.
  NodeValue enter_son() { return enter_son(path_.last().son_position()); }

  /// Begins the search of the son in `frame.son` of the last frame, whose position is `son`.
  /// Returns the son's value, or nothing if that is not known at once.
  NodeValue enter_son(const P& son) {
    const Frame& frame = path_.last();
    return enter(son, frame.son, frame.node.beta, frame.ply + 1, frame.type);
  }

  /// Enters a son whose father has the beta `father_beta` and the type `father`. Returns the son's
  /// value if that is known at once. Otherwise adds the son to the path, and returns nothing.
  NodeValue enter(const P& position, const SonSearch& search, Score father_beta, int ply,
                  NodeType father) {
    const auto entered = steps_.enter(position, search, father_beta, ply);
    if (!entered.value) {
      path_.enter(position, entered.node, ply, steps_.expected_type(search, father));
      steps_.prepare(path_.last(), search.pass);
    }
    return entered.value;
  }

  /// Continues the search of the last node. Begins the pass, searches sons up to the next one that
  /// is not a leaf, or ends the node if no son is left. Returns the value of the pass, son or node
  /// that was begun or ended last, or nothing if that is not known.
  NodeValue advance() {
    Frame& frame = path_.last();
    if (!frame.begun) {
      if (steps_.begin_pass(frame))
        return enter_son();
      steps_.begin_sons(frame);
      frame.brothers_wait = brothers_wait_at_first(frame);
    }
    if (!frame.undecided.empty()) [[unlikely]]
      return search_undecided(frame);
    while (const auto* const next = frame.moves.next()) {
      const Move move = *next;
      const P son = frame.position.after(move);
      const SonDepths depths = steps_.begin_son(frame, son);
      if (!worker_.is_evaluated(depths.full)) {
        sharing_.son_begins(frame.ply, depths.full);
        frame.move = move;
        frame.son = steps_.first_search(frame, depths);
        return enter_son(son);
      }
      const bool measured = sharing_.leaf_begins();
      const Score value = -worker_.visit_evaluated(son, depths.full, frame.ply + 1);
      if (measured) [[unlikely]]
        sharing_.leaf_ends();
      take_searched_son(frame, value, move, frame.moves.at_eldest());
      if (own_.polling == Polling::son)
        return std::nullopt;
    }
    if (!frame.undecided.empty()) [[unlikely]]
      return std::nullopt;
    return frame.awaits_slaves() ? std::nullopt : finish();
  }

  /// Begins the search of a son of the last node that a test has not decided. Returns the son's
  /// value, or nothing if that is not known at once.
  [[nodiscard, gnu::noinline]] NodeValue search_undecided(Frame& frame) {
    const auto [move, depths] = frame.undecided.back();
    frame.undecided.pop_back();
    steps_.path_clock().set(frame.times.next_son);
    sharing_.son_begins(frame.ply, depths.full);
    frame.move = move;
    frame.son = steps_.first_search(frame, depths);
    return enter_son();
  }

  /// Returns true if the young brothers in a node wait before any son has been searched.
  [[nodiscard]] bool brothers_wait_at_first(const Frame& frame) const {
    return !(own_.star && frame.type == NodeType::all);
  }

  /// Ends the last node, whose sons have been searched. Returns its value, or nothing if this was
  /// only an internal search of the node.
  NodeValue finish() {
    Frame& frame = path_.last();
    ybwc::require(frame.slaves.empty(), "a node is finished before its slaves");
    if (steps_.deepen(frame)) {
      frame.brothers_wait = brothers_wait_at_first(frame);
      path_.renew_last();
      return std::nullopt;
    }
    const Score value = steps_.finish(path_.last());
    path_.leave();
    return value;
  }

  // Values

  /// Hands a node's value to its father, which is the last frame, or to this job's master. If the
  /// son is searched again and the new value is known at once, hands up that one, and so on.
  void hand_up(Score value) {
    NodeValue known = value;
    while (known) {
      if (path_.size() == path_.last_job().base)
        known = take_job_value(-*known);
      else
        known = take_son_value(-*known);
    }
  }

  /// Takes the value of a son of the last node that was searched here, or of the pass. If the son
  /// must be searched again, begins that search. Returns the value of the new search, or nothing if
  /// that is not known at once.
  NodeValue take_son_value(Score value) {
    Frame& frame = path_.last();
    if (frame.son.pass) {
      steps_.take_pass(frame, value);
      return std::nullopt;
    }
    if (steps_.search_again(frame.son, value, frame.node.beta))
      return enter_son();
    sharing_.son_ends(frame.ply, frame.son.depth);
    take_searched_son(frame, value, frame.move, frame.son.eldest);
    return std::nullopt;
  }

  /// Takes the value of a son of the last node that was searched here and need not be searched
  /// again. Inlined, because every leaf comes here.
  [[gnu::always_inline]] void take_searched_son(Frame& frame, Score value, Move move, bool eldest) {
    const auto complete = steps_.path_clock().reading();
    if (complete)
      frame.complete_son(*complete, delays_brothers(frame));
    frame.brothers_wait =
        own_.star && frame.type == NodeType::cut && frame.moves.next_is_promising();
    take_value(frame, value, move, eldest, complete.value_or(0));
    if (eldest) {
      sharing_.take_eldest(frame);
      if (!frame.slaves.empty() || !frame.tested.empty()) [[unlikely]]
        decide_tested(frame);
    }
  }

  /// Returns true if the critical path has the younger brothers of the last node's current son wait
  /// for it.
  [[nodiscard]] bool delays_brothers(const Frame& frame) const {
    return (frame.brothers_wait && !sharing_.foreknows_eldest(frame)) ||
           !sharing_.worth_giving(frame);
  }

  // Tests of young brothers before the eldest son is valued: see EarlyTest

  /// Decides, now that the eldest son of the last node is valued, the young brothers that have been
  /// tested, and ends the tests against too high a guess.
  [[gnu::noinline]] void decide_tested(Frame& frame) {
    bool any = !frame.tested.empty();
    bool wrong = false;
    for (const auto& tested : frame.tested) {
      wrong = wrong || tested.test.guess > frame.lower();
      decide(frame, tested);
    }
    frame.tested.clear();
    std::erase_if(frame.slaves, [&](const auto& slave) {
      if (!slave.test)
        return false;
      any = true;
      if (slave.test->guess <= frame.lower())
        return false;
      wrong = true;
      ++own_counters_.slaves_stopped;
      send(slave.rank, ybwc::Recall{{rank(), slave.job}});
      search_again(frame, slave.move, *slave.test);
      return true;
    });
    if (any)
      sharing_.take_guess(frame, wrong);
  }

  /// Takes the value that a test of a young brother has returned.
  void take_test(Frame& frame, const ybwc::TestedSon<Move>& tested) {
    const bool high = tested.value > tested.test.guess; // beta may have fallen below the guess
    if (high && tested.value >= frame.node.beta) {
      frame.complete_son(tested.complete, false);
      take_value(frame, tested.value, tested.move, false, tested.complete);
    } else if (frame.brothers_wait) {
      frame.tested.push_back(tested);
    } else {
      decide(frame, tested);
    }
  }

  /// Decides a son by its test if the son is no better than its eldest brother, whose value is
  /// known, or than the node's alpha. Otherwise, the son is to be searched again.
  void decide(Frame& frame, const ybwc::TestedSon<Move>& tested) {
    const bool low = tested.value <= tested.test.guess;
    if (low && tested.value <= frame.lower()) {
      frame.complete_son(tested.complete, false);
      // Below alpha, the greatest upper bound of a son is the node's.
      take_value(frame, tested.value, tested.move, false, tested.complete);
      return;
    }
    if (!low)
      frame.times.next_son = std::max(frame.times.next_son, tested.complete);
    search_again(frame, tested.move, tested.test);
  }

  void search_again(Frame& frame, Move move, const ybwc::EarlyTest& test) {
    sharing_.test_again();
    frame.undecided.push_back({move, test.depths});
  }

  /// Takes the value of the last job's root. If the root must be searched again, begins that
  /// search, and returns its value, or nothing if that is not known at once. Otherwise ends the
  /// job, and returns nothing.
  NodeValue take_job_value(Score value) {
    auto& own = path_.last_job();
    if (steps_.search_again(own.search, value, own.job.beta))
      return enter_job();
    if (own.job.ply == 0)
      root_value_ = -value;
    else
      send(own.job.id.master, ybwc::Answer{own.job.id, value, steps_.path_clock().now()});
    path_.end_job();
    return std::nullopt;
  }

  /// Takes the value of a son, found here or by a slave, into the result of its father. The son is
  /// complete at the time `complete`.
  void take_value(Frame& father, Score value, Move move, bool eldest, double complete) {
    if (value > father.node.score) // true of few values
      take_best_value(father, value, move, eldest, complete);
  }

  void take_best_value(Frame& father, Score value, Move move, bool eldest, double complete) {
    const Score before = father.lower();
    if (worker_.improve(father.node, value, father.position, move, father.ply, eldest))
      cut_off(father, complete);
    else if (father.lower() > before)
      spread_bounds(path_.index_of(father), complete);
  }

  // Narrower windows. They became known at the time `known`, by the clock of the critical path.

  /// Narrows the windows of the sons being searched, here and by slaves, of the node at `index`,
  /// whose window has become narrower.
  void spread_bounds(std::size_t index, double known) {
    while (true) {
      const Frame& frame = path_[index];
      for (const auto& slave : frame.slaves) {
        if (slave.test)
          continue;
        ++own_counters_.bounds_sent;
        send(slave.rank,
             ybwc::NewBounds{{rank(), slave.job}, frame.lower(), frame.node.beta, known});
      }
      const std::size_t father = index++;
      if (index == path_.size() || path_.job_begins_at(index))
        return;
      if (frame.son.scouting) {
        scout_above(father, known);
        return;
      }
      if (!narrow(index, -frame.node.beta, -frame.lower(), known))
        return;
    }
  }

  /// Begins the scout of a node's son again if the node's alpha has risen above the scout's.
  void scout_above(std::size_t father, double known) {
    Frame& frame = path_[father];
    if (frame.lower() <= frame.son.alpha)
      return;
    ++own_counters_.scouts_moved;
    drop_below(father);
    frame.son.alpha = frame.lower();
    steps_.path_clock().set(known);
    if (const auto value = enter_son())
      hand_up(*value);
  }

  /// Begins the scout of a job's root again if the job's alpha has risen above the scout's.
  void scout_job_above(std::size_t index, double known) {
    auto& own = path_.job(index);
    if (own.job.alpha <= own.search.alpha)
      return;
    ++own_counters_.scouts_moved;
    drop(own.base, index + 1);
    own.search.alpha = own.job.alpha;
    steps_.path_clock().set(known);
    if (const auto value = enter_job())
      hand_up(*value);
  }

  /// Narrows the window of the node at `index` to the part inside the window from `alpha` to
  /// `beta`. Cuts off the node if that closes its window. Returns true if the window has become
  /// narrower and is still open.
  [[nodiscard]] bool narrow(std::size_t index, Score alpha, Score beta, double known) {
    if (!path_[index].narrow(alpha, beta))
      return false;
    if (!path_[index].cut_off())
      return true;
    ++own_counters_.bound_cutoffs;
    cut_off(path_[index], known);
    return false;
  }

  /// Cuts off a node: gives up its remaining sons and everything below it. The cut-off happens at
  /// `time`, by the clock of the critical path.
  void cut_off(Frame& frame, double time) {
    if (&frame != &path_.last()) {
      ++own_counters_.jumps;
      drop_below(path_.index_of(frame));
    }
    recall_slaves(frame);
    frame.cut_off_at(time);
  }

  // Leaving nodes

  /// Leaves everything below the node `index`, which becomes the last.
  void drop_below(std::size_t index) { drop(index + 1, path_.jobs_down_to(index)); }

  /// Leaves all nodes and jobs except the first `nodes` and `jobs`.
  void drop(std::size_t nodes, std::size_t jobs) {
    for (std::size_t i = nodes; i < path_.size(); ++i)
      recall_slaves(path_[i]);
    own_counters_.jobs_given_up += path_.jobs() - jobs;
    path_.cut_back(nodes, jobs);
  }

  void recall_slaves(Frame& frame) {
    for (const auto& slave : frame.slaves) {
      ++own_counters_.slaves_stopped;
      if (!stopped_)
        send(slave.rank, ybwc::Recall{{rank(), slave.job}});
    }
    frame.slaves.clear();
    frame.tested.clear();
    frame.undecided.clear();
  }

  // Waiting

  /// Asks for work, and waits for a message. Not inlined, so that the loop around it is short.
  [[gnu::noinline]] void find_work() {
    worker_.rest();
    stealing_.serve_kept_requests();
    stealing_.show_work();
    stealing_.ask_anybody();
    receive(worker_.processor.wait());
  }

  /// Waits for a message at the last node, whose remaining sons are all with slaves or await a
  /// reply. Not inlined, because few nodes wait.
  [[gnu::noinline]] void wait_for_slaves() {
    Frame& frame = path_.last();
    if (!frame.waited_at)
      ++own_counters_.waits_for_slaves;
    frame.waited_at = true;
    stealing_.serve_kept_requests();
    stealing_.pass_kept_requests_down();
    stealing_.show_work();
    stealing_.ask_slave();
    receive(worker_.processor.wait());
  }

  // Messages

  void look_for_messages() {
    if (auto message = worker_.processor.poll()) [[unlikely]]
      receive_all(std::move(message));
    stealing_.serve_kept_requests();
    stealing_.show_work();
  }

  /// Receives `message`, which a poll has found, and all that have come since. Not inlined, because
  /// most polls find no message.
  [[gnu::noinline]] void receive_all(std::optional<Message> message) {
    sharing_.begin_messages();
    for (; message; message = worker_.processor.poll())
      receive(*message);
    sharing_.end_messages();
  }

  void receive(const Message& message) {
    if (stopped_)
      return;
    sharing_.disturb();
    Content::visit(message, [&](const auto& content) { take(content, message.from); });
  }

  void take(const ybwc::Request& request, int /*from*/) { stealing_.take(request); }
  void take(const ybwc::Refusal& /*refusal*/, int /*from*/) { stealing_.take_refusal(); }

  void take(const Job& job, int from) {
    ybwc::require(from == job.id.master && !path_.find_job(job.id), "a job has two masters");
    if (stealing_.take_job())
      begin_job(job);
  }

  void take(const ybwc::NewBounds& bounds, int from) {
    ybwc::require(from == bounds.id.master, "bounds from somebody else than the master");
    const auto found = path_.find_job(bounds.id);
    if (!found)
      return;
    auto& [job, search, base, helping] = path_.job(*found);
    ybwc::require(bounds.alpha >= job.alpha && bounds.beta <= job.beta, "a window gets wider");
    job.alpha = bounds.alpha;
    job.beta = bounds.beta;
    if (search.scouting)
      scout_job_above(*found, bounds.known);
    else if (narrow(base, -job.beta, -job.alpha, bounds.known))
      spread_bounds(base, bounds.known);
  }

  void take(const ybwc::Recall& recall, int from) {
    ybwc::require(from == recall.id.master, "a recall by somebody else than the master");
    if (const auto job = path_.find_job(recall.id))
      drop(path_.job(*job).base, *job);
  }

  void take(const ybwc::Answer& answer, int from) {
    sharing_.took_answer();
    for (std::size_t i = 0; i < path_.size(); ++i) {
      auto& slaves = path_[i].slaves;
      const auto slave = std::find_if(slaves.begin(), slaves.end(), [&](const auto& known) {
        return known.job == answer.id.number;
      });
      if (slave == slaves.end())
        continue;
      ybwc::require(slave->rank == from, "somebody else than the slave answers");
      ++own_counters_.jobs_answered;
      const Move move = slave->move;
      const auto test = slave->test;
      slaves.erase(slave);
      if (test) {
        take_test(path_[i], {move, *test, answer.value, answer.complete});
      } else {
        path_[i].complete_son(answer.complete, false);
        take_value(path_[i], answer.value, move, false, answer.complete);
      }
      // A helped slave that has answered does not need the help any more.
      if (path_[i].slaves.empty() && i + 1 < path_.size() && path_.job_begins_at(i + 1))
        drop_below(i);
      return;
    }
  }

  void take(const ybwc::Stop& /*stop*/, int /*from*/) { stop(); }

  /// Ends the search. Tells this processor's sons in the binomial tree, and drops all work.
  void stop() {
    for_binomial_sons(rank(), worker_.processor.processors(),
                      [&](int son) { send(son, ybwc::Stop{}); });
    stopped_ = true;
    drop(0, 0);
  }

  template <class Kind> void send(int to, const Kind& content) {
    Content::send(worker_.processor, to, content);
  }

  // Small things

  [[nodiscard]] int rank() const { return worker_.processor.rank(); }

  Worker<P, M> worker_;
  FrameSteps<P, M> steps_;
  YbwcSettings own_;
  YbwcCounters own_counters_;
  ybwc::Path<P, M> path_;
  Sharing sharing_;
  ybwc::WorkStealing<P, M, Sharing> stealing_;
  bool stopped_ = false;
  Score root_value_ = 0;
  std::optional<Score> last_value_; ///< the root's value in the iteration before
  std::vector<IterationResult> results_;
  NodesByIteration nodes_;
};

/// Runs one processor's part of YBWC. Its nodes cost `node_cost` times as much work as the
/// recursive search's.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const YbwcSettings& own, SearchSettings settings, const P& root,
                                   M& processor) {
  settings.costs = settings.costs * own.node_cost;
  return Ybwc<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
