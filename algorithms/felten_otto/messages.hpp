#pragma once

#include "algorithms/felten_otto/teams.hpp"
#include "algorithms/given_work/messages.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/wire.hpp"
#include "algorithms/search/worker.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace eldest::felten_otto {

/// Writes a team as runs of successive ranks, or nothing if the team is the receiver alone. Of each
/// run it writes the first rank, and the number of ranks that follow.
inline void write_runs(wire::Writer& writer, const Team& team) {
  for (auto first = team.begin(); team.size() > 1 && first != team.end();) {
    const auto end =
        std::adjacent_find(first, team.end(), [](int one, int next) { return next != one + 1; });
    const auto more = (end == team.end() ? end : end + 1) - first - 1;
    wire::word<4>(writer, wire::rank(*first), wire::part<0, 0xffff>(more));
    first += more + 1;
  }
}

/// Reads a team of `count` runs. If `count` is 0, the team is the receiver alone.
[[nodiscard]] inline Team read_runs(wire::Reader& reader, std::size_t count) {
  Team team;
  for (std::size_t i = 0; i < count; ++i) {
    int first = 0;
    int more = 0;
    wire::word<4>(reader, wire::rank(first), wire::part<0, 0xffff>(more));
    const bool goes_on = !team.empty() && first == team.back() + 1;
    if (first + more >= reader.context().processors || goes_on ||
        std::cmp_greater(team.size(), reader.context().processors))
      reader.reject("there is no such team");
    for (int rank = first; rank <= first + more; ++rank)
      team.push_back(rank);
  }
  if (team.size() == 1)
    reader.reject("a team of one is named");
  if (team.empty())
    team.push_back(reader.context().to);
  return team;
}

/// A son of a split node, to be searched by a team with its father's window.
template <Position P> struct Son {
  P position;
  Score alpha = 0;
  Score beta = 0;
  SonDepths depths{};
  bool open = false;  ///< true if no brother has a value yet, so that the son is not scouted
  bool again = false; ///< true if an earlier search of the son has been shot down
  int ply = 0;
  int iteration = 0;
  Team team{};
  wire::MoveCodes moves{}; ///< codes of the moves from the root to the son
  TopLine line{};          ///< line of play above the son, for observers only

  [[nodiscard]] static Son blank(const wire::Reader& reader) {
    return {.position = reader.root<wire::RootOf<P>>().position()};
  }
  /// Form of the son in a message. The position is sent as the moves that lead there. The team is
  /// sent as runs of successive ranks, if there are others than the receiver.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    int reduction = self.depths.full - self.depths.first;
    auto count = self.team.size() > 1 ? runs(self.team) : 0;
    wire::word<4>(wire, wire::tag<8>(wire), wire::depth(self.depths.full),
                  wire::part<0, max_depth>(reduction), wire::flag(self.open),
                  wire::flag(self.again), wire::iteration(self.iteration));
    wire::word<4>(wire, wire::ply(self.ply), wire::part<0, 0xffff>(count));
    wire::word<4>(wire, wire::score(self.alpha));
    wire::word<4>(wire, wire::score(self.beta));
    wire::line(wire, self.moves, static_cast<std::size_t>(self.ply), self.position);
    if constexpr (Wire::reads) {
      self.depths.first = self.depths.full - reduction;
      self.team = read_runs(wire, count);
    } else if constexpr (Wire::writes) {
      write_runs(wire, self.team);
    } else {
      wire.add(4 * count);
    }
  }

  bool operator==(const Son&) const = default;
};

/// Value of a son for its father, or the news that its search has been given up.
struct Result {
  Score value = 0;
  bool complete = false;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire), wire::flag(self.complete));
    wire::word<4>(wire, wire::score(self.value));
  }

  bool operator==(const Result&) const = default;
};

using given_work::NewBound;

/// Order to give up a son's search after `nanoseconds`, and to report that.
struct Halt {
  static constexpr std::int64_t most_nanoseconds = (std::int64_t{1} << 56U) - 1; ///< some two years

  std::int64_t nanoseconds = 0;

  [[nodiscard]] static Halt after(double seconds) {
    return {
        std::llround(std::clamp(seconds * 1e9, 0.0, static_cast<double>(most_nanoseconds - 8)))};
  }
  [[nodiscard]] double seconds() const { return static_cast<double>(nanoseconds) * 1e-9; }

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<8>(wire, wire::tag<8>(wire), wire::part<0, most_nanoseconds>(self.nanoseconds));
  }

  bool operator==(const Halt&) const = default;
};

using given_work::Dismissal;

template <Position P> using Content = Protocol<6, Son<P>, Result, NewBound, Halt, Dismissal>;

/// Handler that reads the table for a team. It is a Probe that also finds out if the table suggests
/// a move. The table suggests one if the position's last search found a good move. It does not if
/// that search failed low, because the entry's move is then the least bad one.
struct SuggestionProbe {
  Key key = 0;
  int depth = 0;
  TableDepth rule = TableDepth::at_least;
  TableAnswer answer; ///< in the request: the window of the search
  bool suggests = false;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    question(self, wire);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    TableAnswer::fields(self.answer, wire, wire::flag(self.suggests));
  }

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
