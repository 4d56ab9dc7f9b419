#pragma once

#include "algorithms/search/critical_path.hpp"
#include "algorithms/search/move_ordering.hpp"
#include "algorithms/search/node_type.hpp"
#include "algorithms/search/node_value.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/wire.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace eldest {

/// The current search of a son, from its father's point of view.
struct SonSearch {
  int depth = 0;
  Score alpha = 0;       ///< lower end of this search's window
  bool scouting = false; ///< true for the null window of a scout, a reduced search or a pass
  bool eldest = false;
  int reduction = 0; ///< ply that late move reductions take off the son's full depth
  bool pass = false; ///< true if the search is not of a son, but of the position after a pass

  /// Form of the search in a message: 8 bytes.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::depth(self.depth), wire::depth(self.reduction),
                  wire::flag(self.scouting), wire::flag(self.eldest), wire::flag(self.pass));
  }

  bool operator==(const SonSearch&) const = default;
};

/// The state of a node whose sons are being searched or will be, in a search without recursion: see
/// FrameSteps.
template <Position P> struct NodeFrame {
  NodeFrame(const P& own_position, const NodeResult& own_node, int own_ply)
      : position(own_position), node(own_node), ply(own_ply) {}

  P position;
  NodeResult node;
  int ply;
  bool begun = false;    ///< true once the moves have been generated, or need not be
  bool may_pass = false; ///< true if a pass may be tried before the moves are generated
  OrderedMoves<P> moves;
  PathTimes times{};
  /// The node's result at its own depth, while `node` is that of an internal search to less depth.
  /// Otherwise nothing.
  std::optional<NodeResult> deeper{};

  /// The greater of alpha and the best score of a son. The next son must beat it.
  [[nodiscard]] Score lower() const { return std::max(node.alpha, node.score); }
  [[nodiscard]] bool cut_off() const { return lower() >= node.beta; }

  /// Narrows the node's window to the part inside the window from `alpha` to `beta`, which the
  /// node's father now allows. Returns true if the next son's window has become narrower.
  bool narrow(Score alpha, Score beta) {
    const bool narrower = alpha > lower() || beta < node.beta;
    node.alpha = std::max(node.alpha, alpha);
    node.beta = std::min(node.beta, beta);
    return narrower;
  }

  /// Skips the remaining sons, because the node or its internal search is over.
  void skip_rest() {
    begun = true;
    moves.skip_rest();
  }

  // Times by the clock of the critical path

  /// Records that a son is complete at `time`. `alone` is true if the younger brothers have waited
  /// for that son.
  void complete_son(double time, bool alone) {
    times.complete = std::max(times.complete, time);
    if (alone)
      times.next_son = time;
  }
  /// Skips the remaining sons, because the node is cut off at `time`.
  void cut_off_at(double time) {
    times.complete = time;
    skip_rest();
  }
};

/// A node of this processor's path. The processor itself searches the next node of the path, which
/// is a son of this one.
template <Position P> struct PathFrame : NodeFrame<P> {
  PathFrame(const P& own_position, const NodeResult& own_node, int own_ply, NodeType own_type,
            std::uint64_t own_number)
      : NodeFrame<P>(own_position, own_node, own_ply), type(own_type), number(own_number) {}

  NodeType type;           ///< type in the critical tree, expected when the node was entered
  std::uint64_t number;    ///< unique among nodes; an internal search counts as another node
  typename P::Move move{}; ///< leads to the next node of the path, unless a pass does
  SonSearch son;           ///< the search of the next node of the path

  /// The position of the next node of the path.
  [[nodiscard]] P son_position() const {
    if constexpr (PassablePosition<P>) {
      if (son.pass)
        return this->position.after_pass();
    }
    return this->position.after(move);
  }
};

