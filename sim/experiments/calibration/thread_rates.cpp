#include "sim/experiments/calibration/calibration.hpp"
#include "sim/experiments/calibration/computation.hpp"
#include "sim/experiments/thread_search.hpp"
#include "sim/machines/threads/thread_machine.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>

namespace eldest {
namespace {

/// Measures the bytes a second that `threads` threads together read from memory. Each reads words
/// of its own, which are more than a cache has room for.
double time_reading(int threads) {
  constexpr std::size_t words = (std::size_t{64} << 20U) / sizeof(std::uint64_t);
  constexpr int passes = 4;
  std::vector<std::vector<std::uint64_t>> memory(static_cast<std::size_t>(threads));
  const auto own = [&](const ThreadProcessor& processor) -> auto& {
    return memory[static_cast<std::size_t>(processor.rank())];
  };
  // The thread that writes to memory first has it near.
  ThreadMachine filling(threads, {.entries = 1}, {});
  filling.run([&](ThreadProcessor& processor) { own(processor).assign(words, 1); });
  std::atomic<std::uint64_t> sum = 0;
  ThreadMachine reading(threads, {.entries = 1}, {});
  reading.run([&](ThreadProcessor& processor) {
    std::uint64_t own_sum = 0;
    for (int pass = 0; pass < passes; ++pass)
      own_sum = std::accumulate(own(processor).begin(), own(processor).end(), own_sum);
    sum += own_sum;
  });
  return static_cast<double>(sum * sizeof(std::uint64_t)) / reading.time(); // each word is 1
}

/// Measures the steps a second that `threads` threads together make of a computation in registers:
/// see compute.
double time_steps(int threads) {
  constexpr int steps = 20'000'000;
  std::atomic<std::uint64_t> sum = 0;
  ThreadMachine machine(threads, {.entries = 1}, {});
  machine.run([&](ThreadProcessor& processor) {
    sum += compute(static_cast<std::uint64_t>(processor.rank()), steps);
  });
  return 1.0 * steps * threads / machine.time();
}

/// Measures the nodes a second of `threads` searches at once, on a core each, with a table of
/// `entries` each.
double time_nodes(const Problem& problem, int threads, std::size_t entries) {
  ThreadSearch search;
  search.algorithm = NegaScoutSettings{};
  search.settings.depth = 8; // some tenths of a second
  search.tables.entries = entries;
  double sum = 0;
  for (const auto& result : search_concurrently(search, problem, threads))
    sum += static_cast<double>(complete(result).nodes()) / result.time;
  return sum;
}

} // namespace

std::vector<MeasuredRates> measure_rates(int cores, int repeats) {
  const auto problem = open_problems({"chess", "startpos"}).front();
  const auto repeated = [=](const auto& measure) { return measure_repeatedly(repeats, measure); };
  std::vector<MeasuredRates> rates;
  for (int threads = 1;; threads = std::min(2 * threads, cores)) {
    auto& measured = rates.emplace_back();
    measured.threads = threads;
    measured.steps = repeated([=] { return time_steps(threads); });
    measured.bandwidth = repeated([=] { return time_reading(threads); });
    for (std::size_t i = 0; i < rate_entries.size(); ++i)
      measured.nodes.at(i) =
          repeated([&] { return time_nodes(problem, threads, rate_entries.at(i)); });
    if (threads == cores)
      return rates;
  }
}

} // namespace eldest
