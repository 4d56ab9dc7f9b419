#pragma once

#include "algorithms/felten_otto/messages.hpp"
#include "algorithms/felten_otto/settings.hpp"
#include "algorithms/felten_otto/teams.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/nodes_by_iteration.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// The search of the chess program Waycool, recursive PV-splitting by teams (E. W. Felten and S. W.
/// Otto, "Chess on a hypercube", 1988). We know the paper by its abstract. We know the search by
/// the authors' section 14.3 of G. C. Fox, R. D. Williams and P. C. Messina, "Parallel Computing
/// Works!", 1994, which says:
/// - Processors are organized in a hierarchy: a master controls several teams, the master of each
///   of these several subteams, and so on. At a node a master gives sons to his slaves, the teams,
///   one at a time. A slave that has finished gets the next son. Each team can split again further
///   down (14.3.3).
/// - The transposition table, distributed over all processors, tells the type of a node. At a node
///   of type 2 only the first son need be searched, at one of type 3 all must be. If the table
///   suggests a move, that is searched first, by the master with all of his slaves, who may share
///   the work further down. If it suggests none, or that does not cut the node off, the sons that
///   are left are searched in parallel (14.3.3).
/// - Masters wait for values, and update the bounds (14.3.4).
/// - Dynamic load balancing (14.3.4) concerns hot spots. A search may be a hot spot if it has
///   lasted for a least time, and a least number of its master's slaves are idle. The master halts
///   the search, makes one large team of his idle slaves, and begins the search again there. This
///   happens at all levels, and concerns only a master and his slaves. The two parameters are
///   tuned; their values are not given. Load balancing has made the program three times as fast,
///   with a speedup of 101 on 256 processors (abstract).
/// - 16 processors have one level (14.3.5).
///
/// The rest is our choice:
/// - A master only waits, as the text says. In a team of two the first processor searches
///   sequentially, because either one could only wait for the other.
/// - A master has up to `max_slaves` slaves, by default 16, because theirs has at least 15. The
///   slaves of a larger team form subteams, about the same number for every master (see
///   `subteams`).
/// - The table suggests the move of an entry whose bound is a lower one or exact. If the last
///   search failed low, nothing speaks for its move. The node is then taken for one of type 3, as
///   is one without an entry.
/// - In NegaScout a node with an open window is of type 1, whatever was found before its window was
///   opened. Any move of the entry is searched first there.
/// - A last son is searched by the whole team, too.
/// - In NegaScout a slave searches his son with a null window first, and again if need be. He omits
///   the null window if none of the son's brothers has a value yet.
/// - New bounds reach the nodes of a slave and of his own slaves as in PvSplit. A son is sent as
///   the moves from the root, and the ranks of its team.
/// - A team splits nodes of depth `min_depth` or more. Its master searches others sequentially.
/// - A cut-off recalls the slaves. The master leaves a node when all of them have answered.
/// - The search shot down is the one that has lasted longest. The processors that are halted belong
///   to the large team, which is led by its lowest rank, and ends with the node.
/// - A master looks for hot spots when a slave has become idle. If the oldest search is not old
///   enough yet, its processor is told the time that is left, and then halts by itself. A processor
///   that waits for slaves of its own looks at the clock only when a message comes.
/// - The parameters' defaults do well in chess, Othello and checkers on the simulated T3D.
/// - The whole team deepens internally. That finds the first move, but does not count as a
///   suggestion. Otherwise hardly any node would be of type 3.
template <Position P, Processor M> class FeltenOtto {
public:
  FeltenOtto(M& processor, const SearchSettings& settings, const FeltenOttoSettings& own)
      : worker_(processor, settings),
        own_(own),
        hooks_{*this},
        recursive_(worker_, hooks_),
        nodes_(worker_.counters) {}
  FeltenOtto(const FeltenOtto&) = delete;
  FeltenOtto& operator=(const FeltenOtto&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    until_stopped([&] {
      if (rank() == 0)
        lead(root);
      else
        serve();
    });
    return {std::move(iterations_), nodes_.until_now(), worker_.counters, named(own_counters_)};
  }

private:
  using Move = typename P::Move;
  using Team = felten_otto::Team;
  using Son = felten_otto::Son<P>;
  using Result = felten_otto::Result;
  using NewBound = felten_otto::NewBound;
  using Halt = felten_otto::Halt;
  using Dismissal = felten_otto::Dismissal;
  using Content = felten_otto::Content<P>;

  /// Hooks of the recursive search; see SearchHooks.
  struct Hooks {
    FeltenOtto& self;

    [[nodiscard]] bool interrupts() {
      while (auto message = self.worker_.processor.poll())
        self.receive(*message);
      self.halt_if_due();
      return self.worker_.interrupted();
    }
    void arrange(OrderedMoves<P>& /*moves*/, int /*ply*/) {}
    void enter(NodeResult& node) {
      self.path_.push_back(&node);
      self.narrow(self.path_.size() - 1);
    }
    void leave() { self.path_.pop_back(); }
  };

  /// A son that a team is searching.
  struct Given {
    Son son;
    Move move;
    bool eldest;
    double since; ///< time at which the search began, in seconds
  };
  /// A slave of a master: a team, and the son that it searches, or nothing if it is idle.
  struct Slave {
    Team team;
    std::optional<Given> given{};
  };
  /// A node whose sons are searched by slaves, for their master.
  struct Split {
    const P& position;
    NodeResult& node;
    OrderedMoves<P>& moves;
    int ply;
    std::vector<Slave> slaves;
    bool cut_off = false;
    /// Rank of the master of the slave that has been told to give up a hot spot, or nothing.
    std::optional<int> halting{};

    [[nodiscard]] Score alpha() const { return std::max(node.alpha, node.score); }
    [[nodiscard]] std::size_t idle() const {
      return static_cast<std::size_t>(std::count_if(
          slaves.begin(), slaves.end(), [](const Slave& slave) { return !slave.given; }));
    }
  };

  template <class Kind> void send(int to, const Kind& content) {
    Content::send(worker_.processor, to, content);
  }

  void receive(const Message& message) {
    Content::visit(message, [&](const auto& content) { handle(message.from, content); });
  }

  // Searching as the master of a team.

  /// Searches a position with a team, on the team's master. The result means nothing if the Worker
  /// has been interrupted. `passed` is true if the move that led to the position is a pass.
  NodeResult search_team(const Team& team, const P& position, Score alpha, Score beta, int depth,
                         int ply, bool passed = false) {
    if (!felten_otto::is_shared(team) || depth < own_.min_depth || worker_.is_leaf(depth, ply))
      return recursive_.search(position, alpha, beta, depth, ply, passed);
    ++own_counters_.team_nodes;
    worker_.enter_node(position, alpha, beta, depth, ply);
    OrderedMoves<P> moves;
    felten_otto::SuggestionProbe probe{
        position.key(), depth, worker_.settings.table_depth, {alpha, beta}};
    worker_.ask_table(probe, position, moves, true);
    NodeResult node{probe.answer, depth};
    if (node.known())
      return node;
    hooks_.enter(node);
    const bool complete = pass_cuts_off(team, position, node, ply, passed) ||
                          search_sons(team, position, node, ply, moves, probe.suggests);
    hooks_.leave();
    if (complete)
      worker_.store(position, node);
    return node;
  }

  /// Searches the pass, if one is to be searched. Returns true if the pass cuts off the node; see
  /// Worker.
  [[nodiscard]] bool pass_cuts_off(const Team& team, const P& position, NodeResult& node, int ply,
                                   bool passed) {
    return worker_.pass_cuts_off(
        position, node, ply, passed, [&](const P& son, Score alpha, Score beta, int depth) {
          moves_.push_back(0);
          const Score value = -search_team(team, son, -beta, -alpha, depth, ply + 1, true).score;
          moves_.pop_back();
          return value;
        });
  }

  /// Searches the sons of a node. Returns false if the search has been given up.
  [[nodiscard]] bool search_sons(const Team& team, const P& position, NodeResult& node, int ply,
                                 OrderedMoves<P>& moves, bool suggested) {
    if (hooks_.interrupts())
      return false;
    if (!order_sons(worker_, position, node, moves, ply))
      return true;
    const auto search_shallow = [&](NodeResult& shallow) {
      return search_in_order(team, position, shallow, ply, moves, false);
    };
    return worker_.find_first_move(position, node, moves, ply, search_shallow) &&
           search_in_order(team, position, node, ply, moves, suggested);
  }

  /// Searches the sons in their order. Returns false if the search has been given up.
  [[nodiscard]] bool search_in_order(const Team& team, const P& position, NodeResult& node, int ply,
                                     OrderedMoves<P>& moves, bool suggested) {
    if (suggested || is_of_type_1(node)) {
      ++own_counters_.suggestions;
      const bool cut_off = search_with_team(team, position, node, ply, moves);
      if (worker_.interrupted() || cut_off) {
        own_counters_.suggestion_cutoffs += worker_.interrupted() ? 0 : 1;
        return !worker_.interrupted();
      }
    } else if (moves.left() > 1 && node.depth >= own_.min_depth) {
      ++own_counters_.splits_at_once;
    }
    if (moves.left() > 1 && node.depth >= own_.min_depth)
      split(team, position, node, ply, moves);
    // A last son, or those of an internal search to a lesser depth.
    while (!moves.exhausted() && !worker_.interrupted() &&
           !search_with_team(team, position, node, ply, moves)) {
    }
    return !worker_.interrupted();
  }

  /// Returns true if a node is of type 1 and the table has a move for it. Such a node is on the
  /// principal variation, or has been proved to be better than that.
  [[nodiscard]] bool is_of_type_1(const NodeResult& node) const {
    return worker_.settings.search == Search::negascout && node.move != 0 &&
           node.beta - node.alpha > 1;
  }

  /// Searches the next son of a node with the whole team. Returns true if it cuts off the node.
  bool search_with_team(const Team& team, const P& position, NodeResult& node, int ply,
                        OrderedMoves<P>& moves) {
    const Move move = *moves.next();
    const bool eldest = moves.at_eldest();
    const P son = position.after(move);
    moves_.push_back(move.code());
    const Score value =
        worker_.search_son(eldest, std::max(node.alpha, node.score), node.beta,
                           worker_.begin_son(position, node.depth, son, moves, ply),
                           [&](Score alpha, Score beta, int depth, bool /*again*/) {
                             return -search_team(team, son, -beta, -alpha, depth, ply + 1).score;
                           });
    moves_.pop_back();
    if (worker_.interrupted())
      return false;
    const bool cut_off = worker_.improve(node, value, position, move, ply, eldest);
    return cut_off || node.score >= node.beta; // a new bound may have narrowed the window
  }

  /// Gives the sons of a node that are left to the slaves, and waits for all results.
  void split(const Team& team, const P& position, NodeResult& node, int ply,
             OrderedMoves<P>& moves) {
    ++own_counters_.splits;
    Split split{position, node, moves, ply, {}};
    for (auto& slaves : felten_otto::divide(team, own_.max_slaves))
      split.slaves.push_back({std::move(slaves)});
    split_ = &split;
    for (auto& slave : split.slaves)
      give_son(slave);
    while (split.idle() < split.slaves.size()) {
      look_for_hot_spot();
      receive(worker_.processor.wait());
      halt_if_due();
    }
    split_ = nullptr;
  }

  /// Gives an idle slave the next son. Does nothing if no son is left.
  void give_son(Slave& slave) {
    const auto* const next = split_->moves.next();
    if (next == nullptr)
      return;
    const Move move = *next;
    const NodeResult& node = split_->node;
    const P position = split_->position.after(move);
    const SonDepths depths =
        worker_.son_depths(split_->position, node.depth, position, split_->moves, split_->ply);
    ++own_counters_.split_sons;
    Son son{position,
            split_->alpha(),
            node.beta,
            depths,
            node.score == -infinity,
            false,
            split_->ply + 1,
            nodes_.iteration(),
            slave.team,
            moves_,
            worker_.line(split_->ply + 1)};
    son.moves.push_back(move.code());
    give(slave, son, move, split_->moves.at_eldest());
  }

  void give(Slave& slave, const Son& son, const Move& move, bool eldest) {
    slave.given = Given{son, move, eldest, worker_.processor.now()};
    send(slave.team.front(), son);
  }

  void handle(int from, const Result& result) {
    const auto slave =
        std::find_if(split_->slaves.begin(), split_->slaves.end(),
                     [from](const Slave& one) { return one.given && one.team.front() == from; });
    const Given done = *std::exchange(slave->given, std::nullopt);
    if (split_->halting == from)
      split_->halting.reset();
    if (split_->cut_off)
      return;
    if (!result.complete) {
      begin_again(done);
      return;
    }
    take(result.value, done);
    give_son(*slave);
  }

  /// Takes a son's value into the split node, and tells the slaves that are searching its brothers.
  void take(Score value, const Given& done) {
    Split& split = *split_;
    const Score known = split.alpha();
    if (worker_.improve(split.node, value, split.position, done.move, split.ply, done.eldest))
      cut_off();
    else
      spread_bound(known);
  }

  /// Cuts off the split node: skips its remaining sons, and tells busy slaves to halt.
  void cut_off() {
    if (std::exchange(split_->cut_off, true))
      return;
    split_->moves.skip_rest();
    own_counters_.split_recalls += tell_busy_slaves(Halt{});
  }

  /// Tells the busy slaves the bound that their sons must beat, if it is better than `known`.
  void spread_bound(Score known) {
    if (split_->alpha() > known)
      own_counters_.split_bounds += tell_busy_slaves(NewBound{split_->alpha()});
  }

  /// Sends `content` to all busy slaves. Returns the number of slaves told.
  template <class Kind> std::uint64_t tell_busy_slaves(const Kind& content) {
    std::uint64_t told = 0;
    for (const auto& slave : split_->slaves) {
      if (!slave.given)
        continue;
      send(slave.team.front(), content);
      ++told;
    }
    return told;
  }

  // Dynamic load balancing.

  /// Orders the oldest search to halt as soon as it is a hot spot, provided that enough slaves are
  /// idle.
  void look_for_hot_spot() {
    Split& split = *split_;
    const auto least_idle = static_cast<std::size_t>(own_.min_idle);
    if (!own_.load_balancing || split.cut_off || split.halting || split.idle() < least_idle)
      return;
    const Slave* const oldest = oldest_search();
    if (oldest == nullptr || !felten_otto::is_shared(large_team(oldest->given->son.team)))
      return;
    const double age = worker_.processor.now() - oldest->given->since;
    split.halting = oldest->team.front();
    send(oldest->team.front(), Halt::after(own_.min_seconds - age));
  }

  /// Returns the slave whose search has lasted longest, of those whose sons a team could split, or
  /// null.
  [[nodiscard]] const Slave* oldest_search() const {
    const Slave* oldest = nullptr;
    for (const auto& slave : split_->slaves) {
      const bool counts = slave.given && slave.given->son.depths.full >= own_.min_depth;
      if (counts && (oldest == nullptr || slave.given->since < oldest->given->since))
        oldest = &slave;
    }
    return oldest;
  }

  /// Returns `team` and all idle slaves as one team.
  [[nodiscard]] Team large_team(Team team) const {
    for (const auto& slave : split_->slaves) {
      if (!slave.given)
        team.insert(team.end(), slave.team.begin(), slave.team.end());
    }
    std::sort(team.begin(), team.end());
    return team;
  }

  /// Begins again a search that has been shot down, with all slaves that are idle. The halted one
  /// is among them.
  void begin_again(const Given& given) {
    Son son = given.son;
    son.team = large_team({});
    son.alpha = split_->alpha();
    son.open = split_->node.score == -infinity;
    son.again = true;
    std::erase_if(split_->slaves, [](const Slave& slave) { return !slave.given; });
    ++own_counters_.shoot_downs;
    own_counters_.large_team_processors += son.team.size();
    give(split_->slaves.emplace_back(Slave{son.team}), son, given.move, given.eldest);
  }

  // Searching for a master.

  void serve() {
    while (!dismissed_) {
      worker_.rest();
      receive(worker_.processor.wait());
    }
  }

  void handle(int master, const Son& son) {
    worker_.resume();
    master_ = master;
    bound_ = son.alpha;
    halt_at_ = never;
    nodes_.enter(son.iteration);
    const Score value = search_son(son);
    master_.reset();
    bound_ = -infinity;
    halt_at_ = never;
    send(master, Result{value, !worker_.interrupted()});
  }

  /// Returns the value of a son for its father.
  [[nodiscard]] Score search_son(const Son& son) {
    std::optional<InPhase<M>> repeated;
    if (son.again)
      repeated.emplace(worker_.in_phase(Phase::repeated));
    moves_ = son.moves;
    return worker_.search_son(
        son.open, son.alpha, son.beta, son.depths,
        [&](Score alpha, Score beta, int depth, bool /*again*/) {
          worker_.take_up(son.line);
          return -search_team(son.team, son.position, -beta, -alpha, depth, son.ply).score;
        });
  }

  void handle(int master, const NewBound& bound) {
    if (master_ != master)
      return; // the bound has crossed with the value
    bound_ = bound.alpha;
    const Score known = split_ == nullptr ? -infinity : split_->alpha();
    for (std::size_t i = 0; i < path_.size(); ++i)
      narrow(i);
    if (split_ == nullptr || split_->cut_off)
      return;
    if (split_->node.score >= split_->node.beta)
      cut_off();
    else
      spread_bound(known);
  }

  /// Applies the bound that the son being searched here must beat to a node of the path, unless
  /// that would close the node's window.
  void narrow(std::size_t index) {
    NodeResult& node = *path_[index];
    const bool fathers_opponent = index % 2 == 0;
    const Score bound = fathers_opponent ? -bound_ : bound_;
    if (bound > node.alpha && bound < node.beta)
      (fathers_opponent ? node.beta : node.alpha) = bound;
  }

  void handle(int master, const Halt& halt) {
    if (master_ == master)
      halt_at_ = worker_.processor.now() + halt.seconds();
  }

  /// Gives up the son being searched here if the time has come.
  void halt_if_due() {
    if (halt_at_ == never || worker_.processor.now() < halt_at_)
      return;
    worker_.interrupt();
    if (split_ != nullptr)
      cut_off();
  }

  void handle(int /*from*/, const Dismissal& dismissal) {
    dismissed_ = true;
    for_binomial_sons(rank(), worker_.processor.processors(),
                      [&](int other) { send(other, dismissal); });
  }

  // The first master's part.

  void lead(const P& root) {
    Team all(static_cast<std::size_t>(worker_.processor.processors()));
    std::iota(all.begin(), all.end(), 0);
    std::optional<Score> expected;
    for (int depth = 1; worker_.continues_to(depth); ++depth) {
      nodes_.enter(depth);
      begin_iteration(worker_.processor);
      const auto result = worker_.aspire(expected, [&](Score alpha, Score beta) {
        const NodeResult node = search_team(all, root, alpha, beta, depth, 0);
        return RootResult{node.score, node.move};
      });
      expected = result.value;
      iterations_.push_back({depth, result.value, result.move, worker_.processor.now()});
      show_iteration(worker_.processor, iterations_.back());
    }
    handle(rank(), Dismissal{});
  }

  [[nodiscard]] int rank() const { return worker_.processor.rank(); }

  static constexpr double never = std::numeric_limits<double>::infinity();

  Worker<P, M> worker_;
  FeltenOttoSettings own_;
  FeltenOttoCounters own_counters_;
  Hooks hooks_;
  RecursiveSearch<P, M, Hooks> recursive_;
  std::vector<NodeResult*> path_; ///< nodes from the son being searched here, or the root, down.
  /// Codes of the moves from the root to the last node that the team searches together.
  wire::MoveCodes moves_;
  std::vector<IterationResult> iterations_;
  NodesByIteration nodes_;
  Split* split_ = nullptr;
  // Slaves only:
  std::optional<int> master_{}; ///< master for whom a son is being searched here, or nothing
  Score bound_ = -infinity;     ///< bound that the son being searched must beat, for its father
  double halt_at_ = never;      ///< time at which to give the son up, in seconds
  bool dismissed_ = false;
};

/// Runs one processor's part of Felten and Otto's search.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const FeltenOttoSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return FeltenOtto<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
