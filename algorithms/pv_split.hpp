#pragma once

#include "algorithms/algorithm_options.hpp"
#include "algorithms/recursive_search.hpp"
#include "algorithms/worker.hpp"

#include <algorithm>
#include <any>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace eldest {

/// The counters that only PV-Split has.
struct PvSplitCounters {
  std::uint64_t pv_splits = 0;
  std::uint64_t pv_split_sons = 0;
  std::uint64_t pv_split_bounds = 0;

  static constexpr auto descriptions = std::to_array<CounterDescription<PvSplitCounters>>({
      {"pv_splits", &PvSplitCounters::pv_splits,
       "PV nodes whose younger sons were searched in parallel"},
      {"pv_split_sons", &PvSplitCounters::pv_split_sons,
       "younger sons of PV nodes that the master gave to a slave"},
      {"pv_split_bounds", &PvSplitCounters::pv_split_bounds,
       "improved bounds that the master sent to a busy slave"},
  });

  bool operator==(const PvSplitCounters&) const = default;
};

/// Options of PvSplit.
struct PvSplitSettings {
  int min_depth = 2; ///< least depth of a node whose sons are searched in parallel

  static constexpr std::string_view name = "pvsplit";
  static constexpr std::string_view description = "PV-Split (Marsland & Campbell 1982)";
  static constexpr bool sequential = false;
  static constexpr Followed follows{
      .internal_deepening = true, .aspiration = true, .null_move = true};
  using Counters = PvSplitCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = PvSplitSettings;
    return {
        number_option("pvsplit-min-depth",
                      "least depth of a PV node whose sons are searched in parallel", 1, max_depth,
                      &Own::min_depth),
    };
  }

  bool operator==(const PvSplitSettings&) const = default;
};

