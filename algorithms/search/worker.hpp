#pragma once

#include "algorithms/search/counters.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/move_ordering.hpp"
#include "algorithms/search/node_value.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/nominal_depth.hpp"
#include "algorithms/search/phase.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/root_window.hpp"
#include "algorithms/search/search_stopped.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/tables.hpp"
#include "trees/position.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace eldest {

/// The depths to which a son is searched, extensions included.
struct SonDepths {
  int full = 0;
  int first = 0; ///< less than `full` where the search is reduced at first

  bool operator==(const SonDepths&) const = default;
};

/// The search of the position after a pass, with a null window below the node's beta.
struct PassSearch {
  Score beta = 0;
  int depth = 0;
};

/// One processor's results of a search.
struct SearchOutcome {
  std::vector<IterationResult> iterations;
  std::vector<std::uint64_t> nodes; ///< nodes of this processor, by iteration
  Counters counters;
  NamedCounts own_counters{}; ///< the algorithm's own
  /// The result of greatest value among the last results of all processors, or nothing. Their
  /// depths may differ, and are that of the last complete iteration or more. Set in a search that
  /// has been stopped and whose algorithm has such results. `depth` is the chosen result's own.
  std::optional<IterationResult> combined{};
  /// The counters at the end of every iteration, in a search deepened by Worker::deepen. Otherwise
  /// empty.
  std::vector<Counters> running_counters{};
};

