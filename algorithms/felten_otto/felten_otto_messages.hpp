#pragma once

#include "algorithms/felten_otto/felten_otto_teams.hpp"
#include "algorithms/node_watcher.hpp"
#include "algorithms/table_handlers.hpp"
#include "algorithms/worker.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <utility>
#include <variant>

namespace eldest::felten_otto {

/// A son of a split node, to be searched by a team with its father's window.
template <Position P> struct Son {
  P position;
  Score alpha = 0;
  Score beta = 0;
  SonDepths depths;   ///< in a message as one of them, and a bit of it for whether they differ
  bool open = false;  ///< no brother has a value yet: not to be scouted
  bool again = false; ///< its search has been shot down
  int ply = 0;
  int iteration = 0;
  Team team; ///< in a message as runs of successive ranks, if there are others than the receiver
  TopLine line{}; ///< above it, for observers only

  /// The moves from the root, 4 bytes each, and the rest.
  [[nodiscard]] std::size_t bytes() const {
    return 16 + 4 * static_cast<std::size_t>(ply) + (team.size() > 1 ? 4 * runs(team) : 0);
  }
};

/// The value of a son for its father, or that its search has been given up.
struct Result {
  Score value = 0;
  bool complete = false;

  [[nodiscard]] static std::size_t bytes() { return 8; }
};

/// A lower bound of the father's value, better than when the son was given.
struct NewBound {
  Score alpha = 0;

  [[nodiscard]] static std::size_t bytes() { return 8; }
};

/// An order to give a son's search up when some seconds have passed, and to say so.
struct Halt {
  double after = 0;

  [[nodiscard]] static std::size_t bytes() { return 8; }
};

/// The end of the search.
struct Dismissal {
  [[nodiscard]] static std::size_t bytes() { return 8; }
};

template <Position P> using Content = std::variant<Son<P>, Result, NewBound, Halt, Dismissal>;

/// A handler that reads the table for a team: a Probe that also tells whether the table suggests a
/// move, which it does if the position's last search found a good one. That is not so if that
/// search failed low: the entry's move is then the least bad one.
struct SuggestionProbe {
  static constexpr std::size_t request_bytes = Probe::request_bytes;
  static constexpr std::size_t answer_bytes = Probe::answer_bytes;

  Key key = 0;
  int depth = 0;
  TableDepth rule = TableDepth::at_least;
  TableAnswer answer; ///< before the ask: the window of the search
  bool suggests = false;

  void operator()(Bucket& bucket) {
    const Entry* const entry = std::as_const(bucket).find(key);
    suggests = entry != nullptr && entry->move != 0 &&
               (entry->bound == Bound::lower || entry->bound == Bound::exact);
    Probe probe{key, depth, rule, answer};
    probe(bucket);
    answer = probe.answer;
  }
};

} // namespace eldest::felten_otto
