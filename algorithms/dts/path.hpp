#pragma once

#include "algorithms/dts/settings.hpp"
#include "algorithms/search/frame_steps.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/node_type.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/root_window.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/wire.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::dts {

/// Number of a node, which no other node of the search has.
using NodeNumber = std::uint64_t;

/// Number that no node has.
inline constexpr NodeNumber no_node = 0;

/// Identifier of a son that is being searched at a split point. No two sons have the same.
struct SonId {
  int owner = 0;             ///< processor that owns the split point
  NodeNumber node = no_node; ///< number of the split point; no_node above the root of an iteration
  std::uint32_t ticket = 0;  ///< counted by the split point

  bool operator==(const SonId&) const = default;

  /// Beginning of a message about a son, 16 bytes.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire), wire::rank(self.owner));
    wire::whole(wire, self.node);
    wire::word<4>(wire, wire::number(self.ticket));
  }
};

/// A node on a path.
template <Position P> struct Frame : PathFrame<P> {
  using PathFrame<P>::PathFrame;

  int searched = 0;    ///< sons whose values are known
  int offers_open = 0; ///< late offers of the node that have not been answered

  /// Wire format: the position, and a word of 4 bytes for each score, depth and move. It is read
  /// into a frame of any position.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    bool internal = self.deeper.has_value();
    auto progress = self.moves.progress();
    std::uint32_t code = self.move.code();
    wire::position(wire, self.position);
    NodeResult::words(self.node, wire);
    wire::word<4>(wire, wire::ply(self.ply), wire::up_to<NodeType::outside>(self.type),
                  wire::flag(self.begun), wire::flag(self.may_pass), wire::flag(internal),
                  wire::flag(progress.generated), wire::flag(progress.ordered),
                  wire::part<0, max_moves>(progress.next));
    wire::whole(wire, self.number);
    wire::word<4>(wire, wire::number(code));
    SonSearch::fields(self.son, wire);
    wire::word<4>(wire, wire::part<0, max_moves>(self.searched),
                  wire::part<0, 0xffff>(self.offers_open));
    if constexpr (Wire::reads) {
      self.move = move_of(self.position, code, wire);
      if (internal)
        self.deeper.emplace();
    }
    if (internal)
      NodeResult::words(*self.deeper, wire);
    OrderedMoves<P>::fields(self.moves, wire, self.position, progress);
  }

  /// Returns the type, as the sons searched have confirmed or changed it. A CUT node that
  /// `cut_confidence` sons have not cut off has turned into an ALL node.
  [[nodiscard]] NodeType current_type(const DtsSettings& own) const {
    const bool refuted = this->type == NodeType::cut && searched >= own.cut_confidence;
    return refuted ? NodeType::all : this->type;
  }

  /// Returns true if other processors may search sons of the node.
  [[nodiscard]] bool may_split(const DtsSettings& own) const {
    if (!this->begun || this->moves.exhausted() || this->node.depth < own.min_split_depth)
      return false;
    switch (this->type) {
    case NodeType::pv:
      return searched > 0;
    case NodeType::all:
      return searched >= own.all_confidence;
    case NodeType::cut:
      return searched >= own.cut_confidence;
    case NodeType::outside:
      break;
    }
    return false;
  }

  /// Gives the node the new number `own_number`, as if it were another node, because its next
  /// search begins.
  void renew(NodeNumber own_number) {
    this->number = own_number;
    searched = 0;
    offers_open = 0;
  }

private:
  /// Returns the legal move with a `code`. If the code is that of a new frame, which has no move
  /// yet, returns that frame's empty move.
  [[nodiscard]] static typename P::Move move_of(const P& position, std::uint32_t code,
                                                const wire::Reader& reader) {
    using Move = typename P::Move;
    const auto move = find_move(position, code);
    if (!move && code != Move{}.code())
      reader.reject("a move is not legal");
    return move.value_or(Move{});
  }
};

/// Effect of a narrower window from above on a path.
enum class Narrowed : std::uint8_t {
  above,   ///< the last node's window stays the same
  through, ///< the last node has a narrower window, too
  cut_off, ///< a node is cut off, and is the last of the path from then on
  scout,   ///< a scout's alpha has risen; its node, at the path's end, is to be entered again
};