/// The part that all algorithms share on one processor: accounting for the work in nodes, ordering
/// moves, evaluating leaves, and iterative deepening.
template <Position P, Processor M> class Worker {
public:
  /// `failure_resistant`: see Iterations. A search with a table time-out is failure-resistant in
  /// any case.
  Worker(M& own_processor, const SearchSettings& search_settings, bool failure_resistant = false)
      : processor(own_processor),
        settings(search_settings),
        ordering(search_settings.move_order),
        iterations_(own_processor, failure_resistant || search_settings.table_timeout > 0) {
    if constexpr (ShowsProgress<M>)
      processor.watch(&counters, &depth_);
  }
  ~Worker() {
    if constexpr (ShowsProgress<M>)
      processor.watch(nullptr, nullptr);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  M& processor;
  const SearchSettings& settings;
  Counters counters;
  MoveOrdering<P> ordering;

  /// Does the work of making the move to a node that is `ply` moves below the root and is to be
  /// searched to `depth` with the window from `alpha` to `beta`. Every visit of a node calls this
  /// first, even if the node is not searched. Only an observer of the search sees the window.
  void enter_node(const P& position, Score alpha, Score beta, int depth, int ply) {
    if (auto* const watcher = watcher_of(processor)) [[unlikely]]
      watcher->visit({position.key(), depth, ply, alpha, beta});
    processor.work(settings.costs.visit * relative_cost(position));
  }

  [[nodiscard]] static bool is_leaf(int depth, int ply) { return depth <= 0 || ply >= max_ply; }

  /// Returns true if the value of a node searched to `depth` is its evaluation, whatever the
  /// window.
  [[nodiscard]] bool is_evaluated(int depth) const { return depth <= 0 && !settings.quiescence; }

  /// The depth to which a son is searched, extensions included. `depth` is the father's.
  [[nodiscard]] static int son_depth(const P& son, int depth) {
    return depth - 1 + son.extension();
  }

  /// The depths to which a son is searched, whose move `moves` gave last. `position`, `depth`,
  /// `moves` and `ply` are the father's.
  ///
  /// Late move reductions (Fruit 2.1, 2005; T. Romstad, "An introduction to late move reductions",
  /// 2006) apply if the settings ask for them. They concern a son that the ordering expects to be
  /// no better than its elder brothers. Such a son is first searched to less depth, with a null
  /// window even in αβ. It is searched to its full depth only if it proves to be better. The tree
  /// is then not that of minimax, and depends on the windows and on the order of moves.
  ///
  /// The sources agree to leave alone the first moves of a node, captures, promotions, moves in
  /// check, and moves that give check. They also leave alone all moves in nodes of depth 1 and 2.
  /// The rest is our choice:
  /// - The table's move and killers are left alone, too. So are all moves of the root, whose values
  ///   decide on the move that is played.
  /// - Moves in PV nodes are reduced, as in Romstad and unlike in Fruit.
  /// - Any other move is reduced if at least `full_depth_moves` moves of the node rank above it.
  ///   This processor's ordering decides, even where a parallel algorithm searches the moves in
  ///   another order. Statistics of failed moves, which decide in Fruit, do not count beyond the
  ///   history in that ordering.
  /// - The reduction is a ply everywhere, or that of `logarithmic_reduction`, which is 0 for some
  ///   moves at small depths. The logarithmic one leaves a son at least one ply.
  /// - In a game that is ordered by its own ordering alone (see Position) all moves are quiet.
  /// - A son that is a leaf is not reduced. In nodes of depth 3 and more, such sons have a negative
  ///   extension, or `max_ply` moves above them.
  [[nodiscard]] SonDepths son_depths(const P& position, int depth, const P& son,
                                     const OrderedMoves<P>& moves, int ply) const {
    const int full = son_depth(son, depth);
    const auto first_moves = static_cast<std::size_t>(settings.full_depth_moves);
    if (first_moves == 0 || ply == 0 || depth < least_reduced || is_leaf(full, ply + 1) ||
        !moves.at_late(first_moves) || is_forced(position) || is_forced(son))
      return {full, full};
    const int reduction =
        settings.reduction == Reduction::one_ply
            ? 1
            : std::min(logarithmic_reduction(depth, moves.ranked_above() + 1), full - 1);
    return {full, full - std::max(reduction, 0)};
  }

  /// The reduction of a late move in a node searched to `depth`, in ply. `place` is the move's
  /// place by rank, from 1 on. The formula is that of Stockfish 2 (2010) for null windows, rounded
  /// down to whole plies. It is used in PV nodes, too.
  [[nodiscard]] static int logarithmic_reduction(int depth, std::size_t place) {
    return static_cast<int>(0.33 + std::log(depth) * std::log(static_cast<double>(place)) / 2.25);
  }

  /// Begins the son whose move `moves` gave last. Returns the depths to which the son is searched.
  /// Prefetches the next brother's table entry if the brother's move is known and the table will be
  /// asked about the brother. The move is known in nodes that are not cut off early.
  [[nodiscard]] SonDepths begin_son(const P& position, int depth, const P& son,
                                    const OrderedMoves<P>& moves, int ply) {
    if constexpr (PrefetchesTables<M>) {
      if (!is_leaf(depth - 1, ply + 1)) {
        if (const auto* const brother = moves.known_next())
          processor.template prefetch<Probe>([&] { return position.after(*brother).key(); });
      }
    }
    return son_depths(position, depth, son, moves, ply);
  }

  /// Asks the table about an interior node with a window, and waits for the answer. Generates the
  /// node's moves during the wait if the settings say so. If the settings leave that to the
  /// algorithm, `early_by_default` decides.
  [[nodiscard]] TableAnswer look_up(const P& position, int depth, Score alpha, Score beta,
                                    OrderedMoves<P>& moves, bool early_by_default) {
    Probe probe{position.key(), depth, settings.table_depth, {alpha, beta}};
    ask_table(probe, position, moves, early_by_default);
    return probe.answer;
  }

  /// Asks the table like `look_up`, by `probe`, a handler of the algorithm's own that has the
  /// members of Probe. `probe.answer` is the answer.
  template <AskedHandler H>
  void ask_table(H& probe, const P& position, OrderedMoves<P>& moves, bool early_by_default) {
    ++counters.interior;
    processor.ask(probe.key, probe);
    if (generates_early(early_by_default))
      generate(position, moves);
    if (answered_in_time(settings.table_timeout) && probe.answer.closes_window())
      count_table_hit(probe.key, probe.depth);
  }

  /// Waits for the table's answer, at most `timeout` seconds, or without limit if `timeout` is 0.
  /// Returns true if the answer has come. If not, the handler is as it was before the request.
  [[nodiscard]] bool answered_in_time(double timeout) {
    if (timeout <= 0) {
      processor.await_answer();
      return true;
    }
    if (processor.await_answer_for(timeout))
      return true;
    ++counters.timeouts;
    return false;
  }

  /// Counts a node whose search the table's answer has ended.
  void count_table_hit(Key key, int depth) {
    ++counters.table_hits;
    show_end(key, depth, NodeEnd::answered);
  }

  /// Returns true if a node's moves are to be generated before the table's answer has come; false
  /// if the answer is there already. `early_by_default` is true if the algorithm itself generates
  /// moves that early.
  [[nodiscard]] bool generates_early(bool early_by_default) const {
    const auto& when = settings.move_generation;
    const bool early =
        when == MoveGeneration::own ? early_by_default : when == MoveGeneration::while_waiting;
    return early && !processor.answered();
  }

  /// Generates the moves of an interior node. Does not order them, because the table's move may
  /// still be on its way.
  void generate(const P& position, OrderedMoves<P>& moves) {
    processor.work(settings.costs.generation * relative_cost(position));
    moves.generate(position);
  }

  /// Orders the generated moves of a node, and counts the node as expanded.
  void order(const P& position, OrderedMoves<P>& moves, const NodeResult& node, int ply) {
    ++counters.expanded;
    counters.moves += moves.size();
    counters.forced += moves.size() == 1 ? 1 : 0;
    order_again(position, moves, node, ply);
  }

  /// Orders moves that have been in order before, and does not count the node again.
  void order_again(const P& position, OrderedMoves<P>& moves, const NodeResult& node, int ply) {
    const auto& costs = settings.costs;
    const double units = costs.ordering + costs.move * static_cast<double>(moves.size());
    processor.work(units * relative_cost(position));
    if constexpr (HasGain<P>) {
      if (settings.frontier_by_gain && node.depth == 1 && !settings.quiescence)
        return moves.order_by_gain(position);
    }
    moves.order(position, ordering, node.move, ply);
  }

  /// Internal iterative deepening (Scott 1969; Anantharaman 1991) of a node whose moves are in
  /// order, and for which the table has no move. The node is first searched to 2 ply less, before
  /// that to 4 ply less and so on. Its sons are ordered again after each of these searches.
  /// `search_sons` takes a NodeResult of the lesser depth, and searches the sons for it. It returns
  /// false if it has given up. This function then returns false, too.
  ///
  /// The sources are silent on these points:
  ///
  /// - This is done in nodes of all types, because a search does not know in advance which of them
  ///   will be cut off.
  /// - The lesser searches have the node's window.
  /// - They store in the table the results of the sons, like any other search. Of the node itself
  ///   they store only the move in the end, for processors that come to the node later. Their
  ///   values say nothing about the node's own depth.
  template <class SearchSons>
  [[nodiscard]] bool find_first_move(const P& position, NodeResult& node, OrderedMoves<P>& moves,
                                     int ply, SearchSons search_sons) {
    for (auto shallow = begin_internal(node); shallow;
         shallow = next_internal(position, node, moves, ply, *shallow)) {
      if (!search_sons(*shallow))
        return false;
    }
    return true;
  }

  /// Begins the internal deepening of a node. Returns the first search, or nothing if the node is
  /// not to be deepened internally.
  [[nodiscard]] std::optional<NodeResult> begin_internal(const NodeResult& node) {
    const int least = settings.internal_deepening;
    if (least == 0 || node.depth < least || node.move != 0)
      return std::nullopt;
    ++counters.internal_deepenings;
    const int shallowest = std::max(1, least - internal_step);
    return internal_search(node, shallowest + (node.depth - shallowest) % internal_step);
  }

  /// Takes the move that `shallow`, an internal search, has found into the node, and orders the
  /// sons by it. Returns the next internal search. After the last one, stores the move in the table
  /// and returns nothing.
  [[nodiscard]] std::optional<NodeResult> next_internal(const P& position, NodeResult& node,
                                                        OrderedMoves<P>& moves, int ply,
                                                        const NodeResult& shallow) {
    node.move = shallow.move;
    order_again(position, moves, node, ply);
    if (shallow.depth + internal_step < node.depth)
      return internal_search(node, shallow.depth + internal_step);
    if (node.move != 0)
      processor.post(position.key(),
                     StoreMove{position.key(), node.move, node.depth - internal_step});
    return std::nullopt;
  }

  /// Searches the root once or, with aspiration or in MTD(f), as often as needed. The first window
  /// is around `expected`, if that is known. With aspiration, a search that fails is repeated with
  /// the window opened on that side, until the value is inside. For MTD(f) see RootWindow.
  /// `search(alpha, beta)` returns a RootResult.
  ///
  /// Where several processors search the root together, each opens its window when its own search
  /// fails. A search that fails leaves its bound in the root's entry of the table, and the bounds
  /// of the sons in theirs. The other processors find them there.
  template <class SearchRoot>
  [[nodiscard]] RootResult aspire(std::optional<Score> expected, SearchRoot search) {
    RootWindow window = root_window(expected);
    while (true) {
      RootResult root = search(window.alpha, window.beta);
      if (interrupted_ || !open(window, root))
        return root;
    }
  }

  /// The window of the root's first search. It is infinite without an expected value. Otherwise it
  /// is a null window in MTD(f), and with aspiration a window around `expected`.
  [[nodiscard]] RootWindow root_window(std::optional<Score> expected) const {
    if (expected && settings.search == Search::mtdf)
      return RootWindow::null_at(*expected);
    if (settings.aspiration == 0 || !expected)
      return {};
    return {std::max(-infinity, *expected - settings.aspiration),
            std::min(infinity, *expected + settings.aspiration)};
  }

  /// Makes the window of the root's next search: see RootWindow::open. Returns false if no other
  /// search is needed.
  [[nodiscard]] bool open(RootWindow& window, RootResult& root) {
    const bool again = window.open(root);
    if (again)
      ++counters.root_researches;
    return again;
  }

  /// Stores a node's result in the table.
  void store(const P& position, const NodeResult& node) {
    show_result(position.key(), node);
    processor.post(position.key(), Store{position.key(), node, settings.table_store});
  }

  /// Tells the observer of the search that a node's search has ended, with the result `node`: see
  /// NodeWatcher.
  void show_result(Key key, const NodeResult& node) const {
    show_end(key, node.depth, node.score >= node.beta ? NodeEnd::cut_off : NodeEnd::searched);
  }

  // For processors that give work to each other: see NodeWatcher. Nothing happens, and lines are
  // empty, if nobody observes the search.

  /// The line of play that this processor is on, above a node `ply` moves below the root.
  [[nodiscard]] TopLine line(int ply) const {
    const auto* const watcher = watcher_of(processor);
    return watcher == nullptr ? TopLine{} : line_above(watcher->line(), ply);
  }
  /// Reports that the processor takes up work below `line`, a line of play.
  void take_up(const TopLine& line) const {
    if (auto* const watcher = watcher_of(processor))
      watcher->take_up(line);
  }
  /// Reports that the processor continues its search below `line`, whose nodes have been visited
  /// before, by this or another processor.
  void go_on_below(const TopLine& line) const {
    if (auto* const watcher = watcher_of(processor))
      watcher->go_on_below(line);
  }
  /// Reports that the processor continues its search below the last node of the path `frames`,
  /// whose first node is below `line`.
  template <class Frames> void go_on_below(const TopLine& line, const Frames& frames) const {
    if (auto* const watcher = watcher_of(processor)) [[unlikely]]
      watcher->go_on_below(line_down(line, frames));
  }
  /// Reports that the processor has nothing to search.
  void rest() const {
    if (auto* const watcher = watcher_of(processor))
      watcher->rest();
  }

  /// Visits a node that is evaluated, and returns its value.
  [[nodiscard]] Score visit_evaluated(const P& position, int depth, int ply) {
    enter_node(position, -infinity, infinity, depth, ply);
    return leaf(position, -infinity, infinity);
  }

  /// The value of a node, after `enter_node`, if it is known without a search of the node's sons.
  /// This is so at a leaf, and where futility pruning decides the node. Otherwise nothing.
  ///
  /// Futility pruning (Schaeffer 1986; Heinz, "Scalable Search in Computer Chess", 1999) applies if
  /// the settings ask for it. Let `margin` be `futility_margin` times the node's depth:
  ///
  /// - A node of depth 3 or less whose static value is `margin` or more above beta is cut off. Its
  ///   value is the static value less `margin`. In Heinz, the father tests a move before making it.
  ///   Here the son is tested after the move ("reverse futility pruning"), so that every algorithm
  ///   does it alike.
  /// - With quiescence search, a node of depth 1 whose static value is `margin` or more below alpha
  ///   is searched as a leaf, over captures (razoring). If that value is above alpha, the sons are
  ///   searched.
  /// - In quiescence search, a capture is skipped if the static value after it is still
  ///   `futility_margin` or more below alpha. Only in games that know this value without making the
  ///   move (HasGain).
  ///
  /// The tree is then not that of minimax, and depends on the windows. Where the sources differ:
  ///
  /// - Neither the root nor a position whose side to move has to answer a threat is decided so. Nor
  ///   is one that the static value puts above beta where a pass may be better than every move (see
  ///   PassablePosition).
  /// - A static value says nothing about a bound that is a win or a loss.
  /// - The node is decided before the table is asked and before moves are generated. So a stalemate
  ///   is not seen there. The result is not stored in the table.
  [[nodiscard]] NodeValue value_at_once(const P& position, Score alpha, Score beta, int depth,
                                        int ply) {
    if (is_leaf(depth, ply))
      return leaf(position, alpha, beta);
    if (settings.futility_margin == 0 || ply == 0 || depth > most_futile || is_forced(position))
      return std::nullopt;
    return futile_value(position, alpha, beta, depth);
  }

  /// The value of a leaf, after `enter_node`: its evaluation or, in a search with quiescence, the
  /// value of fail-soft αβ over captures.
  [[nodiscard]] Score leaf(const P& position, Score alpha, Score beta) {
    ++counters.leaves;
    if constexpr (QuiescentPosition<P>) {
      if (settings.quiescence)
        return search_captures(position, alpha, beta);
    }
    return position.evaluate();
  }

  /// Searches a son with the window that αβ or NegaScout gives it. `search(alpha, beta, again)`
  /// returns the son's value for its father. `again` is true in NegaScout's second search of a son,
  /// whose scout has found it better than its elder brothers (Reinefeld 1983).
  template <class SearchSon>
  [[nodiscard]] Score search_son(bool eldest, Score alpha, Score beta, int son_depth,
                                 SearchSon search) {
    if (eldest || settings.search != Search::negascout)
      return search(alpha, beta, false);
    const Score scouted = search(alpha, alpha + 1, false);
    return search_again(scouted, alpha, beta, son_depth) ? search(scouted, beta, true) : scouted;
  }

  /// Searches a son in the windows of αβ or NegaScout. If `eldest` is false and the search is to be
  /// reduced, first searches the son to less depth, with a null window. The callback is
  /// `search(alpha, beta, depth, again)`. `again` is also true in a search to full depth that
  /// follows a reduced one. If the first search has been put off, its value is below -infinity.
  template <class SearchSon>
  [[nodiscard]] Score search_son(bool eldest, Score alpha, Score beta, const SonDepths& depths,
                                 SearchSon search) {
    const bool reduced = !eldest && depths.first < depths.full;
    if (reduced) {
      const Score value = search_reduced(alpha, depths, search);
      if (interrupted_ || value <= alpha)
        return value;
    }
    return search_son(eldest, alpha, beta, depths.full, [&](Score lower, Score upper, bool again) {
      return search(lower, upper, depths.full, again || reduced);
    });
  }

  /// Searches `son`, which is `ply` moves below the root, in the windows of αβ or NegaScout.
  /// Without quiescence search evaluates a leaf at once, because its value is the same in any
  /// window. Most sons are leaves.
  template <class SearchSon>
  [[nodiscard]] Score search_son(const P& son, int ply, bool eldest, Score alpha, Score beta,
                                 const SonDepths& depths, SearchSon search) {
    if (is_evaluated(depths.full))
      return -visit_evaluated(son, depths.full, ply);
    return search_son(eldest, alpha, beta, depths, search);
  }

  /// Searches the position after a pass, if one is to be searched. Returns true if the pass cuts
  /// off the node. `passed` is true if the move that led to the node is a pass. `search(son, alpha,
  /// beta, depth)` returns the value for the side that passes, or one below alpha if the search has
  /// been given up.
  ///
  /// Null-move pruning (Goetsch & Campbell 1990; Donninger 1993) applies if the settings ask for
  /// it. A node whose static value reaches beta is first searched after a pass. That search has a
  /// null window at beta, and is to R ply less than after a move. If even that search reaches beta,
  /// the node is cut off. Its value is then beta, because what a pass would win is no value of the
  /// game. The tree is then not that of minimax, and depends on the windows.
  ///
  /// Where the sources differ:
  ///
  /// - There is no pass at the root, nor in two plies running.
  /// - There is no pass where the game says that it may be better than every move (see
  ///   PassablePosition).
  /// - There is a pass only in nodes searched to more than `null_move_reduction` ply. The search
  ///   after it is to depth 0 at least.
  /// - R is `null_move_reduction`. If the settings ask for it, R grows with the node's depth, as in
  ///   Heinz, "Adaptive Null-Move Pruning" (1999), but by a ply for every `null_move_growth` ply.
  /// - There is no verification.
  /// - Where the distances of wins are to be right, there is no pass if beta is a win or a loss.
  ///   Otherwise a node could be cut off because it loses a ply later after a pass.
  template <class SearchPass>
  [[nodiscard]] bool pass_cuts_off(const P& position, NodeResult& node, int ply, bool passed,
                                   SearchPass search) {
    if constexpr (PassablePosition<P>) {
      if (const auto pass = begin_pass(position, node, ply, passed)) {
        const Score value = search(position.after_pass(), pass->beta - 1, pass->beta, pass->depth);
        return !interrupted_ && take_pass(node, pass->beta, value);
      }
    }
    return false;
  }

  /// Begins the pass of a node. Returns the search of the pass, or nothing if no pass is to be
  /// searched. If the node's beta is lowered during that search, the search does not change.
  [[nodiscard]] std::optional<PassSearch> begin_pass(const P& position, const NodeResult& node,
                                                     int ply, bool passed) {
    if constexpr (PassablePosition<P>) {
      const int least = settings.null_move_reduction;
      if (least == 0 || passed || ply == 0 || node.depth <= least || !position.may_pass() ||
          position.evaluate() < node.beta || is_beyond_passes(node.beta))
        return std::nullopt;
      ++counters.null_moves;
      const int growth =
          settings.null_move_growth == 0 ? 0 : node.depth / settings.null_move_growth;
      return PassSearch{node.beta, std::max(0, node.depth - 1 - least - growth)};
    }
    return std::nullopt;
  }

  /// Takes the value of a pass. If it reaches `beta`, the pass cuts off the node: the node's score
  /// becomes `beta`, and this function returns true.
  [[nodiscard]] bool take_pass(NodeResult& node, Score beta, Score value) {
    if (value < beta)
      return false;
    ++counters.null_move_cutoffs;
    node.score = beta;
    return true;
  }

  /// Counts a son that has been searched to less depth first, with a null window above `alpha`.
  /// Returns true if the son is to be searched to its full depth.
  [[nodiscard]] bool reduction_failed(Score value, Score alpha) {
    ++counters.reductions;
    if (value <= alpha)
      return false;
    ++counters.reduction_researches;
    return true;
  }

  /// Returns true if NegaScout must search a son again after its scout. It need not if the scout
  /// has failed low or high, or if the son is a leaf, evaluated whatever the window.
  [[nodiscard]] bool search_again(Score scouted, Score alpha, Score beta, int son_depth) const {
    return scouted > alpha && scouted < beta && !is_evaluated(son_depth) && !interrupted_;
  }

  /// Takes a son's value into its father's result. Returns true if the value cuts off the rest of
  /// the sons.
  [[nodiscard]] bool improve(NodeResult& node, Score value, const P& position,
                             typename P::Move move, int ply, bool eldest) {
    if (value <= node.score)
      return false;
    node.score = value;
    node.move = move.code();
    if (value < node.beta)
      return false;
    count_cutoff(node.depth, eldest);
    ordering.record_cutoff(position, move, node.depth, ply);
    return true;
  }

  /// Looks for messages. Returns true if the current iteration is to be given up.
  /// `on_message(message)` is called for messages that are not about iterations.
  template <class OnMessage> [[nodiscard]] bool poll_interrupted(OnMessage on_message) {
    interrupted_ = interrupted_ || iterations_.over(depth_, on_message);
    return interrupted_;
  }
  [[nodiscard]] bool poll_interrupted() {
    return poll_interrupted([](const Message&) {});
  }

  /// Gives up the current search until `resume` is called. For algorithms that decide themselves
  /// when to give up.
  void interrupt() { interrupted_ = true; }
  void resume() { interrupted_ = false; }

  /// Returns true if the current search has been given up. The nodes that it is leaving have no
  /// value.
  [[nodiscard]] bool interrupted() const { return interrupted_; }

  /// Keeps the processor in a phase for the lifetime of the result.
  [[nodiscard]] InPhase<M> in_phase(Phase phase) { return {processor, phase}; }

  /// Returns true if the search continues to `depth`; see eldest::continues_to.
  [[nodiscard]] bool continues_to(int depth) {
    return eldest::continues_to(depth, settings.depth, processor);
  }

  /// Searches by iterative deepening from 1 to the nominal depth, or until the machine ends the
  /// search. `search_root(depth, alpha, beta)` returns a RootResult, which is ignored if the
  /// iteration was given up. See `aspire` for the windows.
  ///
  /// In every iteration the processor first searches `ahead` ply deeper than the iteration, in the
  /// end beyond the nominal depth. It then searches ply by ply less deep, down to the iteration's
  /// own depth, until the iteration is over.
  template <class SearchRoot>
  [[nodiscard]] SearchOutcome deepen(SearchRoot search_root, int ahead = 0) {
    SearchOutcome outcome;
    std::uint64_t nodes_before = 0;
    const auto count_nodes = [&] {
      outcome.nodes.push_back(counters.nodes() - nodes_before);
      outcome.running_counters.push_back(counters);
      nodes_before = counters.nodes();
    };
    const bool completed = until_stopped([&] {
      for (depth_ = 1; continues_to(depth_); ++depth_) {
        interrupted_ = false;
        begin_iteration(processor);
        expect_last_value();
        for (int depth = depth_ + ahead; depth >= depth_ && !poll_interrupted(); --depth) {
          const RootResult root = aspire(
              expected_, [&](Score alpha, Score beta) { return search_root(depth, alpha, beta); });
          if (!interrupted_ && continues_to(depth))
            iterations_.report({depth, root.value, root.move, processor.now()});
          if (!interrupted_)
            expected_ = root.value;
        }
        count_nodes();
      }
      iterations_.wait_until_over(depth_ - 1);
    });
    if (!completed)
      count_nodes();
    outcome.iterations = iterations_.results();
    outcome.counters = counters;
    return outcome;
  }

private:
  void count_cutoff(int depth, bool eldest) {
    constexpr int deep = 3;
    ++counters.cutoffs;
    counters.first_move_cutoffs += eldest ? 1 : 0;
    counters.deep_cutoffs += depth >= deep ? 1 : 0;
    counters.deep_first_move_cutoffs += depth >= deep && eldest ? 1 : 0;
  }

  void show_end(Key key, int depth, NodeEnd how) const {
    if (auto* const watcher = watcher_of(processor)) [[unlikely]]
      watcher->end(key, depth, how);
  }

  static constexpr int internal_step = 2; ///< ply by which internal searches differ in depth
  static constexpr int least_reduced = 3; ///< least depth of a node with late move reductions
  static constexpr int most_futile = 3;   ///< greatest depth of a node with futility pruning
  static constexpr int most_razored = 1;  ///< greatest depth of a node with razoring

  /// Returns true if the side to move has to answer a threat, as in check. This is so where the
  /// game extends the search or, in quiescence search, does not let the side stand pat.
  [[nodiscard]] static bool is_forced(const P& position) {
    if constexpr (QuiescentPosition<P>) {
      if (!position.may_stand_pat())
        return true;
    }
    return position.extension() > 0;
  }

  /// Returns true if `beta` is so high or low that a pass says nothing about it.
  [[nodiscard]] bool is_beyond_passes(Score beta) const {
    return settings.table_depth == TableDepth::at_least_keeping_distance && is_win(beta);
  }

  /// The value of an interior node by futility pruning, or nothing: see value_at_once. Not inlined,
  /// so that searches without it take no longer.
  [[nodiscard, gnu::noinline]] NodeValue futile_value(const P& position, Score alpha, Score beta,
                                                      int depth) {
    const Score value = position.evaluate();
    const Score margin = settings.futility_margin * depth;
    if (value - margin >= beta && !is_win(beta) && may_pass(position)) {
      ++counters.leaves;
      ++counters.futility_cutoffs;
      return value - margin;
    }
    if constexpr (QuiescentPosition<P>) {
      if (settings.quiescence && depth <= most_razored && value + margin <= alpha && !is_win(alpha))
        return razored_value(position, alpha, beta);
    }
    return std::nullopt;
  }

  /// The value of a node by a search over captures, if that value is not above alpha. Otherwise
  /// nothing.
  [[nodiscard]] NodeValue razored_value(const P& position, Score alpha,
                                        Score beta) requires QuiescentPosition<P> {
    const Score value = search_captures(position, alpha, beta);
    if (value > alpha)
      return std::nullopt;
    ++counters.leaves;
    ++counters.futility_cutoffs;
    return value;
  }

  /// Returns true unless the game says that a pass may be better than every move.
  [[nodiscard]] static bool may_pass(const P& position) {
    if constexpr (PassablePosition<P>)
      return position.may_pass();
    else
      return true;
  }

  /// Searches a son to less depth first, with a null window. Counts the search, and whether the son
  /// must be searched to its full depth.
  template <class SearchSon>
  [[nodiscard]] Score search_reduced(Score alpha, const SonDepths& depths, SearchSon& search) {
    const Score value = search(alpha, alpha + 1, depths.first, false);
    if (!interrupted_ && value >= -infinity)
      static_cast<void>(reduction_failed(value, alpha));
    return value;
  }

  /// The internal search of a node to `depth`, before it begins.
  [[nodiscard]] static NodeResult internal_search(const NodeResult& node, int depth) {
    NodeResult shallow = node;
    shallow.score = -infinity;
    shallow.depth = depth;
    return shallow;
  }

  /// Sets the expected value to that of the previous iteration, on which all processors agree. If
  /// this processor does not know that value yet, keeps the value of its own last search.
  void expect_last_value() {
    const auto& known = iterations_.results();
    const auto last = static_cast<std::size_t>(depth_ - 1);
    if (last > 0 && known.size() >= last)
      expected_ = known[last - 1].value;
  }

  /// The work in a position relative to others of its kind, for games that define it; else 1.
  [[nodiscard]] static double relative_cost(const P& position) {
    if constexpr (HasRelativeCost<P>)
      return position.relative_cost();
    else
      return 1;
  }

  /// The most that a capture is expected to reach, if that does not beat `lower`. Otherwise
  /// nothing. See value_at_once.
  [[nodiscard]] NodeValue futile_capture(const P& position, typename P::Move move,
                                         Score lower) const {
    if constexpr (HasGain<P>) {
      if (settings.futility_margin != 0 && !is_win(lower)) {
        const Score hoped = position.evaluate() + position.gain(move) + settings.futility_margin;
        if (hoped <= lower)
          return hoped;
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] Score search_captures(const P& position, Score alpha,
                                      Score beta) requires QuiescentPosition<P> {
    Score best = position.may_stand_pat() ? position.evaluate() : -infinity;
    if (best >= beta)
      return best;
    processor.work(settings.costs.captures * relative_cost(position));
    OrderedMoves<P> captures;
    captures.generate_captures(position);
    if (captures.empty())
      return position.evaluate();
    captures.order_for_quiescence(position, ordering);
    const bool may_skip = position.may_stand_pat();
    while (const auto* const move = captures.next()) {
      if (may_skip && !settings.losing_captures && captures.at_losing()) // as are all that follow
        break;
      if (may_skip) {
        if (const auto hoped = futile_capture(position, *move, std::max(alpha, best))) {
          best = std::max(best, *hoped);
          continue;
        }
      }
      const P son = position.after(*move);
      const Score lower = std::max(alpha, best);
      enter_node(son, -beta, -lower, quiescence_depth, max_ply);
      ++counters.quiescence;
      best = std::max(best, -search_captures(son, -beta, -lower));
      if (best >= beta)
        break;
    }
    return best;
  }

  Iterations<M> iterations_;
  std::optional<Score> expected_; ///< the root's expected value in its next search
  int depth_ = 0;                 ///< of the current iteration
  bool interrupted_ = false;
};

} // namespace eldest
