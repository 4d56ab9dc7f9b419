#pragma once

#include "algorithms/search/iterations.hpp"
#include "algorithms/search/nodes_by_iteration.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/split_points/handlers.hpp"
#include "algorithms/split_points/messages.hpp"
#include "algorithms/split_points/node_content.hpp"
#include "algorithms/split_points/settings.hpp"
#include "algorithms/split_points/watched_words.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// Young Brothers Wait with split points in shared memory under locks, as engines had it until Lazy
/// SMP. The source is Stockfish 6 (January 2015): `Thread::split`, `Thread::idle_loop` and the
/// search of a split point, read in its program. Crafty has the same structure.
///
/// A processor that has searched a son of a node, deep enough, may make the node a split point, and
/// is its master. It claims all processors that are idle as its slaves, and wakes them. Master and
/// slaves take the further sons one by one under the split point's lock. A better value narrows the
/// window of the sons taken after it, and that of a second search. A value that cuts off the node
/// ends the search of all at it, and at all split points below.
///
/// A processor opens no split point while all processors at the one that it works at are still
/// searching there, and more may join. It has at most 8 open ones.
///
/// - Helpful master: when no son is left, the master waits for its slaves. Meanwhile a slave can
///   claim it for a split point below.
/// - Late join: a processor that has left a split point looks once for another one, which no
///   processor has left yet, and joins it. A master joins only those of its slaves.
///
/// Stockfish from February to October 2015, after version 6, has at most 4 processors at a split
/// point, and joins that with the fewest split points above (changes d65f75c and e2226cb). Both are
/// options.
///
/// The split points are in the memory of their masters. Every processor shows in a Notice whether
/// it is idle, and which split point is its latest. A processor looks in every interior node
/// whether one of the split points that it works below is over. On a machine with coherent caches
/// (WatchesWords), that look and one at a notice cost nothing unless the word has changed. On other
/// machines each costs an access. Messages remain for three purposes. A master wakes a slave, the
/// last slave wakes its master, and processor 0 ends the search.
///
/// Where this search differs from Stockfish 6:
///
/// - A split point is opened only if a son is left.
/// - Claims are made by an atomic operation on the slave's notice, and not under one lock for all
///   threads.
/// - The lowest depth of a split point is an option. Stockfish takes 4 plies with less than 8
///   threads, and 7 with 8 or more.
/// - A slave makes the moves from the root and generates those of the node, where Stockfish's slave
///   copies the position and takes moves from the master's list. In simulations this costs no work.
/// - After a reduced search, the null-window search to full depth keeps the son's first alpha.
///   Stockfish takes the latest.
/// - A master that wants to join late asks once which processors are its slaves. Stockfish asks
///   again when it joins.
template <Position P, Processor M> class SplitPoints {
public:
  SplitPoints(M& processor, const SearchSettings& settings, const SplitPointsSettings& own)
      : worker_(processor, settings),
        own_(own),
        hooks_{*this},
        recursive_(worker_, hooks_),
        nodes_(worker_.counters),
        notices_(processor) {}
  SplitPoints(const SplitPoints&) = delete;
  SplitPoints& operator=(const SplitPoints&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    root_ = &root;
    until_stopped([&] {
      if (rank() == 0)
        lead();
      else
        serve();
    });
    return {std::move(results_), nodes_.until_now(), worker_.counters, named(own_counters_)};
  }

private:
  using Id = split_points::SplitPointId;
  using State = split_points::SplitPointState;
  using Status = split_points::ProcessorStatus;

  /// Hooks of the recursive search: see SearchHooks.
  struct Hooks {
    SplitPoints& self;

    [[nodiscard]] bool interrupts() { return self.over(); }
    static void arrange(OrderedMoves<P>& /*moves*/, int /*ply*/) {}
    static void enter(NodeResult& /*node*/) {}
    static void leave() {}
  };

  /// A node whose sons are searched at a split point, as one of the processors there sees it.
  struct Node {
    const P& position;
    int depth;
    Score beta;
    int ply;
    OrderedMoves<P>& moves;
  };

  /// A split point on the line of play that this processor works on.
  using Watched = split_points::WatchedSplitPoint<M>;

  // Iterations

  void lead() {
    std::optional<Score> expected;
    for (int depth = 1; worker_.continues_to(depth); ++depth) {
      nodes_.enter(depth);
      begin_iteration(worker_.processor);
      const auto root = worker_.aspire(expected, [&](Score alpha, Score beta) {
        const auto result = search(*root_, alpha, beta, depth, 0);
        return RootResult{result.score, result.move};
      });
      expected = root.value;
      results_.push_back({depth, root.value, root.move, worker_.processor.now()});
      show_iteration(worker_.processor, results_.back());
    }
    stop();
  }

  /// Works as a slave until the search is over.
  void serve() {
    show(Status::Kind::idle);
    while (!stopped_) {
      worker_.rest();
      await_message(Status::Kind::idle);
    }
  }

  /// Ends the search. Tells this processor's sons in the binomial tree.
  void stop() {
    for_binomial_sons(rank(), processors(), [&](int son) {
      split_points::Content::send(worker_.processor, son, split_points::Stop{});
    });
    stopped_ = true;
  }

  // Searching

  NodeResult search(const P& position, Score alpha, Score beta, int depth, int ply,
                    bool passed = false) {
    if (depth < own_.min_split_depth)
      return recursive_.search(position, alpha, beta, depth, ply, passed);
    return search_node(worker_, position, alpha, beta, depth, ply,
                       [&](NodeResult& node, OrderedMoves<P>& moves) {
                         return pass_cuts_off(position, node, ply, passed) ||
                                search_sons(position, node, ply, moves);
                       });
  }

  [[nodiscard]] bool pass_cuts_off(const P& position, NodeResult& node, int ply, bool passed) {
    return worker_.pass_cuts_off(
        position, node, ply, passed, [&](const P& son, Score alpha, Score beta, int depth) {
          line_.push_back(0);
          const Score value = -search(son, -beta, -alpha, depth, ply + 1, true).score;
          line_.pop_back();
          return value;
        });
  }

  /// Searches the sons of a node. Returns false if the search has been given up.
  bool search_sons(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    if (over())
      return false;
    if (!order_sons(worker_, position, node, moves, ply))
      return true;
    if (!worker_.find_first_move(position, node, moves, ply, [&](NodeResult& shallow) {
          return search_in_order(position, shallow, ply, moves);
        }))
      return false;
    return search_in_order(position, node, ply, moves);
  }

  /// Searches the sons of a node in the order of `moves`, at a split point as soon as the node may
  /// become one. Returns false if the search has been given up.
  bool search_in_order(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    const Node own{position, node.depth, node.beta, ply, moves};
    while (const auto* const move = moves.next()) {
      const Score value = search_son(own, *move, std::max(node.alpha, node.score),
                                     [](Score alpha) { return alpha; });
      if (worker_.interrupted())
        return false;
      if (worker_.improve(node, value, position, *move, ply, moves.at_eldest()))
        return true;
      if (may_split(node, moves))
        return split(own, node);
    }
    return true;
  }

  /// Searches the son of a node that `move` leads to, and returns its value for the node.
  /// `raised(alpha)` returns the alpha of a second search whose first search has proved `alpha`.
  template <class Raised>
  [[nodiscard]] Score search_son(const Node& node, typename P::Move move, Score lower,
                                 Raised raised) {
    const P son = node.position.after(move);
    line_.push_back(move.code());
    const Score value = worker_.search_son(
        son, node.ply + 1, node.moves.at_eldest(), lower, node.beta,
        worker_.begin_son(node.position, node.depth, son, node.moves, node.ply),
        [&](Score alpha, Score beta, int depth, bool again) {
          if (again && beta > alpha + 1)
            alpha = raised(alpha);
          return alpha >= beta ? alpha : -search(son, -beta, -alpha, depth, node.ply + 1).score;
        });
    line_.pop_back();
    return value;
  }

  // Split points

  /// Returns true if a split point is over that this processor works at or below. The search is
  /// then interrupted. Takes a message, if one has come, and ignores it, because it can only be a
  /// call to wake up that came late.
  [[nodiscard]] bool over() {
    static_cast<void>(worker_.processor.poll());
    const auto is_over = [&](Watched& point) { return point.read(worker_.processor).over; };
    if (std::ranges::any_of(above_, is_over))
      worker_.interrupt();
    return worker_.interrupted();
  }

  [[nodiscard]] bool may_split(const NodeResult& node, const OrderedMoves<P>& moves) {
    return node.depth >= own_.min_split_depth && processors() > 1 && !moves.exhausted() &&
           open_.size() < SharedSplitPoints::of_each && above_.size() < SplitNode::max_above &&
           (above_.empty() || needs_more_work(above_.back().read(worker_.processor)));
  }
  /// Returns true if some processors may find no work at a split point with this state.
  [[nodiscard]] bool needs_more_work(const State& state) const {
    return !state.all_searching || (state.full && processors() > own_.max_processors);
  }

  /// Makes a node a split point. Returns when its sons have been searched, with the result in
  /// `node`. Returns false if the search has been given up.
  bool split(const Node& own, NodeResult& node) {
    const auto id = open(own, node);
    ++own_counters_.split_points;
    above_.emplace_back(id);
    search_sons_at(id, own);
    await_slaves(id);
    above_.pop_back();
    return close(id, node);
  }

  /// Opens a split point with the slaves that it finds.
  [[nodiscard]] Id open(const Node& own, const NodeResult& node) {
    const auto slaves = claim_slaves();
    split_points::Open opening;
    auto& content = opening.content;
    content.extent = {own.ply, own.moves.size(), above_.size()};
    content.iteration = nodes_.iteration();
    content.window = node;
    std::ranges::transform(above_, content.above.begin(),
                           [](const Watched& point) { return point.id().word(); });
    std::ranges::copy(line_, content.line.begin());
    split_points::write_moves(own.moves, own.position, content);
    opening.next = own.moves.progress().next;
    opening.most = own_.max_processors;
    opening.ranks = processors();
    opening.processors.set(static_cast<std::size_t>(rank()));
    for (const int slave : slaves)
      opening.processors.set(static_cast<std::size_t>(slave));
    auto id = Id::at(rank(), static_cast<std::uint32_t>(open_.size()), 0);
    ask(id.place, opening);
    id.generation = State::of(opening.word).generation;
    open_.push_back(id);
    show(Status::Kind::busy);
    for (const int slave : slaves)
      split_points::Content::send(worker_.processor, slave,
                                  split_points::Work{id.place, id.generation, content.extent});
    own_counters_.slaves_claimed += slaves.size();
    own_counters_.split_points_alone += slaves.empty() ? 1 : 0;
    return id;
  }

  /// Claims processors that are available, at most as many as the settings allow.
  [[nodiscard]] std::vector<int> claim_slaves() {
    std::vector<int> slaves;
    const auto most = (own_.max_processors == 0 ? processors() : own_.max_processors) - 1;
    for (int other = 0; other < processors() && std::cmp_less(slaves.size(), most); ++other) {
      if (other == rank())
        continue;
      const auto word = notices_.read(other);
      const auto status = Status::of(word);
      if (!is_available(status, other))
        continue;
      split_points::Claim claim{word};
      ask(static_cast<Key>(other), claim);
      notices_.saw(other, claim.word);
      if (!claim.claimed) {
        ++own_counters_.claims_lost;
        continue;
      }
      own_counters_.masters_claimed += status.kind == Status::Kind::waiting ? 1 : 0;
      slaves.push_back(other);
    }
    return slaves;
  }

  /// Returns true if another processor can become a slave of this one. A master can if this
  /// processor is one of the slaves for which it waits.
  [[nodiscard]] bool is_available(const Status& status, int other) const {
    if (status.kind != Status::Kind::waiting)
      return status.kind == Status::Kind::idle;
    return std::ranges::find(attended_, status.latest(other)) != attended_.end();
  }

  /// Closes a split point of this processor. Returns true if `node` has its result then, and false
  /// if it has been given up.
  [[nodiscard]] bool close(const Id& id, NodeResult& node) {
    split_points::Close closing;
    ask(id.place, closing);
    open_.pop_back();
    show(Status::Kind::busy);
    if (!closing.complete) {
      ++own_counters_.split_points_given_up;
      worker_.interrupt();
      return false;
    }
    node.score = closing.node.score;
    node.move = closing.node.move;
    return true;
  }

  /// Takes and searches sons at a split point until none is left, or the split point is over.
  void search_sons_at(const Id& id, const Node& node) {
    attended_.push_back(id);
    split_points::NextSon next{rank()};
    typename P::Move move{};
    while (true) {
      ask(id.place, next);
      above_.back().saw(next.word);
      if (next.cuts_off)
        count_cutoff(node, move);
      if (!next.taken)
        break;
      ++own_counters_.split_sons;
      move = take_move(node.moves, next.son);
      const Score value = search_son(
          node, move, next.lower, [&](Score alpha) { return std::max(alpha, inspect(id).lower); });
      const bool given_up = worker_.interrupted();
      own_counters_.sons_given_up += given_up ? 1 : 0;
      next = {rank(), !given_up, given_up ? 0 : value, move.code(), given_up};
    }
    attended_.pop_back();
    worker_.resume();
    if (next.last && id.owner() != rank())
      split_points::Content::send(worker_.processor, id.owner(), split_points::Done{});
  }

  void count_cutoff(const Node& node, typename P::Move move) {
    ++own_counters_.split_cutoffs;
    ++worker_.counters.cutoffs;
    worker_.ordering.record_cutoff(node.position, move, node.depth, node.ply);
  }

  /// Returns the move with index `son` in the order of `moves`, which must not have gone beyond.
  [[nodiscard]] static typename P::Move take_move(OrderedMoves<P>& moves, std::size_t son) {
    while (moves.progress().next < son)
      static_cast<void>(moves.next());
    return *moves.next();
  }

  /// Waits until all slaves have left this processor's split point, and helps them meanwhile.
  void await_slaves(const Id& id) {
    Watched point(id);
    if (point.read(worker_.processor).left)
      return;
    ++own_counters_.waits_for_slaves;
    if (own_.helpful_master)
      join_late(id);
    const auto kind = own_.helpful_master ? Status::Kind::waiting : Status::Kind::busy;
    show(kind);
    while (!point.read(worker_.processor).left)
      await_message(kind);
  }

  // Slaves

  /// Waits for a message. If it brings work, does the work and shows the status `kind` again.
  /// Others may come late, when this processor has been claimed since. They must not change the
  /// status.
  void await_message(Status::Kind kind) {
    const auto message = worker_.processor.wait();
    if (const auto* const work = split_points::Content::get_if<split_points::Work>(message)) {
      work_at(*work);
      show(kind);
    } else if (split_points::Content::get_if<split_points::Stop>(message) != nullptr) {
      stop();
    }
  }

  /// Works at a split point for which this processor has been claimed, and at others after that.
  void work_at(const split_points::Work& work) {
    const auto own = open_.empty() ? std::nullopt : std::optional(open_.back());
    split_points::require(join({work.place, work.generation}, work.extent, false),
                          "a split point is closed before its slave has come");
    join_late(own);
  }

  /// Joins split points one after the other, as long as one is found that lets this processor in.
  /// If `own` is a split point, joins only the latest of its slaves'.
  void join_late(const std::optional<Id>& own) {
    while (own_.late_join != LateJoin::none && processors() > 2) {
      const auto found = find_open(own);
      if (!found || !join(found->id, found->extent, true))
        return;
    }
  }

  struct Found {
    Id id;
    SplitNode::Extent extent;
  };

  /// Finds a split point to join, as the settings say.
  [[nodiscard]] std::optional<Found> find_open(const std::optional<Id>& own) {
    split_points::ReadProcessors slaves{processors()};
    if (own)
      ask(own->place, slaves);
    std::optional<Found> best;
    for (int other = 0; other < processors(); ++other) {
      if (other == rank() || (own && !slaves.processors.test(static_cast<std::size_t>(other))))
        continue;
      const auto found = open_split_point_of(other);
      if (found && (!best || found->extent.above < best->extent.above))
        best = found;
      if (best && own_.late_join == LateJoin::first)
        return best;
    }
    return best;
  }

  /// The latest split point of another processor, if it takes more processors.
  [[nodiscard]] std::optional<Found> open_split_point_of(int other) {
    const auto status = Status::of(notices_.read(other));
    if (!status.owns)
      return std::nullopt;
    const auto id = status.latest(other);
    const auto found = inspect(id);
    if (found.generation != id.generation || !found.takes_more)
      return std::nullopt;
    return Found{id, found.extent};
  }

  /// Works at a split point of another processor. Returns false if this processor comes too late.
  [[nodiscard]] bool join(const Id& id, const SplitNode::Extent& extent, bool late) {
    split_points::Join joining{id.generation, rank(), late};
    joining.content.extent = extent;
    ask(id.place, joining);
    if (late)
      ++(joining.joined ? own_counters_.late_joins : own_counters_.late_joins_lost);
    if (joining.joined)
      work_at(id, joining.content);
    return joining.joined;
  }

  /// Works at a split point of another processor until it has no more sons.
  void work_at(const Id& id, const SplitNode& content) {
    const auto phase = worker_.in_phase(open_.empty() ? Phase::searching : Phase::helping);
    const TopLine own_line = worker_.line(max_ply);
    auto line = std::exchange(line_, {});
    auto above = std::exchange(above_, {});
    for (std::size_t i = 0; i < content.extent.above; ++i)
      above_.emplace_back(Id::of(content.above[i]));
    above_.emplace_back(id);
    line_.assign(content.line.begin(), content.line.begin() + content.extent.ply);
    const bool watched = watcher_of(worker_.processor) != nullptr;
    const auto way = split_points::follow<P>(*root_, line_, watched);
    worker_.take_up(way.line);
    auto moves = split_points::read_moves(way.position, content);
    nodes_.enter(content.iteration);
    const auto& window = content.window;
    search_sons_at(id, {way.position, window.depth, window.beta, content.extent.ply, moves});
    line_ = std::move(line);
    above_ = std::move(above);
    if (!open_.empty())
      worker_.go_on_below(own_line);
  }

  // Shared memory

  /// Makes an access to the memory at `key`, and waits for the answer.
  template <class H> void ask(Key key, H& handler) {
    worker_.processor.ask(key, handler);
    worker_.processor.await_answer();
  }

  [[nodiscard]] split_points::Inspect inspect(const Id& id) {
    split_points::Inspect inspecting;
    ask(id.place, inspecting);
    return inspecting;
  }

  /// Shows the status of this processor to the others.
  void show(Status::Kind kind) {
    Status status{kind};
    if (!open_.empty()) {
      status.owns = true;
      status.slot = static_cast<std::uint32_t>(open_.size() - 1);
      status.generation = open_.back().generation;
    }
    worker_.processor.post(static_cast<Key>(rank()), split_points::ShowStatus{status.word()});
  }

  [[nodiscard]] int rank() const { return worker_.processor.rank(); }
  [[nodiscard]] int processors() const { return worker_.processor.processors(); }

  Worker<P, M> worker_;
  SplitPointsSettings own_;
  SplitPointsCounters own_counters_;
  Hooks hooks_;
  RecursiveSearch<P, M, Hooks> recursive_;
  NodesByIteration nodes_;
  split_points::WatchedNotices<M> notices_;
  const P* root_ = nullptr;
  std::vector<std::uint32_t> line_; ///< codes of the moves from the root to the current node
  std::vector<Watched> above_;      ///< split points on the current line of play, from the root on
  std::vector<Id> attended_;        ///< split points at which this processor searches sons
  std::vector<Id> open_;            ///< this processor's open split points
  std::vector<IterationResult> results_;
  bool stopped_ = false;
};

/// Runs one processor's part of a search with split points in shared memory.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const SplitPointsSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return SplitPoints<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
