#pragma once

#include "algorithms/pv_split/messages.hpp"
#include "algorithms/pv_split/settings.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// PV-Split (T. A. Marsland and M. Campbell, "Parallel search of strongly ordered game trees",
/// 1982; Brockington and Schaeffer, section 2.2). The search goes down to the end of the principal
/// variation. On the way back, the younger sons of every PV node are searched in parallel, each by
/// one processor without assistance. The node is left when the last of them is done. In NegaScout,
/// a processor searches its son with a null window and, if the son turns out to be better, again.
///
/// Processor 0 is the master, and the only one that searches the nodes on the principal variation.
/// It hands the younger sons of a PV node out one at a time, in order, to whoever is idle.
/// Meanwhile it searches some itself, looking for results in every interior node. (Marsland and
/// Campbell assign sons along a tree of processors; later programs gave them on demand, to keep all
/// processors busy.) It searches PV nodes of less than `min_depth` sequentially.
///
/// A better value of one son raises the bound for all sons that are being searched. The new bound
/// applies at once to the nodes from the son down to the one being visited. A node whose window it
/// would close, such as one with a null window, is searched to its end. A cut-off recalls the
/// slaves. It is possible only where the table, aspiration or MTD(f) has given a PV node a finite
/// beta.
///
/// A son is sent as the moves from the root, 4 bytes each. Making them costs no work. Slaves idle
/// while the master is on its way between PV nodes, and when a PV node has no more sons to give.
///
/// Enhanced PV-Split (R. M. Hyatt, B. W. Suter and H. L. Nelson, "A parallel alpha/beta tree
/// searching algorithm", 1989) does away with the second kind of idleness. All processors that have
/// become idle at a PV node work on one and the same subtree. It is that of a son which a busy
/// processor has not completed. We know the paper by its abstract; the rest is our choice:
/// - They all help the processor that searches the eldest of these sons. When that son is complete,
///   they help with the next. The master helps, too, when it would only wait.
/// - The busy processor continues its search. It gives its helpers sons of one of two nodes: of the
///   son itself, or of the node below the son on the path. It chooses the node that it visits when
///   helpers are there. The first son of that node must be complete. Further down nothing is split.
/// - The son is expected to be a CUT node, of which one son must be searched. That one is an ALL
///   node, which has many sons to give.
/// - Such a node is left, as a PV node is, when the last of its sons is done. The owner of the node
///   sends its helpers the new bounds and recalls that it receives.
template <Position P, Processor M> class PvSplit {
public:
  PvSplit(M& processor, const SearchSettings& settings, const PvSplitSettings& own)
      : worker_(processor, settings),
        own_(own),
        hooks_{*this},
        recursive_(worker_, hooks_),
        given_(static_cast<std::size_t>(processor.processors())),
        helped_(static_cast<std::size_t>(processor.processors()), nobody) {}
  PvSplit(const PvSplit&) = delete;
  PvSplit& operator=(const PvSplit&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    until_stopped([&] {
      if (worker_.processor.rank() == 0)
        lead(root);
      else
        serve();
    });
    return {std::move(iterations_), std::move(nodes_), worker_.counters, named(own_counters_)};
  }

private:
  using Move = typename P::Move;

  using Son = pv_split::Son<P>;
  using Result = pv_split::Result;
  using NewBound = pv_split::NewBound;
  using Recall = pv_split::Recall;
  using Help = pv_split::Help;
  using Dismissal = pv_split::Dismissal;
  using Content = pv_split::Content<P>;

  /// Hooks of the recursive search; see SearchHooks.
  struct Hooks {
    PvSplit& self;

    [[nodiscard]] bool interrupts() {
      while (auto message = self.worker_.processor.poll())
        self.receive(*message);
      return self.worker_.interrupted();
    }
    void arrange(OrderedMoves<P>& /*moves*/, int /*ply*/) {}
    void enter(NodeResult& node) {
      self.path_.push_back(&node);
      for (const auto& bound : self.bounds_)
        self.narrow(self.path_.size() - 1, bound);
    }
    void leave() { self.path_.pop_back(); }
  };

  /// A node whose younger sons are being searched in parallel, for its owner.
  struct Split {
    const P& position;
    NodeResult& node;
    OrderedMoves<P>& moves;
    int ply;
    Split* outer;          ///< of the PV node above if its owner is the same, or null
    bool of_helped;        ///< true if the node is not a PV node, so that helpers search its sons
    wire::MoveCodes above; ///< moves from the root to the node
    int busy_slaves = 0;
    bool cut_off = false;
    /// Index in `bounds_`, while the owner searches a son itself. Otherwise nothing.
    std::optional<std::size_t> own_bound{};

    [[nodiscard]] Score alpha() const { return std::max(node.alpha, node.score); }
  };
  /// A son that another processor is searching for this one.
  struct Given {
    Split* split;
    Move move;
    std::uint32_t number;
  };
  /// Value that a son being searched must beat, for its father. It applies to the nodes of the path
  /// from the son down.
  struct Bound {
    std::size_t son; ///< index in path_
    Score alpha;
  };

  template <class Kind> void send(int to, const Kind& content) {
    Content::send(worker_.processor, to, content);
  }

  void receive(const Message& message) {
    Content::visit(message, [&](const auto& content) { handle(message.from, content); });
  }

  /// Adds the nodes searched since `counters.nodes()` was `nodes_before` to those of `iteration`.
  void count_nodes(int iteration, std::uint64_t nodes_before) {
    nodes_.resize(std::max(nodes_.size(), static_cast<std::size_t>(iteration)));
    nodes_[static_cast<std::size_t>(iteration - 1)] += worker_.counters.nodes() - nodes_before;
  }

  // Searching a son, on any processor.

  /// Returns the value of a son for its father.
  [[nodiscard]] Score search_son(const Son& son) {
    bounds_.push_back({path_.size(), son.alpha});
    const auto moves_above = std::exchange(moves_, son.moves);
    const int helped_plies = son.number == 0 ? 0 : 2;
    const Score value = worker_.search_son(
        false, son.alpha, son.beta, son.depths,
        [&](Score alpha, Score beta, int depth, bool /*again*/) {
          worker_.take_up(son.line);
          return -search_helped(son.position, -beta, -alpha, depth, son.ply, helped_plies).score;
        });
    moves_ = moves_above;
    bounds_.pop_back();
    return value;
  }

  /// Raises a bound to `alpha`, and narrows the windows on the path by it. Tells helpers if their
  /// bound rises, too.
  void raise_bound(Bound& bound, Score alpha) {
    bound.alpha = alpha;
    const Score known = split_ == nullptr ? alpha : split_->alpha();
    for (std::size_t i = bound.son; i < path_.size(); ++i)
      narrow(i, bound);
    if (split_ == nullptr || !split_->of_helped || split_->cut_off)
      return;
    if (split_->node.score >= split_->node.beta)
      cut_off(*split_);
    else if (split_->alpha() > known)
      spread_bound(*split_);
  }

  /// Applies a bound to a node of the path, unless that would close the node's window.
  void narrow(std::size_t index, const Bound& above) {
    NodeResult& node = *path_[index];
    const bool fathers_opponent = (index - above.son) % 2 == 0;
    const Score bound = fathers_opponent ? -above.alpha : above.alpha;
    if (bound > node.alpha && bound < node.beta)
      (fathers_opponent ? node.beta : node.alpha) = bound;
  }

  // Searching with helpers, on any processor.

  /// Searches a node whose younger sons may be searched by helpers. So may the younger sons of its
  /// sons and so on, for `plies` plies in all. If `plies` is 0, there are no helpers.
  NodeResult search_helped(const P& position, Score alpha, Score beta, int depth, int ply,
                           int plies) {
    if (plies == 0 || depth < own_.min_depth)
      return recursive_.search(position, alpha, beta, depth, ply);
    return search_node(
        worker_, position, alpha, beta, depth, ply, [&](NodeResult& node, OrderedMoves<P>& moves) {
          hooks_.enter(node);
          const bool complete = recursive_.pass_cuts_off(position, node, ply, false) ||
                                search_helped_sons(position, node, ply, plies, moves);
          hooks_.leave();
          return complete;
        });
  }

  /// Searches the sons of a node that may have helpers, as RecursiveSearch does. Once there are
  /// helpers, splits the node among them. Returns false if the search has been given up.
  bool search_helped_sons(const P& position, NodeResult& node, int ply, int plies,
                          OrderedMoves<P>& moves) {
    if (hooks_.interrupts())
      return false;
    if (!order_sons(worker_, position, node, moves, ply))
      return true;
    if (!find_first_move(position, node, ply, moves))
      return false;
    while (const auto* const move = moves.next()) {
      const P son = position.after(*move);
      moves_.push_back(move->code());
      const Score value = worker_.search_son(
          moves.at_eldest(), std::max(node.alpha, node.score), node.beta,
          worker_.begin_son(position, node.depth, son, moves, ply),
          [&](Score alpha, Score beta, int depth, bool /*again*/) {
            return -search_helped(son, -beta, -alpha, depth, ply + 1, plies - 1).score;
          });
      moves_.pop_back();
      if (worker_.interrupted())
        return false;
      const bool cut_off = worker_.improve(node, value, position, *move, ply, moves.at_eldest());
      if (cut_off || node.score >= node.beta) // a new bound may have narrowed the window
        return true;
      if (!helpers_.empty() && !moves.exhausted())
        return split_among_helpers(position, node, ply, moves);
    }
    return true;
  }

  /// Searches the rest of a node's sons with helpers. Returns false if the search has been given
  /// up.
  bool split_among_helpers(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    Split split{position, node, moves, ply, split_, true, moves_};
    split_ = &split;
    ++own_counters_.pv_split_helped;
    employ_helpers();
    search_rest(split);
    return !worker_.interrupted();
  }

  /// Accepts a helper for the son of a PV node that is being searched here.
  void take_helper(int helper) {
    helpers_.push_back(helper);
    if (split_ != nullptr && split_->of_helped)
      employ_helpers();
  }

  /// Gives idle helpers sons of the node that has been split for them.
  void employ_helpers() {
    while (!helpers_.empty() && give_son(*split_, helpers_.back()))
      helpers_.pop_back();
  }

  // Split nodes, on any processor.

  /// Searches the sons of a split node that are left, and waits for those given to others.
  void search_rest(Split& split) {
    while (const auto* const next = split.moves.next()) {
      const Move move = *next;
      const Score value = search_own_son(split, make_son(split, move));
      take(split, value, move);
    }
    waiting_ = !split.of_helped;
    while (split.busy_slaves > 0) {
      if (!split.of_helped)
        send_helpers(split);
      receive(worker_.processor.wait());
    }
    waiting_ = false;
    split_ = split.outer;
    if (!recalled_ && (split_ == nullptr || !split_->cut_off))
      worker_.resume();
  }

  /// Searches a son of a split node on this processor. If the node is a PV node, helpers may join.
  [[nodiscard]] Score search_own_son(Split& split, const Son& son) {
    split.own_bound = bounds_.size();
    if (!split.of_helped) {
      number_ = son.number;
      send_helpers(split);
    }
    const Score value = search_son(son);
    split.own_bound.reset();
    if (!split.of_helped) {
      number_ = 0;
      release_helpers(0);
    }
    return value;
  }

  [[nodiscard]] Son make_son(const Split& split, const Move& move) {
    const P position = split.position.after(move);
    const bool numbered = own_.enhanced && !split.of_helped;
    Son son{position,
            split.alpha(),
            split.node.beta,
            worker_.son_depths(split.position, split.node.depth, position, split.moves, split.ply),
            split.ply + 1,
            iteration_,
            numbered ? ++sons_numbered_ : 0,
            split.above,
            worker_.line(split.ply + 1)};
    son.moves.push_back(move.code());
    return son;
  }

  /// Gives an idle slave or helper the next son. Returns false if no son is left.
  [[nodiscard]] bool give_son(Split& split, int slave) {
    const auto* const move = split.moves.next();
    if (move == nullptr)
      return false;
    const Son son = make_son(split, *move);
    given(slave) = {&split, *move, son.number};
    ++split.busy_slaves;
    ++(split.of_helped ? own_counters_.pv_split_helper_sons : own_counters_.pv_split_sons);
    send(slave, son);
    return true;
  }

  void handle(int slave, const Result& result) {
    const Given done = *given(slave);
    given(slave).reset();
    Split& split = *done.split;
    --split.busy_slaves;
    take(split, result.value, done.move);
    const bool busy = give_son(split, slave);
    if (!split.of_helped) {
      release_helpers(slave);
      send_helpers(split);
    } else if (!busy) {
      helpers_.push_back(slave);
    }
  }

  /// Takes the value of a son into the split node, and tells the slaves that are searching its
  /// brothers.
  void take(Split& split, Score value, const Move& move) {
    if (split.cut_off)
      return;
    const Score known = split.alpha();
    if (worker_.improve(split.node, value, split.position, move, split.ply, false)) {
      cut_off(split);
    } else if (split.alpha() > known) {
      if (split.own_bound)
        raise_bound(bounds_[*split.own_bound], split.alpha());
      spread_bound(split);
    }
  }

  /// Cuts off a split node, and another split node below it: skips the remaining sons, and recalls
  /// those given to other processors.
  void cut_off(Split& split) {
    if (&split != split_)
      cut_off(*split_);
    if (std::exchange(split.cut_off, true))
      return;
    split.moves.skip_rest();
    worker_.interrupt();
    tell_busy_slaves(split, Recall{});
    own_counters_.pv_split_recalls += static_cast<std::uint64_t>(split.busy_slaves);
  }

  void spread_bound(const Split& split) {
    tell_busy_slaves(split, NewBound{split.alpha()});
    own_counters_.pv_split_bounds += static_cast<std::uint64_t>(split.busy_slaves);
  }

  template <class Kind> void tell_busy_slaves(const Split& split, const Kind& content) {
    for (int slave = 0; slave < worker_.processor.processors(); ++slave) {
      if (given(slave) && given(slave)->split == &split)
        send(slave, content);
    }
  }

  [[nodiscard]] std::optional<Given>& given(int slave) {
    return given_[static_cast<std::size_t>(slave)];
  }

  // The slaves' part.

  void serve() {
    while (!dismissed_) {
      worker_.rest();
      receive(worker_.processor.wait());
    }
  }

  /// Searches a son for another processor. The master does so while it waits for its slaves.
  void handle(int employer, const Son& son) {
    const bool slave = worker_.processor.rank() != 0;
    if (slave) {
      recalled_ = false;
      worker_.resume();
      iteration_ = son.iteration;
      helpers_.clear();
    }
    employer_ = employer;
    number_ = son.number;
    const auto nodes_before = worker_.counters.nodes();
    const TopLine own_line = worker_.line(max_ply);
    const Score value = search_son(son);
    if (!slave)
      worker_.go_on_below(own_line);
    number_ = 0;
    employer_.reset();
    if (slave)
      count_nodes(son.iteration, nodes_before);
    else if (!split_->cut_off)
      worker_.resume();
    send(employer, Result{value});
  }
  void handle(int employer, const NewBound& bound) {
    if (employer_ == employer && !bounds_.empty())
      raise_bound(bounds_.front(), bound.alpha);
  }
  void handle(int employer, const Recall& /*recall*/) {
    if (employer_ != employer)
      return;
    worker_.interrupt();
    if (worker_.processor.rank() == 0)
      return;
    recalled_ = true;
    if (split_ != nullptr)
      cut_off(*split_);
  }
  void handle(int /*master*/, const Help& help) {
    if (number_ == help.number)
      take_helper(help.helper);
  }
  void handle(int /*master*/, const Dismissal& /*dismissal*/) { dismissed_ = true; }

  // The master's part.

  void lead(const P& root) {
    std::optional<Score> expected;
    for (iteration_ = 1; worker_.continues_to(iteration_); ++iteration_) {
      const auto nodes_before = worker_.counters.nodes();
      begin_iteration(worker_.processor);
      const auto result = worker_.aspire(expected, [&](Score alpha, Score beta) {
        const NodeResult node = search_pv(root, alpha, beta, iteration_, 0);
        return RootResult{node.score, node.move};
      });
      expected = result.value;
      iterations_.push_back({iteration_, result.value, result.move, worker_.processor.now()});
      show_iteration(worker_.processor, iterations_.back());
      count_nodes(iteration_, nodes_before);
    }
    for (int slave = 1; slave < worker_.processor.processors(); ++slave)
      send(slave, Dismissal{});
  }

  /// Searches a position on the principal variation.
  NodeResult search_pv(const P& position, Score alpha, Score beta, int depth, int ply) {
    if (depth < own_.min_depth)
      return recursive_.search(position, alpha, beta, depth, ply);
    return search_node(worker_, position, alpha, beta, depth, ply,
                       [&](NodeResult& node, OrderedMoves<P>& moves) {
                         if (recursive_.pass_cuts_off(position, node, ply, false))
                           return true;
                         if (order_sons(worker_, position, node, moves, ply) &&
                             find_first_move(position, node, ply, moves))
                           search_pv_sons(position, node, ply, moves);
                         return true;
                       });
  }

  /// Deepens a node internally, if the settings ask for it, on this processor alone. See
  /// Worker::find_first_move.
  [[nodiscard]] bool find_first_move(const P& position, NodeResult& node, int ply,
                                     OrderedMoves<P>& moves) {
    return worker_.find_first_move(position, node, moves, ply, [&](NodeResult& shallow) {
      return recursive_.search_in_order(position, shallow, ply, moves);
    });
  }

  void search_pv_sons(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    const Move eldest = *moves.next();
    const P son = position.after(eldest);
    moves_.push_back(eldest.code());
    const Score value = -search_pv(son, -node.beta, -std::max(node.alpha, node.score),
                                   worker_.son_depth(son, node.depth), ply + 1)
                             .score;
    moves_.pop_back();
    if (!worker_.improve(node, value, position, eldest, ply, true))
      split_pv_node(position, node, ply, moves);
  }

  /// Searches the younger sons of a PV node in parallel.
  void split_pv_node(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    Split split{position, node, moves, ply, nullptr, false, moves_};
    split_ = &split;
    for (int slave = 1; slave < worker_.processor.processors(); ++slave)
      static_cast<void>(give_son(split, slave));
    if (split.busy_slaves > 0)
      ++own_counters_.pv_splits;
    search_rest(split);
    std::fill(helped_.begin(), helped_.end(), nobody);
  }

  /// Sends all idle processors to help the one that searches the eldest incomplete son of a PV
  /// node. Does nothing while the PV node has sons left to give.
  void send_helpers(const Split& pv) {
    const auto busy = pv.cut_off || !pv.moves.exhausted() ? std::nullopt : busy_with_eldest(pv);
    if (!own_.enhanced || !busy)
      return;
    for (int rank = 0; rank < worker_.processor.processors(); ++rank) {
      const bool idle = rank == 0 ? waiting_ : !given(rank);
      if (!idle || helped(rank) != nobody)
        continue;
      helped(rank) = busy->first;
      ++own_counters_.pv_split_helpers;
      if (busy->first == 0)
        take_helper(rank);
      else
        send(busy->first, Help{busy->second, rank});
    }
  }

  /// Returns the processor that searches the eldest incomplete son, and the son's number; or
  /// nothing.
  [[nodiscard]] std::optional<std::pair<int, std::uint32_t>> busy_with_eldest(const Split& pv) {
    std::optional<std::pair<int, std::uint32_t>> eldest;
    const auto consider = [&](int rank, std::uint32_t number) {
      if (!eldest || number < eldest->second)
        eldest = {rank, number};
    };
    if (pv.own_bound)
      consider(0, number_);
    for (int slave = 1; slave < worker_.processor.processors(); ++slave) {
      if (given(slave) && given(slave)->split == &pv)
        consider(slave, given(slave)->number);
    }
    return eldest;
  }

  /// Records that the processor `rank` needs no more help.
  void release_helpers(int rank) {
    std::replace(helped_.begin(), helped_.end(), rank, nobody);
    if (rank == 0)
      helpers_.clear();
  }

  /// Returns the processor that the processor `rank` helps, or `nobody`. Only the master knows whom
  /// a processor helps.
  [[nodiscard]] int& helped(int rank) { return helped_[static_cast<std::size_t>(rank)]; }

  static constexpr int nobody = -1;

  Worker<P, M> worker_;
  PvSplitSettings own_;
  PvSplitCounters own_counters_;
  Hooks hooks_;
  RecursiveSearch<P, M, Hooks> recursive_;
  /// Nodes from the son being searched here, or from the end of the principal variation, down.
  std::vector<NodeResult*> path_;
  std::vector<Bound> bounds_; ///< of the sons on the path
  wire::MoveCodes moves_; ///< codes of the moves from the root to the last node that may be split
  std::vector<IterationResult> iterations_;
  std::vector<std::uint64_t> nodes_; ///< by iteration
  int iteration_ = 0;
  Split* split_ = nullptr;                  ///< split node farthest from the root, or null
  std::vector<std::optional<Given>> given_; ///< by rank
  std::uint32_t number_ = 0;      ///< number of the PV node's son that is searched here, or 0
  std::vector<int> helpers_;      ///< idle helpers for the search of that son
  std::optional<int> employer_{}; ///< another processor for which a son is searched, or nothing
  // Slaves only:
  bool dismissed_ = false;
  bool recalled_ = false; ///< true if the son need not be searched any more
  // The master only:
  bool waiting_ = false; ///< true while it waits for the slaves, with no son to search
  std::uint32_t sons_numbered_ = 0;
  std::vector<int> helped_; ///< processors that are helped, by the rank of the helper
};

/// Runs one processor's part of PV-Split.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const PvSplitSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return PvSplit<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
