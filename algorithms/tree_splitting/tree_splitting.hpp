#pragma once

#include "algorithms/search/iterations.hpp"
#include "algorithms/search/nodes_by_iteration.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/tree_splitting/messages.hpp"
#include "algorithms/tree_splitting/processor_tree.hpp"
#include "algorithms/tree_splitting/settings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// Tree splitting (R. A. Finkel and J. P. Fishburn, "Parallelism in alpha-beta search", Artificial
/// Intelligence 19, 1982; their algorithm Palphabeta). We know the paper by its abstract and by
/// common descriptions. We also know the taxonomy of M. Brockington (ICCA Journal 19(3), 1996) as
/// the Chess Programming Wiki reproduces it. They say:
/// - The search runs on a tree of processors. Each has its own memory, and is connected with its
///   master and its slaves only (1982, abstract).
/// - A processor with slaves is a master. It generates the sons of the position that its own master
///   has given it, and gives them to its slaves in order. A slave that has finished gets the next
///   son. The master itself waits. A processor without slaves searches by sequential αβ.
/// - There is parallelism in the top ply of the tree (taxonomy). All sons of a node are searched at
///   once, with no regard to the eldest son. The predicted speedup of k processors is at least of
///   the order of the square root of k (1982, abstract).
/// - A value narrows the window of the node. The master sends the new window to the slaves that are
///   searching. These narrow the windows of their own nodes, and send them on to their slaves.
/// - A cut-off ends the searches of all slaves.
///
/// The papers have neither a transposition table nor iterative deepening nor NegaScout. These are
/// our choice, as are the points on which the descriptions are silent:
/// - All processors share the table. A master looks in it before it splits a node, and stores the
///   node's result, as a sequential search does.
/// - The tree of processors is filled level by level. A processor whose only slave has no slaves
///   searches by itself, because it would only wait for that slave.
/// - An idle slave of lower rank gets a son first.
/// - A master searches nodes of less depth than `min_depth` by itself, and its slaves idle.
/// - In NegaScout a slave scouts the son, and searches it again if need be. It does not scout if
///   none of the son's brothers had a value when the son was given.
/// - A new window applies at once to all nodes from the son down to the current one. A node whose
///   window it would close, such as one with a null window, is searched to its end.
/// - A master leaves a node when all of its slaves have answered, recalled ones as well.
/// - A pass, and internal deepening, are searched by a master with its slaves, like other nodes.
/// - A son is sent as the moves from the root. Making them costs no work.
template <Position P, Processor M> class TreeSplitting {
public:
  TreeSplitting(M& processor, const SearchSettings& settings, const TreeSplittingSettings& own)
      : worker_(processor, settings),
        own_(own),
        hooks_{*this},
        recursive_(worker_, hooks_),
        nodes_(worker_.counters),
        slaves_(tree_splitting::slaves_of(processor.rank(), processor.processors(), own.fan_out)) {}
  TreeSplitting(const TreeSplitting&) = delete;
  TreeSplitting& operator=(const TreeSplitting&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    until_stopped([&] {
      if (worker_.processor.rank() == 0)
        lead(root);
      else
        serve();
    });
    return {std::move(iterations_), nodes_.until_now(), worker_.counters, named(own_counters_)};
  }

private:
  using Move = typename P::Move;
  using Son = tree_splitting::Son<P>;
  using Result = tree_splitting::Result;
  using NewWindow = tree_splitting::NewWindow;
  using Recall = tree_splitting::Recall;
  using Dismissal = tree_splitting::Dismissal;
  using Content = tree_splitting::Content<P>;

  /// Hooks of the recursive search; see SearchHooks.
  struct Hooks {
    TreeSplitting& self;

    [[nodiscard]] bool interrupts() {
      while (auto message = self.worker_.processor.poll())
        self.receive(*message);
      return self.worker_.interrupted();
    }
    void arrange(OrderedMoves<P>& /*moves*/, int /*ply*/) {}
    void enter(NodeResult& node) {
      self.path_.push_back(&node);
      self.narrow(self.path_.size() - 1);
    }
    void leave() { self.path_.pop_back(); }
  };

  /// A son that a slave is searching.
  struct Given {
    Move move;
    bool eldest;
  };
  /// A node whose sons are searched by the slaves of this processor.
  struct Split {
    const P& position;
    NodeResult& node;
    OrderedMoves<P>& moves;
    int ply;
    std::vector<std::optional<Given>> given; ///< by slave
    NewWindow told{};                        ///< window that the busy slaves know
    int busy = 0;                            ///< number of busy slaves
    bool cut_off = false;

    [[nodiscard]] NewWindow window() const { return {std::max(node.alpha, node.score), node.beta}; }
  };

  template <class Kind> void send(int to, const Kind& content) {
    Content::send(worker_.processor, to, content);
  }

  void receive(const Message& message) {
    Content::visit(message, [&](const auto& content) { handle(message.from, content); });
  }

  // Searching as a master.

  /// Searches a position: as a master, or by itself where this processor is none. The result means
  /// nothing if the Worker has been interrupted. `passed` is true if the move that led to the
  /// position is a pass.
  NodeResult search(const P& position, Score alpha, Score beta, int depth, int ply,
                    bool passed = false) {
    if (!tree_splitting::is_master(slaves_) || depth < own_.min_depth)
      return recursive_.search(position, alpha, beta, depth, ply, passed);
    return search_node(worker_, position, alpha, beta, depth, ply,
                       [&](NodeResult& node, OrderedMoves<P>& moves) {
                         hooks_.enter(node);
                         const bool complete = pass_cuts_off(position, node, ply, passed) ||
                                               search_sons(position, node, ply, moves);
                         hooks_.leave();
                         return complete;
                       });
  }

  /// Searches the pass, if one is to be searched. Returns true if the pass cuts off the node; see
  /// Worker.
  [[nodiscard]] bool pass_cuts_off(const P& position, NodeResult& node, int ply, bool passed) {
    return worker_.pass_cuts_off(
        position, node, ply, passed, [&](const P& son, Score alpha, Score beta, int depth) {
          moves_.push_back(0);
          const Score value = -search(son, -beta, -alpha, depth, ply + 1, true).score;
          moves_.pop_back();
          return value;
        });
  }

  /// Searches the sons of a node with the slaves. Returns false if the search has been given up.
  [[nodiscard]] bool search_sons(const P& position, NodeResult& node, int ply,
                                 OrderedMoves<P>& moves) {
    if (hooks_.interrupts())
      return false;
    if (!order_sons(worker_, position, node, moves, ply))
      return true;
    return worker_.find_first_move(position, node, moves, ply, [&](NodeResult& shallow) {
      return split(position, shallow, ply, moves);
    }) && split(position, node, ply, moves);
  }

  /// Gives the sons of a node to the slaves, in order, and waits for all results. Returns false if
  /// the search has been given up.
  [[nodiscard]] bool split(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    Split split{position, node, moves, ply, {}};
    split.given.resize(static_cast<std::size_t>(slaves_.count));
    split.told = split.window();
    ++own_counters_.tree_splits;
    split_ = &split;
    for (std::size_t slave = 0; slave < split.given.size(); ++slave)
      give_son(slave);
    while (split.busy > 0)
      receive(worker_.processor.wait());
    split_ = nullptr;
    return !worker_.interrupted();
  }

  /// Gives an idle slave the next son. Does nothing if no son is left.
  void give_son(std::size_t slave) {
    Split& split = *split_;
    const auto* const move = split.moves.next();
    if (move == nullptr)
      return;
    const P position = split.position.after(*move);
    const auto [alpha, beta] = split.window();
    Son son{position,
            alpha,
            beta,
            worker_.son_depths(split.position, split.node.depth, position, split.moves, split.ply),
            split.node.score == -infinity,
            split.ply + 1,
            nodes_.iteration(),
            moves_,
            worker_.line(split.ply + 1)};
    son.moves.push_back(move->code());
    split.given[slave] = Given{*move, split.moves.at_eldest()};
    ++split.busy;
    ++own_counters_.tree_split_sons;
    send(slaves_.first + static_cast<int>(slave), son);
  }

  void handle(int from, const Result& result) {
    Split& split = *split_;
    const auto slave = static_cast<std::size_t>(from - slaves_.first);
    const Given done = *std::exchange(split.given[slave], std::nullopt);
    --split.busy;
    if (split.cut_off)
      return;
    if (worker_.improve(split.node, result.value, split.position, done.move, split.ply,
                        done.eldest)) {
      cut_off();
      return;
    }
    spread_window();
    give_son(slave);
  }

  /// Sends the window of the split node to the busy slaves, if they do not know it.
  void spread_window() {
    if (split_->told == split_->window())
      return;
    split_->told = split_->window();
    own_counters_.tree_split_windows += tell_busy_slaves(split_->told);
  }

  /// Cuts off the split node: skips its remaining sons, and recalls those of busy slaves.
  void cut_off() {
    if (std::exchange(split_->cut_off, true))
      return;
    split_->moves.skip_rest();
    own_counters_.tree_split_recalls += tell_busy_slaves(Recall{});
  }

  /// Sends a message to the busy slaves. Returns their number.
  template <class Kind> std::uint64_t tell_busy_slaves(const Kind& content) {
    for (std::size_t slave = 0; slave < split_->given.size(); ++slave) {
      if (split_->given[slave])
        send(slaves_.first + static_cast<int>(slave), content);
    }
    return static_cast<std::uint64_t>(split_->busy);
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
    nodes_.enter(son.iteration);
    moves_ = son.moves;
    window_ = {son.alpha, son.beta};
    busy_ = true;
    const Score value =
        worker_.search_son(son.open, son.alpha, son.beta, son.depths,
                           [&](Score alpha, Score beta, int depth, bool /*again*/) {
                             worker_.take_up(son.line);
                             return -search(son.position, -beta, -alpha, depth, son.ply).score;
                           });
    busy_ = false;
    send(master, Result{value});
  }

  void handle(int /*master*/, const NewWindow& window) {
    if (!busy_)
      return; // the window has crossed with the value
    window_ = window;
    for (std::size_t i = 0; i < path_.size(); ++i)
      narrow(i);
    if (split_ == nullptr || split_->cut_off)
      return;
    if (split_->node.score >= split_->node.beta)
      cut_off();
    else
      spread_window();
  }

  /// Applies the window of the son's father to a node of the path. Leaves out an end that would
  /// close the node's window.
  void narrow(std::size_t index) {
    NodeResult& node = *path_[index];
    const bool fathers_opponent = index % 2 == 0;
    const Score alpha = fathers_opponent ? -window_.beta : window_.alpha;
    const Score beta = fathers_opponent ? -window_.alpha : window_.beta;
    if (alpha > node.alpha && alpha < node.beta)
      node.alpha = alpha;
    if (beta < node.beta && beta > node.alpha)
      node.beta = beta;
  }

  void handle(int /*master*/, const Recall& /*recall*/) {
    if (!busy_)
      return;
    worker_.interrupt();
    if (split_ != nullptr)
      cut_off();
  }

  void handle(int /*master*/, const Dismissal& dismissal) {
    dismissed_ = true;
    for (int slave = 0; slave < slaves_.count; ++slave)
      send(slaves_.first + slave, dismissal);
  }

  // The part of the processor that has no master.

  void lead(const P& root) {
    std::optional<Score> expected;
    for (int depth = 1; worker_.continues_to(depth); ++depth) {
      nodes_.enter(depth);
      begin_iteration(worker_.processor);
      const auto result = worker_.aspire(expected, [&](Score alpha, Score beta) {
        const NodeResult node = search(root, alpha, beta, depth, 0);
        return RootResult{node.score, node.move};
      });
      expected = result.value;
      iterations_.push_back({depth, result.value, result.move, worker_.processor.now()});
      show_iteration(worker_.processor, iterations_.back());
    }
    handle(worker_.processor.rank(), Dismissal{});
  }

  Worker<P, M> worker_;
  TreeSplittingSettings own_;
  TreeSplittingCounters own_counters_;
  Hooks hooks_;
  RecursiveSearch<P, M, Hooks> recursive_;
  std::vector<NodeResult*> path_; ///< from the son searched here, or the root, down.
  /// Codes of the moves from the root to the last node that this processor may split.
  wire::MoveCodes moves_;
  std::vector<IterationResult> iterations_;
  NodesByIteration nodes_;
  tree_splitting::Slaves slaves_;
  Split* split_ = nullptr;
  /// Window of the father of the son being searched here. Infinite on processor 0.
  NewWindow window_{-infinity, infinity};
  bool busy_ = false;      ///< true while a son is searched here for the master
  bool dismissed_ = false; ///< true once the search is over
};

/// Runs one processor's part of tree splitting.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const TreeSplittingSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return TreeSplitting<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
