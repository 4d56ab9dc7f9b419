// The transposition table, with 2^12 entries, which fit into the processor's caches, and with 2^22,
// which do not.

#include "algorithms/search/table_handlers.hpp"
#include "algorithms/search/transposition_table.hpp"
#include "trees/base/random.hpp"

#include <benchmark/benchmark.h>

namespace eldest {
namespace {

constexpr int depth = 5;

TranspositionTable full_table(const benchmark::State& state) {
  const auto entries = static_cast<std::size_t>(state.range());
  TranspositionTable table(entries);
  SplitMix64 random(1);
  for (std::size_t i = 0; i < 2 * entries; ++i) {
    const Key key = random();
    Store{key, NodeResult({-infinity, infinity, 0, 1}, depth)}(table.bucket(key));
  }
  return table;
}

void table_probe(benchmark::State& state) {
  auto table = full_table(state);
  SplitMix64 random(2);
  for ([[maybe_unused]] auto _ : state) {
    Probe probe{random(), depth, TableDepth::at_least, {-infinity, infinity}};
    probe(table.bucket(probe.key));
    benchmark::DoNotOptimize(probe);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(table_probe)->Arg(1 << 12)->Arg(1 << 22);

void table_store(benchmark::State& state) {
  auto table = full_table(state);
  SplitMix64 random(2);
  for ([[maybe_unused]] auto _ : state) {
    const Key key = random();
    Store{key, NodeResult({-infinity, infinity, 0, 1}, depth)}(table.bucket(key));
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(table_store)->Arg(1 << 12)->Arg(1 << 22);

} // namespace
} // namespace eldest
