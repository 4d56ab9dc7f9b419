#pragma once

#include "algorithms/search/critical_path.hpp"
#include "algorithms/search/move_ordering.hpp"
#include "algorithms/search/node_type.hpp"
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
#include <limits>
#include <optional>
#include <utility>

namespace eldest {

/// The current search of a son, for its father.
struct SonSearch {
  int depth = 0;
  Score alpha = 0;       ///< lower end of the father's window when the son was entered
  bool scouting = false; ///< with a null window: NegaScout's, a reduced search's or a pass's
  bool eldest = false;
  int reduction = 0; ///< ply by which `depth` is less than the son's own: late move reductions
  bool pass = false; ///< not of a son, but of the position after a pass

  /// 8 bytes.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::depth(self.depth), wire::depth(self.reduction),
                  wire::flag(self.scouting), wire::flag(self.eldest), wire::flag(self.pass));
  }

  bool operator==(const SonSearch&) const = default;
};

/// The value of a node, or none if it is not known yet. It does what std::optional<Score> does, but
/// in one register: that one is put together in memory for each node that returns it.
class NodeValue {
public:
  constexpr NodeValue(Score value) : value_(value) {} // implicit, like that of std::optional
  constexpr NodeValue(std::nullopt_t /*none*/) {}

  [[nodiscard]] constexpr explicit operator bool() const { return value_ != unknown; }
  [[nodiscard]] constexpr Score operator*() const { return value_; }

private:
  static constexpr Score unknown = std::numeric_limits<Score>::min(); ///< no node's value

  Score value_ = unknown;
};

/// A node whose sons are being searched, or are going to be.
template <Position P> struct NodeFrame {
  NodeFrame(const P& own_position, const NodeResult& own_node, int own_ply)
      : position(own_position), node(own_node), ply(own_ply) {}

  P position;
  NodeResult node;
  int ply;
  bool begun = false;    ///< moves have been generated
  bool may_pass = false; ///< a pass may be tried before that
  OrderedMoves<P> moves;
  PathTimes times{};
  /// The result of the node itself, while `node` is that of an internal search to less depth.
  std::optional<NodeResult> deeper{};

  /// The score that a son must beat.
  [[nodiscard]] Score lower() const { return std::max(node.alpha, node.score); }
  [[nodiscard]] bool cut_off() const { return lower() >= node.beta; }

  /// Narrows the window to one from above; returns whether it has become narrower.
  bool narrow(Score alpha, Score beta) {
    const bool narrower = alpha > lower() || beta < node.beta;
    node.alpha = std::max(node.alpha, alpha);
    node.beta = std::min(node.beta, beta);
    return narrower;
  }

  /// Begins no more sons: the node, or its internal search, is over.
  void skip_rest() {
    begun = true;
    moves.skip_rest();
  }

  // Times by the clock of the critical path

  /// Takes note of a son that is complete at a time; `alone`: its younger brothers have waited for
  /// it.
  void complete_son(double time, bool alone) {
    times.complete = std::max(times.complete, time);
    if (alone)
      times.next_son = time;
  }
  /// Begins no more sons, since the node is cut off at a time.
  void cut_off_at(double time) {
    times.complete = time;
    skip_rest();
  }
};

/// A node of a path, whose next node this processor searches itself.
template <Position P> struct PathFrame : NodeFrame<P> {
  PathFrame(const P& own_position, const NodeResult& own_node, int own_ply, NodeType own_type,
            std::uint64_t own_number)
      : NodeFrame<P>(own_position, own_node, own_ply), type(own_type), number(own_number) {}

  NodeType type;           ///< expected when the node was entered
  std::uint64_t number;    ///< no other node has it; each internal search has one of its own
  typename P::Move move{}; ///< leads to the next node of the path, unless that is after a pass
  SonSearch son;           ///< the search of that node

  /// The position of that next node.
  [[nodiscard]] P son_position() const {
    if constexpr (PassablePosition<P>) {
      if (son.pass)
        return this->position.after_pass();
    }
    return this->position.after(move);
  }
};