/// A stretch of a line of play, with all that a processor needs to continue its search. It begins
/// at a son of a split point, or at the root of an iteration. It ends at a node that one processor
/// is searching, or at the next split point, which is then the last node.
template <Position P> struct Path {
  SonId above{}; ///< the path's first node, as a son of the split point above
  int moved = 0; ///< number of times that another processor has taken the path over
  int iteration = 0;
  P position; ///< of the first node
  int ply = 0;
  Score alpha = 0;
  Score beta = 0; ///< the latest window of the split point
  SonSearch search{};
  NodeType father = NodeType::pv;
  bool to_enter = true; ///< the son of the last node, or the first node, is to be entered (again)
  std::vector<Frame<P>> frames{};         ///< the nodes entered
  std::vector<IterationResult> results{}; ///< of earlier iterations; only in the root's path
  TopLine line{};                         ///< above the first node, for observers only
  /// Earliest time to enter the next node, by the clock of the critical path. Not sent.
  double begin = 0;
  RootWindow root_window{}; ///< only in the root's path, in MTD(f)

  /// Wire format: positions, 16 bytes for the result of an iteration, and words of 4 bytes for the
  /// rest. The root's bounds and move are sent in MTD(f) only.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    std::size_t nodes = self.frames.size();
    std::size_t iterations = self.results.size();
    wire::word<4>(wire, wire::rank(self.above.owner));
    wire::whole(wire, self.above.node);
    wire::word<4>(wire, wire::number(self.above.ticket));
    wire::word<4>(wire, wire::part<0, 0x7fffffff>(self.moved));
    wire::word<4>(wire, wire::iteration(self.iteration), wire::ply(self.ply));
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
    SonSearch::fields(self.search, wire);
    wire::word<4>(wire, wire::up_to<NodeType::outside>(self.father), wire::flag(self.to_enter),
                  wire::flag(self.root_window.null_windows));
    if (self.root_window.null_windows) {
      wire::word<4>(wire, wire::score(self.root_window.lower));
      wire::word<4>(wire, wire::score(self.root_window.upper));
      wire::word<4>(wire, wire::part<0, 0x7fffffff>(self.root_window.move));
    }
    wire::word<4>(wire, wire::part<0, max_ply>(nodes));
    wire::word<4>(wire, wire::part<0, max_depth>(iterations));
    wire::position(wire, self.position);
    if constexpr (Wire::reads) {
      for (; iterations > 0; --iterations)
        self.results.emplace_back();
      for (; nodes > 0; --nodes)
        self.frames.emplace_back(self.position, NodeResult(), 0, NodeType::pv, no_node);
    }
    for (auto& result : self.results)
      IterationResult::fields(result, wire);
    for (auto& frame : self.frames)
      Frame<P>::fields(frame, wire);
    if constexpr (Wire::reads)
      self.check(wire);
  }

  [[nodiscard]] bool from_root() const { return above.node == no_node; }

  /// Returns the number of nodes whose sons are being searched, or about to be.
  [[nodiscard]] std::size_t fathers() const {
    return to_enter || frames.empty() ? frames.size() : frames.size() - 1;
  }

  /// Takes a narrower window of the split point above, and narrows the windows along the path by
  /// it. The window became known at the time `known`, by the clock of the critical path.
  Narrowed narrow(Score new_alpha, Score new_beta, double known) {
    alpha = std::max(alpha, new_alpha);
    beta = std::min(beta, new_beta);
    return spread(0, known);
  }

  /// Narrows the windows from the node `index` down, because its father's window has become
  /// narrower.
  Narrowed spread(std::size_t index, double known) {
    for (; index < frames.size(); ++index) {
      SonSearch& entered = index == 0 ? search : frames[index - 1].son;
      const Score lower = index == 0 ? alpha : frames[index - 1].lower();
      const Score upper = index == 0 ? beta : frames[index - 1].node.beta;
      if (entered.scouting)
        return lower > entered.alpha ? enter_again(index, known) : Narrowed::above;
      if (!frames[index].narrow(-upper, -lower))
        return Narrowed::above;
      if (frames[index].cut_off()) {
        cut_back(index + 1);
        frames.back().cut_off_at(known);
        to_enter = false;
        return Narrowed::cut_off;
      }
    }
    return Narrowed::through;
  }

  /// Cuts the path off below its node `index`, one of the first `fathers()`. That node becomes a
  /// split point owned by `owner`, and the last node of this path. Returns the rest of the path,
  /// which begins at the split point's first son.
  [[nodiscard]] Path cut_below(std::size_t index, int owner, const DtsSettings& own) {
    const Frame<P>& last = frames[index];
    Path rest{{owner, last.number, 1},
              0,
              iteration,
              last.son_position(),
              last.ply + 1,
              last.lower(),
              last.node.beta,
              last.son,
              last.current_type(own),
              std::exchange(to_enter, false),
              {},
              {},
              line_above(line_down(line, frames), last.ply + 1),
              begin};
    const auto below = frames.begin() + static_cast<std::ptrdiff_t>(index) + 1;
    rest.frames.assign(std::make_move_iterator(below), std::make_move_iterator(frames.end()));
    frames.erase(below, frames.end());
    return rest;
  }

  void cut_back(std::size_t nodes) {
    while (frames.size() > nodes)
      frames.pop_back();
  }

private:
  /// Rejects a path read from a message unless each node follows from the one above it.
  void check(const wire::Reader& reader) const {
    if (frames.empty() && !to_enter)
      reader.reject("a path ends nowhere");
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const auto& frame = frames[i];
      const auto above_it = i == 0 ? std::optional(position) : son_of(frames[i - 1]);
      if (!above_it || above_it->key() != frame.position.key() ||
          std::cmp_not_equal(frame.ply, static_cast<std::size_t>(ply) + i))
        reader.reject("a path has nodes that do not follow from each other");
    }
    if (to_enter && !frames.empty() && !son_of(frames.back()))
      reader.reject("a path goes on with a move that is not legal");
  }

  /// Returns the position after a frame, or nothing if its move is not legal.
  [[nodiscard]] static std::optional<P> son_of(const Frame<P>& frame) {
    if constexpr (PassablePosition<P>) {
      if (frame.son.pass)
        return frame.position.may_pass() ? std::optional(frame.son_position()) : std::nullopt;
    }
    const bool legal = !frame.son.pass && find_move(frame.position, frame.move.code());
    return legal ? std::optional(frame.son_position()) : std::nullopt;
  }

  Narrowed enter_again(std::size_t index, double known) {
    cut_back(index);
    to_enter = true;
    begin = known;
    return Narrowed::scout;
  }
};

} // namespace eldest::dts