/// The steps of αβ and NegaScout at one node, for searches that keep their path in frames instead
/// of recursing. At each node the steps are those of RecursiveSearch, in the same order:
///
/// - A pass, if one is to be searched (Worker::pass_cuts_off), comes before the moves are
///   generated, so no son can be given away during its search. The node's own processor searches
///   the pass like a son. It also enters the nodes below the pass, whose sons others may search.
///   Because the pass is expected to cut off the node, the position after it is expected to be an
///   ALL node. If the node's beta falls during that search, the search keeps its window.
/// - Internal iterative deepening (Worker::find_first_move) searches the node in its own frame, to
///   less depth at first, in parallel like any node of that depth.
/// - A son whose search is reduced (Worker::son_depths) is first searched with a null window, by
///   whichever processor searches the son. If the son's value beats alpha, the same processor then
///   searches the son to its full depth, as in NegaScout's second search. Like a scout, a reduced
///   search begins again if the alpha that it must beat rises.
template <Position P, Processor M> class FrameSteps {
public:
  /// `worker` must outlive this object.
  explicit FrameSteps(Worker<P, M>& worker) : worker_(worker), path_clock_(worker.processor) {}

  /// The clock of the critical path. These steps set it at every node. A caller that receives work
  /// from another processor must set it, too.
  [[nodiscard]] PathClock<M>& path_clock() { return path_clock_; }

  /// A node that has been entered. `value` is its value, or nothing if the value is not known at
  /// once. `node` holds the window and the result that the table's answer leaves.
  struct Entered {
    NodeValue value;
    NodeResult node;
  };

  /// Enters a son, `ply` moves below the root, for `search`. The father's beta is `father_beta`.
  [[nodiscard]] Entered enter(const P& position, const SonSearch& search, Score father_beta,
                              int ply) {
    const Score alpha = search.scouting ? -search.alpha - 1 : -father_beta;
    return enter(position, alpha, -search.alpha, search.depth, ply);
  }

  /// Enters a node, `ply` moves below the root, with the window from `alpha` to `beta` as the node
  /// sees it. Asks the table about a node whose value is not known at once.
  [[nodiscard]] Entered enter(const P& position, Score alpha, Score beta, int depth, int ply) {
    worker_.enter_node(position, alpha, beta, depth, ply);
    if (const auto value = worker_.value_at_once(position, alpha, beta, depth, ply))
      return {value, NodeResult({alpha, beta}, depth)};
    early_moves_.forget();
    const NodeResult node{worker_.look_up(position, depth, alpha, beta, early_moves_, false),
                          depth};
    if (ply == 0)
      root_move_ = node.move;
    return {node.known() ? NodeValue(node.score) : std::nullopt, node};
  }

  /// The type expected of a son that is to be searched, and so is taken to be in the critical tree.
  /// Therefore any son of a CUT node has the type of the first. So has a young brother that
  /// NegaScout searches with an open window, because it has beaten its elder brothers.
  [[nodiscard]] NodeType expected_type(const SonSearch& search, NodeType father) const {
    if (search.pass)
      return NodeType::all;
    const bool leading = search.eldest || (!search.scouting && negascout());
    return son_type(father, leading || father == NodeType::cut);
  }

  /// Prepares the frame of the node that was entered last. Gives the frame the node's moves if they
  /// have been generated. `passed` is true if a pass led to the node.
  void prepare(NodeFrame<P>& frame, bool passed) {
    if (early_moves_.generated())
      frame.moves.take_generated(early_moves_);
    frame.may_pass = !passed;
    set_times(frame);
  }

  /// Begins the pass of a node whose sons have not begun. Returns the search of the pass, or
  /// nothing if no pass is to be searched.
  [[nodiscard]] std::optional<PassSearch> next_pass(NodeFrame<P>& frame) {
    path_clock_.set(frame.times.next_son);
    const bool may_pass = std::exchange(frame.may_pass, false);
    return worker_.begin_pass(frame.position, frame.node, frame.ply, !may_pass);
  }

  /// Begins the search of the position after a pass, which becomes the next node of the path.
  /// Returns false if no pass is to be searched.
  [[nodiscard]] bool begin_pass(PathFrame<P>& frame) {
    const auto pass = next_pass(frame);
    if (pass)
      frame.son = {pass->depth, pass->beta - 1, true, false, 0, true};
    return pass.has_value();
  }

  /// Takes the value of the pass that was searched as the next node of the path. The value is that
  /// for the side that passed. Skips the sons if it cuts off the node.
  void take_pass(PathFrame<P>& frame, Score value) {
    const auto pass = std::exchange(frame.son, {});
    take_pass(frame, pass.alpha + 1, value);
  }

  /// Takes the value of a pass, for the side that passed. If it reaches `beta`, the node is cut
  /// off, and its sons are skipped.
  void take_pass(NodeFrame<P>& frame, Score beta, Score value) {
    set_times(frame);
    if (worker_.take_pass(frame.node, beta, value))
      frame.skip_rest();
  }

  /// Generates the moves of a node, unless the node has them already, and orders them. The sons are
  /// then to be searched, at first for an internal search if one is to be made. Call right after
  /// `next_pass` or `begin_pass` has found no pass.
  void begin_sons(NodeFrame<P>& frame) {
    frame.begun = true;
    if (order_sons(worker_, frame.position, frame.node, frame.moves, frame.ply))
      begin_internal(frame, worker_.begin_internal(frame.node));
    set_times(frame);
  }

  /// Begins the next search of a node whose sons have been searched. After an internal search that
  /// is a deeper internal search, or the search to the node's own depth. Returns false if the
  /// search that has ended was not an internal one, or if the node is cut off.
  [[nodiscard]] bool deepen(NodeFrame<P>& frame) {
    path_clock_.set(frame.times.complete);
    if (!frame.deeper)
      return false;
    const NodeResult shallow = frame.node;
    frame.node = *std::exchange(frame.deeper, std::nullopt);
    frame.node.alpha = shallow.alpha; // may have been narrowed during the internal search
    frame.node.beta = shallow.beta;
    if (frame.cut_off())
      return false;
    begin_internal(
        frame, worker_.next_internal(frame.position, frame.node, frame.moves, frame.ply, shallow));
    set_times(frame);
    return true;
  }

  /// Begins on this processor the son whose move `frame.moves` gave last. Returns the depths to
  /// which the son is searched.
  [[nodiscard]] SonDepths begin_son(const NodeFrame<P>& frame, const P& son) {
    path_clock_.set(frame.times.next_son);
    return worker_.begin_son(frame.position, frame.node.depth, son, frame.moves, frame.ply);
  }

  /// The first search of a son, to `depths`. The son is the eldest if `frame.moves` has given no
  /// other move.
  [[nodiscard]] SonSearch first_search(const NodeFrame<P>& frame, const SonDepths& depths) const {
    const bool eldest = frame.moves.at_eldest();
    const int reduction = depths.full - depths.first;
    return {depths.first, frame.lower(), reduction > 0 || (!eldest && negascout()), eldest,
            reduction};
  }

  /// Changes `search` into the next search of its son if `value`, the result of the last search,
  /// demands another. The next search is to the son's full depth or with an open window. Returns
  /// true if the son is to be searched again. `beta` is the father's.
  [[nodiscard]] bool search_again(SonSearch& search, Score value, Score beta) const {
    if (search.reduction > 0) {
      if (!worker_.reduction_failed(value, search.alpha))
        return false;
      search.depth += std::exchange(search.reduction, 0);
      search.scouting = negascout();
      return true;
    }
    if (!search.scouting || !worker_.search_again(value, search.alpha, beta, search.depth))
      return false;
    search.scouting = false;
    search.alpha = value;
    return true;
  }

  /// Ends a node whose sons are done and stores the node's result. Returns the node's value.
  Score finish(const NodeFrame<P>& frame) {
    const NodeResult& node = frame.node;
    if (frame.ply == 0)
      root_move_ = node.move;
    if (node.score < node.beta && node.beta <= node.alpha)
      return node.beta; // alpha has risen to the table's upper bound: nothing to store
    worker_.store(frame.position, node);
    return node.score;
  }

  /// The code of the root's best move when the root was last entered or finished.
  [[nodiscard]] std::uint32_t root_move() const { return root_move_; }

private:
  /// Begins the internal search `shallow` in the node's frame. Does nothing if `shallow` is
  /// nothing.
  static void begin_internal(NodeFrame<P>& frame, const std::optional<NodeResult>& shallow) {
    if (shallow)
      frame.deeper = std::exchange(frame.node, *shallow);
  }

  void set_times(NodeFrame<P>& frame) const {
    frame.times = {path_clock_.now(), path_clock_.now()};
  }

  [[nodiscard]] bool negascout() const { return worker_.settings.search == Search::negascout; }

  Worker<P, M>& worker_;
  PathClock<M> path_clock_;
  OrderedMoves<P> early_moves_; ///< moves of the node entered last, until it has a frame
  std::uint32_t root_move_ = 0;
};

} // namespace eldest
