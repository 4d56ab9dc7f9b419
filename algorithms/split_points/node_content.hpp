#pragma once

#include "algorithms/search/move_ordering.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/shared_split_point.hpp"
#include "algorithms/search/wire.hpp"
#include "algorithms/split_points/messages.hpp"
#include "trees/position.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace eldest::split_points {

/// A position and the top of the line of play that leads to it.
template <Position P> struct Reached {
  P position;
  TopLine line;
};

/// Makes the moves with the given `codes` from the root. 0 is a pass. The line is empty unless
/// `with_line` is true.
template <Position P>
[[nodiscard]] Reached<P> follow(const P& root, std::span<const std::uint32_t> codes,
                                bool with_line) {
  const wire::RootOf<P> from(root);
  Reached<P> reached{root, {}};
  const std::size_t plies = with_line ? std::min(codes.size(), reached.line.size()) : 0;
  for (std::size_t ply = 1; ply <= plies; ++ply) {
    if (const auto above = from.after(codes.first(ply)))
      reached.line = line_through(reached.line, above->key(), static_cast<int>(ply));
  }
  const auto position = from.after(codes);
  require(position.has_value(), "a move to a split point is not legal");
  reached.position = *position;
  return reached;
}

/// Writes the moves of a node, in order, to the content of its split point.
template <Position P>
void write_moves(const OrderedMoves<P>& moves, const P& position, SplitNode& content) {
  wire::Writer writer;
  OrderedMoves<P>::fields(moves, writer, position, moves.progress());
  std::ranges::copy(writer.take(), content.moves.begin());
}

/// Reads the moves of a split point's node, in order. The next one is the first.
template <Position P>
[[nodiscard]] OrderedMoves<P> read_moves(const P& position, const SplitNode& content) {
  OrderedMoves<P> moves;
  wire::Reader reader(std::span(content.moves).first(4 * content.extent.moves), {});
  OrderedMoves<P>::fields(moves, reader, position, {true, true, 0});
  reader.finish();
  return moves;
}

} // namespace eldest::split_points
