#pragma once

#include "trees/score.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace eldest {

/// The top of a line of play: the keys of the positions one to four moves below the root. A key is
/// 0 if the line ends above its position, or is not known.
using TopLine = std::array<Key, 4>;

/// The line through a position `ply` moves below the root. `line` is that of the position's father.
[[nodiscard]] inline TopLine line_through(TopLine line, Key key, int ply) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const int own_ply = static_cast<int>(i) + 1;
    line[i] = own_ply < ply ? line[i] : own_ply == ply ? key : 0;
  }
  return line;
}

/// The part of a line above a position `ply` moves below the root. The keys below that part are 0.
[[nodiscard]] inline TopLine line_above(const TopLine& line, int ply) {
  return line_through(line, 0, ply);
}

/// The line of the last node of the path `frames`. `line` is the line above the path's first node.
template <class Frames> [[nodiscard]] TopLine line_down(TopLine line, const Frames& frames) {
  for (const auto& frame : frames) {
    if (std::cmp_greater(frame.ply, line.size()))
      break;
    line = line_through(line, frame.position.key(), frame.ply);
  }
  return line;
}

/// A visit of a node.
struct NodeVisit {
  Key key = 0;
  int depth = 0; ///< of the search below it; quiescence_depth below the leaves
  int ply = 0;   ///< moves below the root; max_ply in quiescence search, which does not count them
  Score alpha = -infinity; ///< the window of the search, as the side to move sees it
  Score beta = infinity;
};
inline constexpr int quiescence_depth = -1;

/// The way in which the visit of a node ended. A visit that is given up ends without being
/// reported.
enum class NodeEnd : std::uint8_t {
  answered, ///< the table's answer ended its search
  cut_off,  ///< its value reached beta
  searched, ///< all sons had been searched
};

/// An observer of one processor's search. It must change nothing in the search.
class NodeWatcher {
public:
  NodeWatcher() = default;
  NodeWatcher(const NodeWatcher&) = delete;
  NodeWatcher& operator=(const NodeWatcher&) = delete;
  virtual ~NodeWatcher() = default;

  /// Called when the processor visits a node. The node is the root or below the one that the
  /// processor is in.
  virtual void visit(const NodeVisit& node) = 0;
  /// Called when the search of a node to `depth` has ended. The search may have begun without a
  /// visit by this processor.
  virtual void end(Key key, int depth, NodeEnd how) = 0;

  /// The line of play that the processor is on.
  [[nodiscard]] virtual TopLine line() const = 0;
  /// Called when the processor takes up work that it has been given. The next node that it visits
  /// is below `line`.
  virtual void take_up(const TopLine& line) = 0;
  /// Called when the processor continues its search below `line`, which may be its current line.
  /// The nodes on the line have been visited before, by this or another processor, and are not
  /// visited again. `take_up` follows if a new job begins there.
  virtual void go_on_below(const TopLine& line) = 0;
  /// Called when the processor has nothing to search.
  virtual void rest() = 0;
};

/// A processor whose search can be observed: `node_watcher()` is the observer, or null.
template <class M>
concept ShowsNodes = requires(const M& processor) {
  { processor.node_watcher() } -> std::same_as<NodeWatcher*>;
};

/// The observer of a processor's search, or null.
template <class M> [[nodiscard]] NodeWatcher* watcher_of(const M& processor) {
  if constexpr (ShowsNodes<M>)
    return processor.node_watcher();
  else
    return nullptr;
}

} // namespace eldest
