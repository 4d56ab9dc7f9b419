#include "algorithms/felten_otto/messages.hpp"
#include "algorithms/felten_otto/teams.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace eldest;
using felten_otto::Team;

namespace {

Team team_of(int processors) {
  Team team(static_cast<std::size_t>(processors));
  std::iota(team.begin(), team.end(), 0);
  return team;
}

/// Returns the number of processors of a team that search, if teams are divided down to one or two
/// processors. The others are masters. Of a team of two, only one processor searches.
std::size_t searchers(const Team& team, int max_slaves) {
  if (!felten_otto::is_shared(team))
    return 1;
  std::size_t sum = 0;
  for (const auto& part : felten_otto::divide(team, max_slaves))
    sum += searchers(part, max_slaves);
  return sum;
}

std::size_t levels(const Team& team, int max_slaves) {
  if (team.size() == 1)
    return 0;
  std::size_t most = 0;
  for (const auto& part : felten_otto::divide(team, max_slaves))
    most = std::max(most, levels(part, max_slaves));
  return 1 + most;
}

} // namespace

TEST_CASE("a team is divided into subteams that hold its slaves in order, of nearly equal size") {
  for (const int max_slaves : {2, 3, 7, 16}) {
    for (int processors = 2; processors <= 300; ++processors) {
      CAPTURE(max_slaves, processors);
      const auto parts = felten_otto::divide(team_of(processors), max_slaves);
      CHECK(parts.size() <= static_cast<std::size_t>(max_slaves));
      Team joined{0};
      for (const auto& part : parts) {
        joined.insert(joined.end(), part.begin(), part.end());
        CHECK(part.size() + 1 >= parts.front().size());
        CHECK(part.size() <= parts.front().size());
      }
      CHECK(joined == team_of(processors));
    }
  }
}

TEST_CASE("a hierarchy has as few levels as its masters' slaves allow") {
  CHECK(levels(team_of(2), 16) == 1);
  CHECK(levels(team_of(16), 16) == 1);
  CHECK(levels(team_of(17), 16) == 1);
  CHECK(levels(team_of(18), 16) == 2);
  CHECK(levels(team_of(1 + 16 * 17), 16) == 2);
  CHECK(levels(team_of(2 + 16 * 17), 16) == 3);
  CHECK(levels(team_of(7), 2) == 2);
  CHECK(levels(team_of(8), 2) == 3);
}

TEST_CASE("the masters of a hierarchy do not search") {
  CHECK(searchers(team_of(3), 16) == 2);
  CHECK(searchers(team_of(8), 16) == 7);
  CHECK(searchers(team_of(16), 16) == 15);
  CHECK(felten_otto::divide(team_of(32), 16).size() == 6);
  CHECK(searchers(team_of(32), 16) == 25);
  CHECK(felten_otto::divide(team_of(128), 16).size() == 11);
  CHECK(searchers(team_of(128), 16) == 116);
}

TEST_CASE("a team is named by its runs of successive ranks") {
  CHECK(felten_otto::runs({4}) == 1);
  CHECK(felten_otto::runs({4, 5, 6}) == 1);
  CHECK(felten_otto::runs({4, 6, 7, 9}) == 3);
}

TEST_CASE("the table suggests the move of an entry that did not fail low") {
  const Key key = 77;
  for (const auto bound : {Bound::unset, Bound::lower, Bound::upper, Bound::exact}) {
    for (const std::uint32_t move : {0U, 5U}) {
      Bucket bucket;
      auto& entry = bucket.entries[2];
      entry.vacate_for(key);
      entry.begin(3);
      entry.bound = bound;
      entry.score = 40;
      entry.move = move;
      felten_otto::SuggestionProbe probe{key, 4, TableDepth::at_least, {-100, 100}};
      probe(bucket);
      CHECK(probe.suggests == (move != 0 && (bound == Bound::lower || bound == Bound::exact)));
      // The depth is too small for an answer. The move is known whatever the bound.
      CHECK(probe.answer.move == move);
      CHECK(probe.answer.alpha == -100);
      CHECK(probe.answer.beta == 100);

      // Apart from the suggestion, the answer is that of Probe.
      felten_otto::SuggestionProbe deep{key, 3, TableDepth::at_least, {-100, 100}};
      deep(bucket);
      Probe plain{key, 3, TableDepth::at_least, {-100, 100}};
      plain(bucket);
      CHECK(deep.answer.alpha == plain.answer.alpha);
      CHECK(deep.answer.beta == plain.answer.beta);
      CHECK(deep.answer.score == plain.answer.score);
    }
  }
  Bucket empty;
  felten_otto::SuggestionProbe probe{key, 3, TableDepth::at_least, {-100, 100}};
  probe(empty);
  CHECK(!probe.suggests);
}
