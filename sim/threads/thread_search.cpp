#include "sim/threads/thread_search.hpp"

#include "sim/threads/local_cores.hpp"

#include <chrono>
#include <cstddef>
#include <future>

namespace eldest {
namespace {

SearchResult collect(ThreadMachine& machine, const Outcomes& outcomes, const Problem& problem) {
  auto result = merge_outcomes(outcomes, problem, machine.tables().transpositions(0));
  result.platform_name = processor_model();
  result.platform_hosts = static_cast<int>(local_cores().size());
  result.time = machine.time();
  RealTime real;
  if (const auto reason = machine.stop_reason())
    real.stopped_by = stop_reason_name(*reason);
  for (int rank = 0; rank < machine.processors(); ++rank) {
    const auto& processor = machine.processor(rank);
    result.processors[static_cast<std::size_t>(rank)].account = machine.account(rank);
    result.traffic += processor.traffic();
    real.cpu += machine.cpu_time(rank);
    real.time_stamps += processor.time_stamps();
  }
  real.time_stamp_cost = measure_time_stamp();
  result.real_time = real;
  return result;
}

} // namespace

SearchResult search_on_threads(const ThreadSearch& search, const Problem& problem,
                               const std::function<void(StopReason)>& on_stopped) {
  const auto start = std::chrono::steady_clock::now();
  auto tables = search.tables;
  tables.record_searchers = search.settings.abdada.push_depth > 0;
  auto threads = search.threads;
  threads.locked = !is_sequential(search.algorithm);
  ThreadMachine machine(search.processors, tables, threads);
  Outcomes outcomes(static_cast<std::size_t>(search.processors));
  machine.run([&](ThreadProcessor& processor) {
    outcomes[static_cast<std::size_t>(processor.rank())] =
        problem.search(search.algorithm, search.settings, &processor);
  });
  if (const auto reason = machine.stop_reason())
    on_stopped(*reason);
  auto result = collect(machine, outcomes, problem);
  check_all_have_left(machine.tables());
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.peak_memory = peak_memory_bytes();
  return result;
}

std::vector<SearchResult> search_at_once(const ThreadSearch& search, const Problem& problem,
                                         int copies) {
  std::vector<std::future<SearchResult>> futures;
  for (int copy = 0; copy < copies; ++copy)
    futures.push_back(std::async(std::launch::async, [&, copy] {
      auto own = search;
      own.threads.first_core = copy;
      return search_on_threads(own, problem);
    }));
  std::vector<SearchResult> results;
  for (auto& future : futures)
    results.push_back(future.get());
  return results;
}

double measure_time_stamp() {
  constexpr int stamps = 10'000;
  const TickRate clock;
  for (int i = 0; i < stamps; ++i)
    static_cast<void>(read_ticks()); // which no compiler leaves out
  return clock.elapsed() / stamps;
}

} // namespace eldest