/// The steps of αβ and NegaScout at one node, for searches that keep their path in frames instead
/// of recursing. At each node they are those of RecursiveSearch, in the same order:
///
/// - A pass, if there is to be one (Worker::pass_cuts_off), comes before the moves are generated:
///   no son can be given away meanwhile. It is searched like a son, by the node's own processor,
///   and so are the nodes below it, of which others may search sons. As it is expected to cut off
///   the node, the position after it is expected to be an ALL node. If the node's beta falls
///   meanwhile, the search of the pass goes on as it is.
/// - Internal iterative deepening (Worker::find_first_move) searches the node in its own frame, to
///   less depth at first, in parallel like any node of that depth.
/// - A son whose search is reduced (Worker::son_depths) is first searched with a null window, by
///   whoever searches it. If it turns out to be better, the same processor goes on to its full
///   depth at once, as with NegaScout's second search; and like a scout a reduced search begins
///   again if the alpha that it is to beat rises.
template <Position P, Processor M> class FrameSteps {
public:
  /// The Worker must live as long as this.
  explicit FrameSteps(Worker<P, M>& worker) : worker_(worker), path_clock_(worker.processor) {}

  /// These steps set it at every node; who takes work from elsewhere must set it, too.
  [[nodiscard]] PathClock<M>& path_clock() { return path_clock_; }

  /// A node that has been entered: its value if that is known at once, else what the table says.
  struct Entered {
    NodeValue value;
    NodeResult node;
  };

  /// Enters a son whose father has the given beta.
  [[nodiscard]] Entered enter(const P& position, const SonSearch& search, Score father_beta,
                              int ply) {
    const Score alpha = search.scouting ? -search.alpha - 1 : -father_beta;
    return enter(position, alpha, -search.alpha, search.depth, ply);
  }

  /// Enters a node with a window of its own.
  [[nodiscard]] Entered enter(const P& position, Score alpha, Score beta, int depth, int ply) {
    worker_.enter_node(position, depth, ply);
    if (worker_.is_leaf(depth, ply))
      return {worker_.leaf(position, alpha, beta), NodeResult({alpha, beta}, depth)};
    early_moves_.forget();
    const NodeResult node{worker_.look_up(position, depth, alpha, beta, early_moves_, false),
                          depth};
    if (ply == 0)
      root_move_ = node.move;
    return {node.known() ? NodeValue(node.score) : std::nullopt, node};
  }

  /// The expected type of a son, which is taken to be in the critical tree because it is searched:
  /// a younger son of a CUT node stands for the first, and a young brother with an open window in
  /// NegaScout has beaten its elder brothers.
  [[nodiscard]] NodeType expected_type(const SonSearch& search, NodeType father) const {
    if (search.pass)
      return NodeType::all;
    const bool leading = search.eldest || (!search.scouting && negascout());
    return son_type(father, leading || father == NodeType::cut);
  }

  /// Prepares the frame of the node that was entered last, after a pass or not; gives it its moves,
  /// if they have been generated.
  void prepare(NodeFrame<P>& frame, bool passed) {
    if (early_moves_.generated())
      frame.moves.take_generated(early_moves_);
    frame.may_pass = !passed;
    set_times(frame);
  }

  /// The search of the pass in a node whose sons have not been begun, if there is to be one.
  [[nodiscard]] std::optional<PassSearch> next_pass(NodeFrame<P>& frame) {
    path_clock_.set(frame.times.next_son);
    const bool may_pass = std::exchange(frame.may_pass, false);
    return worker_.begin_pass(frame.position, frame.node, frame.ply, !may_pass);
  }

  /// Makes that search the one of the path's next node; returns whether there is one.
  [[nodiscard]] bool begin_pass(PathFrame<P>& frame) {
    const auto pass = next_pass(frame);
    if (pass)
      frame.son = {pass->depth, pass->beta - 1, true, false, 0, true};
    return pass.has_value();
  }

  /// Takes the value of a pass, which may cut off its node.
  void take_pass(PathFrame<P>& frame, Score value) {
    const auto pass = std::exchange(frame.son, {});
    take_pass(frame, pass.alpha + 1, value);
  }

  /// Takes the value of a pass that was to reach `beta`.
  void take_pass(NodeFrame<P>& frame, Score beta, Score value) {
    set_times(frame);
    if (worker_.take_pass(frame.node, beta, value))
      frame.skip_rest();
  }

  /// Generates the moves of a node, unless it has them already, and orders them. The sons are then
  /// to be searched, for an internal search if there is to be one. Comes right after `next_pass` or
  /// `begin_pass`, which have found no pass.
  void begin_sons(NodeFrame<P>& frame) {
    frame.begun = true;
    if (order_sons(worker_, frame.position, frame.node, frame.moves, frame.ply))
      begin_internal(frame, worker_.begin_internal(frame.node));
    set_times(frame);
  }

  /// If the sons of a node are done, but were searched for an internal search of it, goes on to the
  /// next one or to that of the node's own depth; returns whether there is one.
  [[nodiscard]] bool deepen(NodeFrame<P>& frame) {
    path_clock_.set(frame.times.complete);
    if (!frame.deeper)
      return false;
    const NodeResult shallow = frame.node;
    frame.node = *std::exchange(frame.deeper, std::nullopt);
    frame.node.alpha = shallow.alpha; // which may have been narrowed
    frame.node.beta = shallow.beta;
    if (frame.cut_off())
      return false;
    begin_internal(
        frame, worker_.next_internal(frame.position, frame.node, frame.moves, frame.ply, shallow));
    set_times(frame);
    return true;
  }

  /// Begins a son, the one that `moves` of its father gave last, in this processor; returns the
  /// depths to which it is searched.
  [[nodiscard]] SonDepths begin_son(const NodeFrame<P>& frame, const P& son) {
    path_clock_.set(frame.times.next_son);
    return worker_.begin_son(frame.position, frame.node.depth, son, frame.moves, frame.ply);
  }

  /// The search of that son, by these depths.
  [[nodiscard]] SonSearch first_search(const NodeFrame<P>& frame, const SonDepths& depths) const {
    const bool eldest = frame.moves.at_eldest();
    const int reduction = depths.full - depths.first;
    return {depths.first, frame.lower(), reduction > 0 || (!eldest && negascout()), eldest,
            reduction};
  }

  /// Prepares to search a son again, to its full depth or with an open window, if the `value` of
  /// its first search demands it; returns whether it does. `beta` is its father's.
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

  /// Ends a node whose sons are done, and stores its result; returns its value.
  Score finish(const NodeFrame<P>& frame) {
    const NodeResult& node = frame.node;
    if (frame.ply == 0)
      root_move_ = node.move;
    if (node.score < node.beta && node.beta <= node.alpha)
      return node.beta; // the table's upper bound, which a new alpha has reached: nothing to store
    worker_.store(frame.position, node);
    return node.score;
  }

  /// The best move, by its code, of the root when it was last entered or finished.
  [[nodiscard]] std::uint32_t root_move() const { return root_move_; }

private:
  /// Begins an internal search, if there is one, in the node's frame.
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
  OrderedMoves<P> early_moves_; ///< of the node that was entered last, before it has a frame
  std::uint32_t root_move_ = 0;
};

} // namespace eldest
