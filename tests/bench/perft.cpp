// Generation and making of moves, in paths per second.

#include "trees/perft.hpp"
#include "trees/checkers/position.hpp"
#include "trees/chess/root.hpp"
#include "trees/othello/position.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string_view>

namespace eldest {
namespace {

template <Position P> void count_paths(benchmark::State& state, const P& root, int depth) {
  std::uint64_t paths = 0;
  for ([[maybe_unused]] auto _ : state)
    paths += perft(root, depth);
  state.SetItemsProcessed(static_cast<std::int64_t>(paths));
}

void perft_chess(benchmark::State& state, std::string_view fen, int depth) {
  const chess::Root root(fen);
  count_paths(state, root.position(), depth);
}
BENCHMARK_CAPTURE(perft_chess, start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(perft_chess, kiwipete,
                  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4)
    ->Unit(benchmark::kMillisecond);

void perft_othello(benchmark::State& state) { count_paths(state, othello::start_position, 10); }
BENCHMARK(perft_othello)->Unit(benchmark::kMillisecond);

void perft_checkers(benchmark::State& state) { count_paths(state, checkers::Position(), 9); }
BENCHMARK(perft_checkers)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace eldest
