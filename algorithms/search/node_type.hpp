#pragma once

#include <cstdint>

namespace eldest {

/// A node's place in the critical tree, the smallest tree that any search must visit (Knuth & Moore
/// 1975). `pv`, `cut` and `all` are types 1, 2 and 3; `outside` is any other node.
enum class NodeType : std::uint8_t { pv, cut, all, outside };

/// The type of a son, from its father's type and its place among its brothers:
///
/// - The first son of a PV node is a PV node, and the others are CUT nodes.
/// - The first son of a CUT node is an ALL node, and the others are outside the critical tree.
/// - The sons of an ALL node are CUT nodes.
[[nodiscard]] constexpr NodeType son_type(NodeType father, bool first) {
  switch (father) {
  case NodeType::pv:
    return first ? NodeType::pv : NodeType::cut;
  case NodeType::cut:
    return first ? NodeType::all : NodeType::outside;
  case NodeType::all:
    return NodeType::cut;
  case NodeType::outside:
    break;
  }
  return NodeType::outside;
}

} // namespace eldest
