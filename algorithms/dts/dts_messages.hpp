#pragma once

#include "algorithms/dts/dts_path.hpp"
#include "algorithms/iterations.hpp"
#include "algorithms/node_type.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace eldest::dts {

/// Throws std::logic_error unless a rule of the protocol holds.
inline void require(bool holds, const char* what) {
  if (!holds)
    throw std::logic_error(std::string("DTS: ") + what);
}

/// A node that a processor offers as a split point, or a path that no processor attends to.
struct Offer {
  NodeNumber node = no_node; ///< no_node: a path
  int depth = 0;             ///< of the search below the node
  NodeType type = NodeType::pv;
  int searched = 0; ///< sons whose values are known
  int left = 0;     ///< sons that nobody has begun

  /// Orders offers, the best last: a path that waits for a processor; else the node with the most
  /// work below it; of those, PV nodes, of which all sons must be searched, ALL nodes and CUT nodes
  /// by the confidence that no son will cut them off; and of those the one with the most sons left.
  [[nodiscard]] auto worth() const {
    return std::tuple(node == no_node, depth, type == NodeType::pv, type == NodeType::all, searched,
                      left);
  }
};

/// The broadcast of a processor that has become idle, to those that do not know of it yet.
struct Help {};

/// The answer to a broadcast. A processor with nothing to offer remembers the idle one, and answers
/// again, late, when it has something.
struct Answer {
  bool late = false;
  std::optional<Offer> offer;
};

/// The choice of a split point: asks the processor that offered it for a son. The answer is Work or
/// Refusal.
struct Join {
  NodeNumber node = no_node;
  bool late = false; ///< the offer was late
};

/// The other answer to a late offer.
struct Decline {
  NodeNumber node = no_node;
};

/// The answer to a choice: there is nothing to join. A late offer may follow.
struct Refusal {};

/// A path to go on with: a son to be searched or, for the last processor at a split point, the
/// search above.
template <Position P> struct Work { Path<P> path; };

/// The value of a son of a split point, as its father sees it, from the processor that is free for
/// another. The answer is Work or Dismissal.
struct Result {
  SonId son;
  Score value = 0;
};

/// The answer to a result: there is nothing more to do at the split point, but others are still
/// searching; or there is no such split point any more.
struct Dismissal {};

/// The split point's new window, which is never wider than the last.
struct NewBounds {
  SonId son;
  Score alpha = 0;
  Score beta = 0;
};

/// The end of the search of a son: the split point is over.
struct Recall {
  SonId son;
};

/// Tells the keeper of a split point who has taken over the search of one of its sons, and which
/// window it knows.
struct Moved {
  SonId son;
  int moved = 0; ///< see Path
  Score alpha = 0;
  Score beta = 0;
};

/// The end of the search.
struct Stop {
  std::vector<IterationResult> results;
};

template <Position P>
using Content = std::variant<Help, Answer, Join, Decline, Refusal, Work<P>, Result, Dismissal,
                             NewBounds, Recall, Moved, Stop>;

/// The size of a path on the wire: positions as they stand in memory, a word of 4 bytes for each
/// score, depth, number and move, and 16 for the result of an iteration.
template <Position P> [[nodiscard]] std::size_t wire_bytes(const Path<P>& path) {
  std::size_t bytes = 52 + sizeof(P) + 16 * path.results.size();
  for (const auto& frame : path.frames)
    bytes += (frame.deeper ? 68 : 48) + sizeof(P) + 4 * frame.moves.size();
  return bytes;
}

/// The size of a message on the wire, likewise.
template <Position P> [[nodiscard]] std::size_t wire_bytes(const Content<P>& content) {
  struct Size {
    std::size_t operator()(const Help& /*help*/) const { return 4; }
    std::size_t operator()(const Answer& answer) const { return answer.offer ? 28 : 4; }
    std::size_t operator()(const Join& /*join*/) const { return 12; }
    std::size_t operator()(const Decline& /*decline*/) const { return 12; }
    std::size_t operator()(const Refusal& /*refusal*/) const { return 4; }
    std::size_t operator()(const Work<P>& work) const { return 4 + wire_bytes(work.path); }
    std::size_t operator()(const Result& /*result*/) const { return 20; }
    std::size_t operator()(const Dismissal& /*dismissal*/) const { return 4; }
    std::size_t operator()(const NewBounds& /*bounds*/) const { return 24; }
    std::size_t operator()(const Recall& /*recall*/) const { return 16; }
    std::size_t operator()(const Moved& /*moved*/) const { return 28; }
    std::size_t operator()(const Stop& stop) const { return 4 + 16 * stop.results.size(); }
  };
  return std::visit(Size{}, content);
}

} // namespace eldest::dts
