#include "trees/perft.hpp"

#include "random_boards.hpp"
#include "tests/support/catch.hpp"
#include "trees/checkers/notation.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace eldest::checkers::test {
namespace {

bool same_but_for_route(Move a, Move b) {
  return a.from() == b.from() && a.to() == b.to() && a.effect().captured == b.effect().captured;
}

/// Counts move paths. Moves that differ only in the route of their jumps count once.
std::uint64_t perft_without_routes(const Position& position, int depth) {
  if (depth == 0)
    return 1;
  std::uint64_t paths = 0;
  const auto moves = legal_moves(position);
  for (auto move = moves.begin(); move != moves.end(); ++move)
    if (std::none_of(moves.begin(), move,
                     [&](Move earlier) { return same_but_for_route(earlier, *move); }))
      paths += perft_without_routes(position.after(*move), depth - 1);
  return paths;
}

struct Count {
  int depth;
  std::uint64_t paths;
};

} // namespace

// Routes counted separately: Aart Bik, OEIS A133046. Routes not counted separately: Rein Halbersma,
// "Perft for all recognized draughts variants", laatste.info/bb3/viewtopic.php?f=53&t=2822. The
// first difference is at depth 12.
TEST_CASE("perft from the starting position is the published one", "[perft]") {
  const auto [depth, paths] = GENERATE(values<Count>({{1, 7},
                                                      {2, 49},
                                                      {3, 302},
                                                      {4, 1469},
                                                      {5, 7361},
                                                      {6, 36768},
                                                      {7, 179740},
                                                      {8, 845931},
                                                      {9, 3963680},
                                                      {10, 18391564}}));
  CHECK(perft(Position{}, depth) == paths);
}

TEST_CASE("perft without routes is the same where no routes differ", "[perft]") {
  CHECK(perft_without_routes(Position{}, 8) == 845931);
}

TEST_CASE("deep perft counts are the published ones", "[.deep]") {
  const auto [depth, paths] =
      GENERATE(values<Count>({{11, 85242128}, {12, 388623673}, {13, 1766623630}}));
  CHECK(perft(Position{}, depth) == paths);
}

TEST_CASE("deep perft without routes is the published one", "[.deep]") {
  const auto [depth, paths] = GENERATE(values<Count>({{11, 85242128}, {12, 388617999}}));
  CHECK(perft_without_routes(Position{}, depth) == paths);
}

TEST_CASE("routes that take the same men are different moves", "[perft]") {
  const auto position = parse_position("B:W6,7,14,15:BK2");
  CHECK(perft(position, 1) == 2);
  CHECK(perft_without_routes(position, 1) == 1);
}

} // namespace eldest::checkers::test
