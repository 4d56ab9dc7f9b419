// The speed of simulations, in simulated nodes per second of wall time, beside that of the plain
// search.

#include "algorithms/abdada/settings.hpp"
#include "algorithms/sequential/sequential.hpp"
#include "sim/experiments/searches/game_problem.hpp"
#include "sim/experiments/simulation.hpp"
#include "tests/bench/positions.hpp"
#include "tests/support/local_processor.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <utility>

namespace eldest {
namespace {

constexpr std::size_t simulated_entries = 1U << 18U;
constexpr NodeCosts costs{500, 2000, 9500, 3000};

chess::Root bk_02() { return std::move(bench::bratko_kopec(2).front()); }

SearchSettings depth_5() {
  SearchSettings settings;
  settings.depth = 5;
  settings.costs = costs;
  return settings;
}

void plain_search(benchmark::State& state) {
  const auto root = bk_02();
  const auto settings = depth_5();
  std::uint64_t nodes = 0;
  for ([[maybe_unused]] auto _ : state) {
    test::LocalProcessor processor(simulated_entries);
    SequentialSearch<chess::Position, test::LocalProcessor> search(processor, settings);
    nodes += search.run(root.position()).counters.nodes();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
}
BENCHMARK(plain_search)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Simulates ABDADA on the first processors of a CM-5, each time in a separate process.
void simulated_abdada(benchmark::State& state) {
  const auto root = bk_02();
  const auto problem = game_problem("", "", costs, root.position(), nullptr);
  Simulation simulation;
  simulation.platform = read_platform_file(ELDEST_SOURCE_DIR "/platforms/cm5-32.xml");
  simulation.processors = static_cast<int>(state.range());
  simulation.algorithm = AbdadaSettings{};
  simulation.settings = depth_5();
  simulation.machine.tables.entries = simulated_entries;
  std::uint64_t nodes = 0;
  for ([[maybe_unused]] auto _ : state) {
    nodes += simulate_isolated(simulation, problem).nodes();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
}
BENCHMARK(simulated_abdada)->Unit(benchmark::kMillisecond)->UseRealTime()->Arg(1)->Arg(8)->Arg(32);

} // namespace
} // namespace eldest