/// PV-Split (T. A. Marsland and M. Campbell, "Parallel search of strongly ordered game trees",
/// 1982; Brockington and Schaeffer, section 2.2). The search goes down to the end of the principal
/// variation. On the way back, the younger sons of every PV node are searched in parallel, each by
/// one processor without assistance, and the node is left when the last of them is done. In
/// NegaScout, a processor searches its son with a null window and, if that turns out better, again.
///
/// Processor 0 is the master: it alone walks the principal variation. It hands the younger sons of
/// a PV node out one at a time, in order, to whoever is idle, and searches some itself meanwhile,
/// looking for results in every interior node. (Marsland and Campbell assign sons along a tree of
/// processors; later programs gave them on demand, to keep all processors busy.) It searches PV
/// nodes of less than `min_depth` alone.
///
/// A better value of one son raises the bound for all sons that are being searched: at once, in
/// every node from the son down to the one being visited whose window that leaves open. A node
/// whose window it would close, such as a null window, is searched to its end. A cut-off, possible
/// only where the table has narrowed a PV node's window, recalls the slaves.
///
/// A son is sent as the moves from the root, 4 bytes each; making them costs no work. Slaves idle
/// while the master is on its way between PV nodes, and when a PV node has no more sons to give.
template <Position P, Processor M> class PvSplit {
public:
  PvSplit(M& processor, const SearchSettings& settings, const PvSplitSettings& own)
      : worker_(processor, settings),
        own_(own),
        hooks_{*this},
        recursive_(worker_, hooks_),
        nodes_(static_cast<std::size_t>(settings.depth)),
        given_(static_cast<std::size_t>(processor.processors())) {}
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

  /// A younger son of a PV node, to be searched with its father's window.
  struct Son {
    P position;
    Score alpha;
    Score beta;
    int depth;
    int ply;
    int iteration;

    [[nodiscard]] std::size_t bytes() const { return 16 + 4 * static_cast<std::size_t>(ply); }
  };
  /// The value of a son for its father.
  struct Result {
    Score value;

    [[nodiscard]] static std::size_t bytes() { return 8; }
  };
  /// A lower bound of the father's value, better than when the son was given.
  struct NewBound {
    Score alpha;

    [[nodiscard]] static std::size_t bytes() { return 8; }
  };
  /// An order to send a son's result at once, whatever it is: the father has been cut off.
  struct Recall {
    [[nodiscard]] static std::size_t bytes() { return 8; }
  };
  /// The end of the search, for a slave.
  struct Dismissal {
    [[nodiscard]] static std::size_t bytes() { return 8; }
  };
  using Content = std::variant<Son, Result, NewBound, Recall, Dismissal>;

  /// The hooks of the recursive search: see SearchHooks.
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
      self.narrow(self.path_.size() - 1);
    }
    void leave() { self.path_.pop_back(); }
  };

  /// A PV node whose younger sons are being searched.
  struct Split {
    const P& position;
    NodeResult& node;
    OrderedMoves<P>& moves;
    int ply;
    int busy_slaves = 0;
    bool cut_off = false;

    [[nodiscard]] Score alpha() const { return std::max(node.alpha, node.score); }
  };

  template <class Kind> void send(int to, const Kind& content) {
    worker_.processor.send(to, {worker_.processor.rank(), content.bytes(), Content(content)});
  }

  void receive(const Message& message) {
    std::visit([&](const auto& content) { handle(message.from, content); },
               std::any_cast<const Content&>(message.content));
  }

  /// Adds the nodes since the counters stood at `nodes_before` to an iteration's.
  void count_nodes(int iteration, std::uint64_t nodes_before) {
    nodes_[static_cast<std::size_t>(iteration - 1)] += worker_.counters.nodes() - nodes_before;
  }

  // Searching a son, on any processor.

  /// Returns the value of a son for its father.
  [[nodiscard]] Score search_son(const Son& son) {
    alpha_ = son.alpha;
    const Score value = worker_.search_son(
        false, son.alpha, son.beta, son.depth, [&](Score alpha, Score beta, bool /*again*/) {
          return -recursive_.search(son.position, -beta, -alpha, son.depth, son.ply).score;
        });
    alpha_ = -infinity;
    return value;
  }

  /// Raises the lower bound of the father's value, if a son is being searched.
  void raise_bound(Score alpha) {
    if (path_.empty())
      return;
    alpha_ = alpha;
    for (std::size_t distance = 0; distance < path_.size(); ++distance)
      narrow(distance);
  }

  /// Applies the bound to the node `distance` ply below the son, unless that would close its
  /// window.
  void narrow(std::size_t distance) {
    NodeResult& node = *path_[distance];
    const bool fathers_opponent = distance % 2 == 0;
    const Score bound = fathers_opponent ? -alpha_ : alpha_;
    if (bound > node.alpha && bound < node.beta)
      (fathers_opponent ? node.beta : node.alpha) = bound;
  }

  // The slaves' part.

  void serve() {
    while (!dismissed_)
      receive(worker_.processor.wait());
  }

  void handle(int master, const Son& son) {
    worker_.resume();
    const auto nodes_before = worker_.counters.nodes();
    const Score value = search_son(son);
    count_nodes(son.iteration, nodes_before);
    send(master, Result{value});
  }
  void handle(int /*master*/, const NewBound& bound) { raise_bound(bound.alpha); }
  void handle(int /*master*/, const Recall& /*recall*/) { worker_.interrupt(); }
  void handle(int /*master*/, const Dismissal& /*dismissal*/) { dismissed_ = true; }

  // The master's part.

  void lead(const P& root) {
    std::optional<Score> expected;
    for (iteration_ = 1; iteration_ <= worker_.settings.depth; ++iteration_) {
      const auto nodes_before = worker_.counters.nodes();
      const auto result = worker_.aspire(expected, [&](Score alpha, Score beta) {
        const NodeResult node = search_pv(root, alpha, beta, iteration_, 0);
        return RootResult{node.score, node.move};
      });
      expected = result.value;
      iterations_.push_back({iteration_, result.value, result.move, worker_.processor.now()});
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
                         if (order_sons(worker_, position, node, moves, ply) &&
                             find_first_move(position, node, ply, moves))
                           search_pv_sons(position, node, ply, moves);
                         return true;
                       });
  }

  /// Deepens internally at a node on the principal variation, as in any other place: alone.
  [[nodiscard]] bool find_first_move(const P& position, NodeResult& node, int ply,
                                     OrderedMoves<P>& moves) {
    return worker_.find_first_move(position, node, moves, ply, [&](NodeResult& shallow) {
      return recursive_.search_in_order(position, shallow, ply, moves);
    });
  }

  void search_pv_sons(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    const Move eldest = *moves.next();
    const P son = position.after(eldest);
    const Score value = -search_pv(son, -node.beta, -std::max(node.alpha, node.score),
                                   worker_.son_depth(son, node.depth), ply + 1)
                             .score;
    if (!worker_.improve(node, value, position, eldest, ply, true))
      split(position, node, ply, moves);
  }

  /// Searches the sons after the first in parallel.
  void split(const P& position, NodeResult& node, int ply, OrderedMoves<P>& moves) {
    Split split{position, node, moves, ply};
    split_ = &split;
    for (int slave = 1; slave < worker_.processor.processors(); ++slave)
      give_son(slave);
    if (split.busy_slaves > 0)
      ++own_counters_.pv_splits;
    while (const auto* const next = moves.next()) {
      const Move move = *next;
      const Score value = search_son(make_son(move));
      take(value, move);
    }
    while (split.busy_slaves > 0)
      receive(worker_.processor.wait());
    worker_.resume();
    split_ = nullptr;
  }

  [[nodiscard]] Son make_son(const Move& move) const {
    const P position = split_->position.after(move);
    return {position,          split_->alpha(),
            split_->node.beta, worker_.son_depth(position, split_->node.depth),
            split_->ply + 1,   iteration_};
  }

  /// Gives an idle slave the next son, if there is one.
  void give_son(int slave) {
    const auto* const move = split_->moves.next();
    if (move == nullptr)
      return;
    given(slave) = *move;
    ++split_->busy_slaves;
    ++own_counters_.pv_split_sons;
    send(slave, make_son(*move));
  }

  void handle(int slave, const Result& result) {
    const Move move = *given(slave);
    given(slave).reset();
    --split_->busy_slaves;
    take(result.value, move);
    give_son(slave);
  }

  /// Takes the value of a son into the split node, and tells the slaves that are searching its
  /// brothers.
  void take(Score value, const Move& move) {
    if (split_->cut_off)
      return;
    const Score known = split_->alpha();
    split_->cut_off =
        worker_.improve(split_->node, value, split_->position, move, split_->ply, false);
    if (split_->cut_off) {
      split_->moves.skip_rest();
      worker_.interrupt();
      tell_busy_slaves(Recall{});
    } else if (split_->alpha() > known) {
      raise_bound(split_->alpha());
      tell_busy_slaves(NewBound{split_->alpha()});
      own_counters_.pv_split_bounds += static_cast<std::uint64_t>(split_->busy_slaves);
    }
  }

  template <class Kind> void tell_busy_slaves(const Kind& content) {
    for (int slave = 1; slave < worker_.processor.processors(); ++slave) {
      if (given(slave))
        send(slave, content);
    }
  }

  [[nodiscard]] std::optional<Move>& given(int slave) {
    return given_[static_cast<std::size_t>(slave)];
  }

  Worker<P, M> worker_;
  PvSplitSettings own_;
  PvSplitCounters own_counters_;
  Hooks hooks_;
  RecursiveSearch<P, M, Hooks> recursive_;
  std::vector<NodeResult*> path_; ///< from the son, or the end of the principal variation, down
  Score alpha_ = -infinity;       ///< the value that the son being searched must beat
  std::vector<IterationResult> iterations_;
  std::vector<std::uint64_t> nodes_; ///< by iteration
  bool dismissed_ = false;           ///< slaves only
  // The master only:
  int iteration_ = 0;
  Split* split_ = nullptr;
  std::vector<std::optional<Move>> given_; ///< move to the son that a slave is searching, by rank
};

/// Runs one processor's part of PV-Split.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const PvSplitSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return PvSplit<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
