#pragma once

#include "algorithms/search/message.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/wire.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace eldest::mwf {

/// A node's side of its father, which decides how its own sons are searched.
enum class Side : std::uint8_t {
  left,  ///< evaluated: its eldest son is a left node, the other sons are right nodes
  right, ///< refuted, if possible: its sons are left nodes, searched one after another
};

/// A node that processor 0 knows: the root, or a node near the root. It is on the list, with a
/// processor, or expanded. The sons of an expanded node are known, too.
template <Position P> struct Node {
  using Move = typename P::Move;

  Node* father = nullptr; ///< null for the root
  Side side = Side::left;
  P position;
  NodeResult result; ///< the window, and what is known of the value
  int ply = 0;
  Move move{}; ///< leads here from the father
  /// The place of each move from the root among the moves of its node. Nodes in the order of their
  /// places are in the order of the sequential search.
  std::vector<std::uint16_t> places{};
  TopLine line{};            ///< line of play above the node, for observers only
  std::vector<Move> moves{}; ///< of an expanded node, best first
  std::size_t sons_begun = 0;
  std::vector<std::unique_ptr<Node>> sons{}; ///< that have begun and are not complete, in order
  bool eldest_complete = false;              ///< true once the eldest son is complete
  bool expanded = false;
  bool to_store = false;         ///< true if the result is to be stored in the table
  bool complete = false;         ///< true once the value is known, as far as the window asks for it
  std::optional<int> searcher{}; ///< the processor that searches or expands the node, or nothing

  [[nodiscard]] bool is_eldest() const { return places.empty() || places.back() == 0; }
  /// The greater of alpha and the best score of a son.
  [[nodiscard]] Score lower() const { return std::max(result.alpha, result.score); }
  [[nodiscard]] bool cut_off() const { return lower() >= result.beta; }
  /// The value for the side to move. If beta has fallen to alpha, no score says so.
  [[nodiscard]] Score value() const { return closed_by_father() ? result.beta : result.score; }
  /// Returns true if beta has fallen to alpha since the table was asked, and no son has reached
  /// beta.
  [[nodiscard]] bool closed_by_father() const {
    return expanded && result.score < result.beta && result.beta <= result.alpha;
  }
};

/// The list of nodes that wait for a processor, in the order of the sequential search.
template <Position P> class List {
public:
  void add(Node<P>& node) { nodes_.insert(&node); }
  void remove(Node<P>& node) { nodes_.erase(&node); }
  /// Removes the first node. Returns it, or null if the list is empty.
  [[nodiscard]] Node<P>* take_first() {
    if (nodes_.empty())
      return nullptr;
    auto* const first = *nodes_.begin();
    nodes_.erase(nodes_.begin());
    return first;
  }
  [[nodiscard]] bool empty() const { return nodes_.empty(); }

private:
  struct ByPlaces {
    bool operator()(const Node<P>* one, const Node<P>* other) const {
      return one->places < other->places;
    }
  };

  std::set<Node<P>*, ByPlaces> nodes_;
};

/// The codes of the moves from the root to a node.
template <Position P> [[nodiscard]] wire::MoveCodes codes_to(const Node<P>& node) {
  wire::MoveCodes codes;
  for (const auto* at = &node; at->father != nullptr; at = at->father)
    codes.push_back(at->move.code());
  std::reverse(codes.begin(), codes.end());
  return codes;
}

/// The moves of a position with these codes. Throws std::logic_error if one of them is not legal.
template <Position P>
[[nodiscard]] std::vector<typename P::Move> moves_of(const P& position,
                                                     const std::vector<std::uint32_t>& codes) {
  MoveList<typename P::Move> legal;
  position.generate_moves(legal);
  std::vector<typename P::Move> moves;
  for (const auto code : codes) {
    const auto found = std::find_if(legal.begin(), legal.end(),
                                    [=](const auto& move) { return move.code() == code; });
    ProtocolRule{"mwf"}(found != legal.end(), "an expanded node has a move that is not legal");
    moves.push_back(*found);
  }
  return moves;
}

} // namespace eldest::mwf
