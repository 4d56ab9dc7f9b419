// Speed of the sequential NegaScout in each game, in nodes per second, on a processor on which
// nothing takes time.

#include "algorithms/sequential/sequential.hpp"
#include "tests/bench/positions.hpp"
#include "tests/support/explicit_stack.hpp"
#include "tests/support/local_processor.hpp"
#include "trees/checkers/position_file.hpp"
#include "trees/othello/position.hpp"
#include "trees/othello/position_file.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"
#include "trees/synthetic/tree.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

namespace eldest {
namespace {

using test::LocalProcessor;

constexpr std::size_t table_entries = 1U << 18U;

template <template <class, class> class Algorithm = SequentialSearch, Position P>
void search_nodes(benchmark::State& state, const std::vector<P>& roots, int depth) {
  SearchSettings settings;
  settings.depth = depth;
  std::uint64_t nodes = 0;
  for ([[maybe_unused]] auto _ : state) {
    for (const auto& root : roots) {
      LocalProcessor processor(table_entries);
      Algorithm<P, LocalProcessor> search(processor, settings);
      nodes += search.run(root).counters.nodes();
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
  state.counters["nodes"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

void search_chess(benchmark::State& state) {
  const auto roots = bench::bratko_kopec(4);
  search_nodes(state, bench::positions_of(roots), 6);
}
BENCHMARK(search_chess)->Unit(benchmark::kMillisecond);

/// Visits the same nodes as `search_chess`, but without recursion. The difference in time is the
/// cost of this form of search.
void search_chess_explicit_stack(benchmark::State& state) {
  const auto roots = bench::bratko_kopec(4);
  search_nodes<ExplicitStackSearch>(state, bench::positions_of(roots), 6);
}
BENCHMARK(search_chess_explicit_stack)->Unit(benchmark::kMillisecond);

void search_othello(benchmark::State& state) {
  const auto records = othello::load_positions(ELDEST_SOURCE_DIR "/trees/othello/wc1996-final.txt");
  std::vector<othello::Position> roots;
  for (std::size_t moves = 10; moves < records.size(); moves += 10)
    roots.push_back(othello::parse_position(records[moves].position));
  search_nodes(state, roots, 8);
}
BENCHMARK(search_othello)->Unit(benchmark::kMillisecond);

void search_checkers(benchmark::State& state) {
  const auto named =
      checkers::load_positions(ELDEST_SOURCE_DIR "/trees/checkers/chinook-tinsley-1992.fen");
  std::vector<checkers::Position> roots;
  for (std::size_t i = 0; i < named.size(); i += 6)
    roots.push_back(named[i].position);
  search_nodes(state, roots, 9);
}
BENCHMARK(search_checkers)->Unit(benchmark::kMillisecond);

void search_synthetic(benchmark::State& state) {
  const synthetic::Tree tree(synthetic::parse_parameters("name=chesslike"));
  search_nodes(state, std::vector{synthetic::Position(tree)}, 6);
}
BENCHMARK(search_synthetic)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace eldest
