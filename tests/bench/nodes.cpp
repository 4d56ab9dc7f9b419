// The work of a chess node, by the kinds of NodeCosts.

#include "algorithms/search/move_ordering.hpp"
#include "tests/bench/positions.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

namespace eldest {
namespace {

using Moves = MoveList<chess::Move>;

/// Makes a move and evaluates the position after it.
void chess_visit(benchmark::State& state) {
  const auto roots = bench::bratko_kopec(1);
  std::vector<Moves> moves(roots.size());
  for (std::size_t i = 0; i < roots.size(); ++i)
    roots[i].position().generate_moves(moves[i]);
  std::int64_t visits = 0;
  for ([[maybe_unused]] auto _ : state) {
    for (std::size_t i = 0; i < roots.size(); ++i) {
      for (const auto move : moves[i]) {
        const auto son = roots[i].position().after(move);
        benchmark::DoNotOptimize(son.evaluate() + son.extension());
      }
      visits += static_cast<std::int64_t>(moves[i].size());
    }
  }
  state.SetItemsProcessed(visits);
}
BENCHMARK(chess_visit);

/// Generates and ranks all moves of an interior node, and hands out the best.
void chess_generation(benchmark::State& state) {
  const auto roots = bench::bratko_kopec(1);
  const MoveOrdering<chess::Position> ordering;
  std::int64_t nodes = 0;
  for ([[maybe_unused]] auto _ : state) {
    for (const auto& root : roots) {
      OrderedMoves<chess::Position> moves;
      moves.generate(root.position());
      moves.order(root.position(), ordering, 0, 0);
      benchmark::DoNotOptimize(moves.next());
    }
    nodes += static_cast<std::int64_t>(roots.size());
  }
  state.SetItemsProcessed(nodes);
}
BENCHMARK(chess_generation);

} // namespace
} // namespace eldest
