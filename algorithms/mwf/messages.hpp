#pragma once

#include "algorithms/given_work/messages.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/wire.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest::mwf {

// All messages have at least two words.

/// A node of the list, to be searched as a whole or to be expanded.
template <Position P> struct Job {
  P position;
  Score alpha = 0;
  Score beta = 0;
  int depth = 0;
  int ply = 0;
  int iteration = 0;
  bool whole = false;      ///< true if the node is to be searched, false if it is to be expanded
  wire::MoveCodes moves{}; ///< codes of the moves from the root to the node
  TopLine line{};          ///< line of play above the node, for observers only

  [[nodiscard]] static Job blank(const wire::Reader& reader) {
    return {.position = reader.root<wire::RootOf<P>>().position()};
  }
  /// Form of the job in a message. The position is sent as the moves that lead there.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire), wire::depth(self.depth), wire::ply(self.ply),
                  wire::flag(self.whole));
    wire::word<4>(wire, wire::iteration(self.iteration));
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
    wire::line(wire, self.moves, static_cast<std::size_t>(self.ply), self.position);
  }

  bool operator==(const Job&) const = default;
};

/// Result of expanding a node. It means nothing if the job has been recalled.
struct Expansion {
  NodeResult result;
  bool complete = false;              ///< true if the value is known without a search of sons
  bool to_store = false;              ///< true if the result is to be stored in the table
  std::vector<std::uint32_t> moves{}; ///< codes of the moves, best first; empty if `complete`

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    std::size_t count = self.moves.size();
    wire::word<4>(wire, wire::tag<8>(wire), wire::flag(self.complete), wire::flag(self.to_store),
                  wire::part<0, max_moves>(count));
    NodeResult::words(self.result, wire);
    if constexpr (Wire::reads)
      self.moves.resize(count);
    for (auto& move : self.moves)
      wire::word<4>(wire, wire::number(move));
  }

  bool operator==(const Expansion&) const = default;
};

/// Value of a node searched as a whole, for the side to move there. It means nothing if the job has
/// been recalled.
using given_work::Result;

/// Order to give up a job, and to send a result at once, whatever it is.
struct Recall : given_work::TwoWords {};

using given_work::Dismissal;

template <Position P> using Content = Protocol<15, Job<P>, Expansion, Result, Recall, Dismissal>;

} // namespace eldest::mwf
