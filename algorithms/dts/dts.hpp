#pragma once

#include "algorithms/dts/help.hpp"
#include "algorithms/dts/messages.hpp"
#include "algorithms/dts/owned_split_points.hpp"
#include "algorithms/dts/path.hpp"
#include "algorithms/dts/settings.hpp"
#include "algorithms/search/frame_steps.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/nodes_by_iteration.hpp"
#include "algorithms/search/own_messages.hpp"
#include "algorithms/search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// Dynamic Tree Splitting, the search of Cray Blitz, in αβ and in NegaScout. Sources: R. Hyatt,
/// thesis, University of Alabama at Birmingham, 1988; "The Dynamic Tree-Splitting Parallel Search
/// Algorithm", ICCA Journal 20(1), 1997.
///
/// Processors are peers. One that has run out of work asks for a node to help at. The others offer
/// the best node of their paths, at any height. The idle one chooses among these offers and joins
/// the processor there. The node becomes a split point, if it is not one already.
///
/// A split point has no master. All processors at it take its sons one by one. A better value
/// narrows the windows of all, and a cut-off ends the search of all. The last processor that finds
/// nothing left to do returns the node's value and continues the search above the node, whichever
/// processor began that search. The others have left before, and look for another node. A node
/// above a split point may be split, too. The search at the lower split point then belongs to the
/// search of one of the upper one's sons.
///
/// Nodes are chosen by type, and by the confidence in the type. The type is expected from the
/// node's place in the critical tree (Knuth & Moore). The confidence grows with the sons searched:
/// - All sons of PV nodes and ALL nodes must be searched. But a PV node needs the value of its
///   eldest son first, and what seemed an ALL node may be cut off.
/// - A CUT node needs only one son, unless some have failed to cut it off. It has then turned into
///   an ALL node, and its further sons are CUT nodes.
///
/// Our choices, where the sources that we have are silent, or need a shared memory:
/// - All communication is by messages at their usual cost, as in YBWC. In Cray Blitz, processors
///   look into each other's trees, and a split point is a block of shared memory with a lock. Here
///   a split point is owned by the processor out of whose path it was cut. The owner serves the
///   processors there whenever it looks for messages, which is in every interior node. Beyond that
///   the owner need not take part, and may be idle, or busy elsewhere. The owner also keeps the
///   path above the split point, up to the next split point. The last processor at the split point
///   takes this path over from the owner.
/// - An idle processor waits for the answers of all others, and then chooses. A processor with
///   nothing to offer remembers the request and is not asked again. When it has something, it makes
///   one late offer, which is declined if the asker has found work by then. A node is the subject
///   of no more open late offers than it has sons that no processor has begun. So idle processors
///   wait without sending messages.
/// - The deepest search is chosen, since it has most work left. Among equally deep searches, PV
///   nodes come first, then ALL nodes, then the node with most sons searched, and last that with
///   most sons left. If the node is over when the choice arrives, the processor asked gives the
///   best that it has then.
/// - The least depth of a split point, and the sons searched before ALL nodes and CUT nodes become
///   one, are options. Their defaults are ours.
/// - A son whose scout beats alpha is searched again by the same processor at once. When the alpha
///   of a scout rises, the scout begins again with the new alpha.
/// - A son whose search to less depth (Worker::son_depths) beats alpha is searched again to its
///   full depth. A node is no split point while its pass (null move) is searched. Each internal
///   search of a node counts as another node; see FrameSteps.
/// - A narrower window from above may cut off a node above a split point, or make a scout there
///   begin again. No processor is searching there. All processors below are then recalled, and the
///   path is orphaned. The first idle processor continues its search. That is the owner, or a
///   processor to which the owner offers this path before anything else.
/// - The processor that ends an iteration begins the next one or, with aspiration or in MTD(f),
///   searches the same one again with another window. The processor that ends the last one tells
///   all others, by a binomial tree, and they stop at once.
///
/// Windows narrow while nodes are searched, and scores are stored as bounds with respect to the
/// last window. Ybwc says why that is right. Nodes that are left because one above them is cut off
/// are not stored.
///
/// On one processor the nodes are those of SequentialSearch.
template <Position P, Processor M> class Dts {
public:
  Dts(M& processor, const SearchSettings& settings, const DtsSettings& own)
      : worker_(processor, settings),
        steps_(worker_),
        own_(own),
        owned_(processor.rank(), own_, own_counters_),
        seeking_(processor.rank(), processor.processors()),
        nodes_(worker_.counters) {}
  Dts(const Dts&) = delete;
  Dts& operator=(const Dts&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    until_stopped([&] {
      if (rank() == 0)
        begin_iteration(root, {});
      while (!stopped_)
        proceed();
    });
    return {std::move(results_), nodes_.until_now(), worker_.counters, named(own_counters_)};
  }

private:
  using Content = dts::Content<P>;
  using Frame = dts::Frame<P>;
  using Narrowed = dts::Narrowed;
  using Path = dts::Path<P>;
  using SonId = dts::SonId;
  using SplitPoint = dts::SplitPoint<P>;
  using Place = typename dts::OwnedSplitPoints<P>::Place;

  // The search

  /// Begins the next iteration, after those with the given `results`.
  void begin_iteration(const P& root, std::vector<IterationResult> results) {
    eldest::begin_iteration(worker_.processor);
    RootWindow window;
    if (!results.empty())
      window = worker_.root_window(results.back().value);
    search_root(root, std::move(results), window);
  }

  /// Begins to search the root with `window`, after iterations with the given `results`.
  void search_root(const P& root, std::vector<IterationResult> results, const RootWindow& window) {
    const int depth = static_cast<int>(results.size()) + 1;
    attend(Path{{},
                0,
                depth,
                root,
                0,
                -window.beta,
                -window.alpha,
                {depth, -window.beta, false, true},
                NodeType::pv,
                true,
                {},
                std::move(results),
                {},
                steps_.path_clock().now(),
                window});
  }

  /// Makes a step at the end of the path: enters a pass or a son, or ends a node. Without a path,
  /// looks for work.
  void proceed() {
    if (path_ && (path_->to_enter ? own_.polling == Polling::son : !path_->frames.back().begun))
      look_for_messages();
    receive_own();
    if (stopped_)
      return;
    if (!path_) {
      find_work();
    } else if (path_->to_enter) {
      steps_.path_clock().set(path_->begin);
      if (const auto value = enter_next())
        hand_up(*value);
    } else if (const auto value = advance()) {
      hand_up(*value);
    }
  }

  /// Makes `path` this processor's path, whose search the processor continues.
  void attend(Path path) {
    nodes_.enter(path.iteration);
    worker_.go_on_below(path.line, path.frames);
    path_ = std::move(path);
    path_->frames.reserve(static_cast<std::size_t>(worker_.settings.depth) + 1);
  }

  /// Enters the node that is to be entered at the end of the path. This is the current son of the
  /// last node or, without frames, the path's first node. Returns the entered node's value, or
  /// nothing if that is not known at once.
  NodeValue enter_next() {
    path_->to_enter = false;
    if (path_->frames.empty()) {
      worker_.take_up(path_->line);
      path_->search.alpha = std::max(path_->search.alpha, path_->alpha);
      return enter(path_->position, path_->search, path_->beta, path_->ply, path_->father);
    }
    Frame& father = path_->frames.back();
    father.son.alpha = std::max(father.son.alpha, father.lower());
    return enter_son(father, father.son_position());
  }

  /// Enters `son`, the current son of the last node, `father`. Returns the son's value, or nothing
  /// if that is not known at once.
  NodeValue enter_son(const Frame& father, const P& son) {
    return enter(son, father.son, father.node.beta, father.ply + 1, father.current_type(own_));
  }

  /// Enters a son whose father has the beta `father_beta` and the type `father`. Returns the son's
  /// value if that is known at once. Otherwise appends the son to the path, and returns nothing.
  /// Appending may move the nodes of the path in memory.
  NodeValue enter(const P& position, SonSearch search, Score father_beta, int ply,
                  NodeType father) {
    const auto entered = steps_.enter(position, search, father_beta, ply);
    if (!entered.value) {
      path_->frames.emplace_back(position, entered.node, ply, steps_.expected_type(search, father),
                                 next_number());
      steps_.prepare(path_->frames.back(), search.pass);
    }
    return entered.value;
  }

  /// Continues the search of the last node: enters its pass or its next son, or ends the node if no
  /// son is left. Returns the value of that pass, son or node, or nothing if it is not known at
  /// once.
  NodeValue advance() {
    Frame& frame = path_->frames.back();
    if (!frame.begun) {
      if (steps_.begin_pass(frame))
        return enter_next();
      steps_.begin_sons(frame);
    }
    const auto son = begin_next_son(frame);
    if (!son)
      return finish();
    if (own_.polling == Polling::son) { // enter the son after a look for messages
      path_->to_enter = true;
      return std::nullopt;
    }
    return enter_son(frame, *son);
  }

  /// Makes the next son of a node its current one. Returns the son's position, or nothing if no son
  /// is left.
  [[nodiscard]] std::optional<P> begin_next_son(Frame& frame) {
    const auto* const move = frame.moves.next();
    if (move == nullptr)
      return std::nullopt;
    frame.move = *move;
    const P son = frame.son_position();
    frame.son = steps_.first_search(frame, steps_.begin_son(frame, son));
    return son;
  }

  /// Ends the last node. Returns its value, or nothing if this was only an internal search of the
  /// node.
  NodeValue finish() {
    Frame& frame = path_->frames.back();
    if (steps_.deepen(frame)) {
      frame.renew(next_number());
      return std::nullopt;
    }
    const Score value = steps_.finish(frame);
    path_->frames.pop_back();
    return value;
  }

  // Values

  /// Hands a node's value to its father, which is on the path or is the split point above it.
  void hand_up(Score value) {
    NodeValue known = value;
    while (known)
      known = path_->frames.empty() ? take_path_value(-*known) : take_son_value(-*known);
  }

  /// Takes the value of a son of the last node, or of its pass. If the son must be searched again,
  /// enters it. Returns the value of the new search, or nothing if that is not known at once.
  NodeValue take_son_value(Score value) {
    Frame& frame = path_->frames.back();
    if (frame.son.pass) {
      steps_.take_pass(frame, value);
      return std::nullopt;
    }
    if (steps_.search_again(frame.son, value, frame.node.beta))
      return enter_next();
    const double complete = steps_.path_clock().now();
    frame.complete_son(complete, !frame.may_split(own_));
    ++frame.searched;
    if (improve(frame, value, frame.move, frame.son.eldest))
      frame.cut_off_at(complete);
    return std::nullopt;
  }

  /// Takes the value of the path's first node. If the node must be searched again, enters it, and
  /// returns the new search's value, or nothing if that is not known at once. Otherwise the path is
  /// done. Sends its value to the split point above, or ends the iteration, and returns nothing.
  NodeValue take_path_value(Score value) {
    if (steps_.search_again(path_->search, value, path_->beta))
      return enter_next();
    const Path done = *std::exchange(path_, std::nullopt);
    if (done.from_root()) {
      end_iteration(done, -value);
    } else {
      awaiting_ = true;
      send(done.above.owner, dts::Result{done.above, value, steps_.path_clock().now()});
    }
    return std::nullopt;
  }

  /// Takes a son's value into its father's result. Returns true if the value cuts the father off.
  [[nodiscard]] bool improve(Frame& frame, Score value, typename P::Move move, bool eldest) {
    return worker_.improve(frame.node, value, frame.position, move, frame.ply, eldest);
  }

  /// Takes the value of an iteration's root. The root may have to be searched again.
  void end_iteration(const Path& root, Score value) {
    results_ = root.results;
    RootWindow window = root.root_window;
    window.alpha = -root.beta;
    window.beta = -root.alpha;
    RootResult result{value, steps_.root_move()};
    if (worker_.open(window, result)) {
      search_root(root.position, results_, window);
      return;
    }
    results_.push_back({root.iteration, result.value, result.move, worker_.processor.now(),
                        steps_.path_clock().reading()});
    show_iteration(worker_.processor, results_.back());
    if (worker_.continues_to(root.iteration + 1)) {
      begin_iteration(root.position, results_);
    } else {
      awaiting_ = true;
      send(0, dts::Stop{results_});
    }
  }

  // Looking for work

  void find_work() {
    if (!awaiting_ && owned_.has_unattended()) {
      end_seeking();
      attend(owned_.take_unattended());
      return;
    }
    if (!awaiting_ && !seeking_.seeking())
      ask_for_help();
    serve_waiting();
    worker_.rest();
    receive(worker_.processor.wait());
  }

  /// Asks all others for a split point, except those that remember an earlier request.
  void ask_for_help() {
    ++own_counters_.help_broadcasts;
    for (const int other : seeking_.begin()) {
      ++own_counters_.processors_asked;
      send(other, dts::Help{});
    }
    join_best();
  }

  /// Joins the processor that has made the best offer. Does nothing without an offer.
  void join_best() {
    if (awaiting_)
      return;
    if (const auto found = seeking_.choose()) {
      ++own_counters_.joins_tried;
      awaiting_ = true;
      send(found->rank, dts::Join{found->offer.node, found->late});
    }
  }

  void end_seeking() {
    for (const auto& found : seeking_.end()) {
      if (found.late)
        decline(found.rank, found.offer.node);
    }
  }

  void decline(int to, dts::NodeNumber node) {
    ++own_counters_.offers_declined;
    send(to, dts::Decline{node});
  }

  // Being helped

  /// Makes late offers to the processors that wait for them.
  void serve_waiting() {
    while (!waiting_.empty()) {
      const auto place = owned_.best_place(path_, true);
      if (!place)
        return;
      ++own_counters_.late_offers;
      owned_.open_offer(*place);
      send(waiting_.next(), dts::Answer{true, place->offer});
    }
  }

  /// Gives the processor `to`, which joins, a son at `place`, or the orphaned path that `place`
  /// stands for.
  void give_work(int to, const Place& place) {
    if (place.path == nullptr) {
      ++own_counters_.paths_attended;
      hand_over(to, owned_.take_unattended());
      return;
    }
    ++own_counters_.joins;
    auto& point = owned_.split(place);
    dts::require(give_next_son(to, point), "a split point without sons is joined");
  }

  /// Gives the processor `to` the next son of a split point. Returns false if no son is left.
  [[nodiscard]] bool give_next_son(int to, SplitPoint& point) {
    Frame& node = point.node();
    const auto position = begin_next_son(node);
    if (!position)
      return false;
    const auto son = point.begin_son(rank(), to);
    send(to, dts::Work<P>{Path{son,
                               0,
                               point.path.iteration,
                               *position,
                               node.ply + 1,
                               node.lower(),
                               node.node.beta,
                               node.son,
                               node.current_type(own_),
                               true,
                               {},
                               {},
                               line_down(point.path.line, point.path.frames),
                               node.times.next_son}});
    return true;
  }

  /// Hands a path over to the processor `to`, which continues its search.
  void hand_over(int to, Path path) {
    if (to != rank()) {
      ++path.moved;
      for (auto& frame : path.frames)
        frame.offers_open = 0;
    }
    send(to, dts::Work<P>{std::move(path)});
  }

  // Split points

  /// Takes the value of a son of a split point from the processor `from`. That processor is given
  /// another son or, if it is the last, the path above. Otherwise it is dismissed. The son is
  /// complete at the time `complete`, by the clock of the critical path.
  void take_value(SplitPoint& point, std::uint32_t ticket, Score value, int from, double complete) {
    Frame& node = point.node();
    const auto son = *point.find(ticket);
    point.sons.erase(point.sons.begin() + (point.find(ticket) - point.sons.data()));
    ++node.searched;
    node.complete_son(complete, false);
    const Score before = node.lower();
    if (improve(node, value, son.move, son.eldest)) {
      ++own_counters_.split_cutoffs;
      recall_sons(point);
      node.cut_off_at(complete);
    } else if (node.lower() > before) {
      spread_bounds(point, complete);
    }
    if (give_next_son(from, point))
      ++own_counters_.sons_passed_on;
    else if (point.sons.empty())
      return_above(point, from);
    else
      dismiss(from, own_counters_.dismissals);
  }

  /// Hands the path of a split point to the last processor there, `last`, which returns the value.
  void return_above(SplitPoint& point, int last) {
    ++own_counters_.returns;
    if (last != rank())
      ++own_counters_.returns_by_others;
    hand_over(last, owned_.remove(point));
  }

  void dismiss(int to, std::uint64_t& counter) {
    ++counter;
    send(to, dts::Dismissal{});
  }

  void recall_sons(SplitPoint& point) {
    for (const auto& son : point.sons) {
      ++own_counters_.sons_recalled;
      send(son.holder, dts::Recall{{rank(), point.node().number, son.ticket}});
    }
    point.sons.clear();
  }

  /// Sends the new window of a split point to all processors there. The window became known at the
  /// time `known`, by the clock of the critical path.
  void spread_bounds(SplitPoint& point, double known) {
    const Frame& node = point.node();
    for (const auto& son : point.sons) {
      ++own_counters_.bounds_shared;
      send(son.holder,
           dts::NewBounds{{rank(), node.number, son.ticket}, node.lower(), node.node.beta, known});
    }
  }

  void count(Narrowed narrowed) {
    if (narrowed == Narrowed::cut_off)
      ++own_counters_.cutoffs_from_above;
    else if (narrowed == Narrowed::scout)
      ++own_counters_.scouts_restarted;
  }

  /// Narrows the windows of a path that ends with a split point. If that cuts off a node, or makes
  /// a scout begin again, recalls the processors at the split point and orphans the path.
  void narrow(SplitPoint& point, const dts::NewBounds& bounds) {
    const auto sons = point.sons;
    const auto node = point.node().number;
    const auto narrowed = point.path.narrow(bounds.alpha, bounds.beta, bounds.known);
    count(narrowed);
    if (narrowed == Narrowed::through) {
      spread_bounds(point, bounds.known);
    } else if (narrowed != Narrowed::above) {
      for (const auto& son : sons) {
        ++own_counters_.sons_recalled;
        send(son.holder, dts::Recall{{rank(), node, son.ticket}});
      }
      ++own_counters_.split_points_dropped;
      owned_.leave_unattended(owned_.remove(point));
    }
  }

  // Messages

  void look_for_messages() {
    while (auto message = worker_.processor.poll())
      receive(std::move(*message));
    serve_waiting();
  }

  void receive(Message message) {
    take_content(message);
    receive_own();
  }

  /// Handles the messages that this processor has sent to itself.
  void receive_own() {
    own_messages_.receive([&](auto& message) { take_content(message); });
  }

  void take_content(Message& message) {
    if (!stopped_)
      Content::visit(message, [&](auto& known) { take(known, message.from); });
  }

  void take(const dts::Help& /*help*/, int from) {
    const auto place = owned_.best_place(path_, false);
    if (place)
      ++own_counters_.offers;
    else
      waiting_.add(from);
    send(from, dts::Answer{false, place ? std::optional(place->offer) : std::nullopt});
  }

  void take(const dts::Answer& answer, int from) {
    if (seeking_.take(from, answer))
      join_best();
    else if (answer.late)
      decline(from, answer.offer->node);
  }

  void take(const dts::Decline& decline, int /*from*/) { owned_.close_offer(path_, decline.node); }

  void take(const dts::Join& join, int from) {
    if (join.late)
      owned_.close_offer(path_, join.node);
    auto place = owned_.find_place(path_, join.node);
    if (!place)
      place = owned_.best_place(path_, false);
    if (place) {
      give_work(from, *place);
    } else {
      ++own_counters_.joins_refused;
      waiting_.add(from);
      send(from, dts::Refusal{});
    }
  }

  void take(const dts::Refusal& /*refusal*/, int from) {
    awaiting_ = false;
    seeking_.take_refusal(from);
    join_best();
  }

  void take(dts::Work<P>& work, int from) {
    dts::require(awaiting_ && !path_, "work that has not been asked for");
    awaiting_ = false;
    end_seeking();
    attend(std::move(work.path));
    if (from != rank() && path_->moved > 0 && !path_->from_root())
      send(path_->above.owner, dts::Moved{path_->above, path_->moved, path_->alpha, path_->beta});
  }

  void take(const dts::Dismissal& /*dismissal*/, int /*from*/) {
    dts::require(awaiting_ && !path_, "a dismissal of a processor that is not at a split point");
    awaiting_ = false;
  }

  void take(const dts::Result& result, int from) {
    SplitPoint* const point = owned_.find_point(result.id.node);
    if (point != nullptr && point->find(result.id.ticket) != nullptr)
      take_value(*point, result.id.ticket, result.value, from, result.complete);
    else
      dismiss(from, own_counters_.results_late);
  }

  void take(const dts::NewBounds& bounds, int /*from*/) {
    if (path_ && path_->above == bounds.id)
      count(path_->narrow(bounds.alpha, bounds.beta, bounds.known));
    else if (auto* const point = owned_.find_point_below(bounds.id))
      narrow(*point, bounds);
    else if (auto* const path = owned_.find_unattended(bounds.id))
      count(path->narrow(bounds.alpha, bounds.beta, bounds.known));
  }

  void take(const dts::Recall& recall, int /*from*/) {
    if (path_ && path_->above == recall.id) {
      own_counters_.nodes_abandoned += path_->frames.size();
      path_.reset();
    } else if (auto* const point = owned_.find_point_below(recall.id)) {
      own_counters_.nodes_abandoned += point->path.frames.size();
      ++own_counters_.split_points_dropped;
      recall_sons(*point);
      static_cast<void>(owned_.remove(*point));
    } else if (auto* const path = owned_.find_unattended(recall.id)) {
      own_counters_.nodes_abandoned += path->frames.size();
      owned_.remove_unattended(*path);
    }
  }

  void take(const dts::Moved& moved, int from) {
    SplitPoint* const point = owned_.find_point(moved.son.node);
    auto* const son = point != nullptr ? point->find(moved.son.ticket) : nullptr;
    if (son == nullptr) {
      send(from, dts::Recall{moved.son});
      return;
    }
    if (moved.moved <= son->moved)
      return;
    son->holder = from;
    son->moved = moved.moved;
    const Frame& node = point->node();
    if (node.lower() > moved.alpha || node.node.beta < moved.beta)
      send(from, dts::NewBounds{moved.son, node.lower(), node.node.beta, node.times.complete});
  }

  /// Ends the search. Tells this processor's sons in the binomial tree, and drops all work.
  void take(const dts::Stop& stop, int /*from*/) {
    results_ = stop.results;
    for_binomial_sons(rank(), processors(), [&](int son) { send(son, stop); });
    path_.reset();
    owned_.clear();
    stopped_ = true;
  }

  template <class Kind> void send(int to, Kind content) {
    own_messages_.send(worker_.processor, to, Content::message(rank(), std::move(content)));
  }

  // Small things

  [[nodiscard]] int rank() const { return worker_.processor.rank(); }
  [[nodiscard]] int processors() const { return worker_.processor.processors(); }

  /// Returns a number for a new node. No other node of the search has that number.
  [[nodiscard]] dts::NodeNumber next_number() {
    const auto ranks = static_cast<dts::NodeNumber>(processors());
    return ++nodes_entered_ * ranks + static_cast<dts::NodeNumber>(rank());
  }

  Worker<P, M> worker_;
  FrameSteps<P, M> steps_;
  DtsSettings own_;
  DtsCounters own_counters_;
  std::optional<Path> path_; ///< this processor's path, or nothing
  bool awaiting_ = false;    ///< true while this processor waits for an answer that may bring work
  dts::OwnedSplitPoints<P> owned_;
  dts::HelpSeeking seeking_;
  dts::WaitingProcessors waiting_;
  OwnMessages own_messages_;
  bool stopped_ = false;
  std::uint64_t nodes_entered_ = 0;
  std::vector<IterationResult> results_;
  NodesByIteration nodes_;
};

/// Runs one processor's part of DTS. Its nodes cost `node_cost` times as much work as the recursive
/// search's.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const DtsSettings& own, SearchSettings settings, const P& root,
                                   M& processor) {
  settings.costs = settings.costs * own.node_cost;
  return Dts<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
